import {
  type DefaultValue,
  getFormProps,
  parse,
  type Submission,
  useForm as useConformForm,
} from '@conform-to/react'
import { useRef, useState } from 'react'
import type { $ZodType } from 'zod/v4/core'
import type { FormName } from '#app/models/form-messages.ts'
import type { FormReply } from '#app/models/replies.ts'

/**
 * A form by Conform, validated when it is sent, then with every change. Its schema is loaded at the first interaction;
 * until it is there, the server validates alone.
 * @param form the name of its schema, or the schema where its page has loaded it
 * @param reply also one without JavaScript
 */
export function useForm<Name extends string>(
  form: FormName | 'words' | 'review' | $ZodType,
  id: string,
  reply: FormReply | undefined,
  defaultValue?: Readonly<Record<string, string>>,
) {
  type Fields = Record<Name, string>
  const validate = useRef<(typed: FormData) => Submission<Fields>>(null)
  // Without JavaScript, the first invalid field has the focus.
  const [firstInvalid] = useState(() => Object.keys(reply?.result.error ?? {})[0])
  const [conform, fields] = useConformForm<Fields>({
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
    const [{ parseWithZod }, schemas] = await Promise.all([
      import('@conform-to/zod/v4'),
      import('#supabase/functions/_shared/forms/schemas.ts'),
    ])
    const schema = typeof form === 'string' ? schemas[`${form}Form`] : form
    validate.current = (typed) => parseWithZod(typed, { schema }) as unknown as Submission<Fields>
  }
  // If loading fails, the server validates alone.
  const loadOnce = () => void (validate.current ?? load().catch(() => undefined))

  return {
    form: conform,
    fields,
    formProps: { ...getFormProps(conform), onFocus: loadOnce, onInput: loadOnce },
    bind(name: Name) {
      const { id, errors, initialValue } = fields[name]
      return { id, name, error: errors, defaultValue: initialValue, autoFocus: name === firstInvalid }
    },
  }
}
