import {
  type DefaultValue,
  getFormProps,
  parse,
  type Submission,
  useForm as useConformForm,
} from '@conform-to/react'
import { useRef, useState } from 'react'
import type { $ZodType } from 'zod/v4/core'
import type { FormReply } from '#app/models/replies.ts'

export type FormOptions = {
  readonly id: string
  /** Loads the schema, at the form's first interaction. Until it is there, the server validates alone. */
  readonly schema: () => Promise<$ZodType>
  readonly defaultValue?: Readonly<Record<string, string>> | undefined
}

/** A form by Conform, validated when it is sent, then with every change. @param reply also one without JavaScript */
export function useForm<Name extends string>(
  { id, schema, defaultValue }: FormOptions,
  reply: Pick<FormReply, 'result'> | null | undefined,
) {
  type Fields = Record<Name, string>
  const validate = useRef<(typed: FormData) => Submission<Fields>>(null)
  // Without JavaScript, the first invalid field has the focus.
  const [firstInvalid] = useState(() => Object.keys(reply?.result.error ?? {})[0])
  const [form, fields] = useConformForm<Fields>({
    id,
    defaultValue: defaultValue as DefaultValue<Fields>,
    lastResult: reply?.result,
    defaultNoValidate: false,
    shouldValidate: 'onSubmit',
    shouldRevalidate: 'onInput',
    onValidate: ({ formData }) =>
      validate.current?.(formData) ?? parse(formData, { resolve: () => ({ value: {} as Fields }) }),
  })

  async function load(): Promise<void> {
    const [{ parseWithZod }, loaded] = await Promise.all([import('@conform-to/zod/v4'), schema()])
    validate.current = (typed) => parseWithZod(typed, { schema: loaded }) as unknown as Submission<Fields>
  }
  // Where it cannot be loaded, the server validates.
  const loadOnce = () => void (validate.current ?? load().catch(() => undefined))

  return {
    form,
    fields,
    formProps: { ...getFormProps(form), onFocus: loadOnce, onInput: loadOnce },
    bind(name: Name) {
      const { id, errors, initialValue } = fields[name]
      return { id, name, error: errors, defaultValue: initialValue, autoFocus: name === firstInvalid }
    },
  }
}
