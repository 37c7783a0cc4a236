import {
  type DefaultValue,
  getFormProps,
  parse,
  type Submission,
  useForm as useConformForm,
} from '@conform-to/react'
import { type SubmitEvent, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useFetcher } from 'react-router'
import type { $ZodType } from 'zod/v4/core'
import { FORMS_PATH, type FormName } from '#app/models/form-sent.ts'
import { marketPath } from '#app/models/market.ts'
import type { Notice } from '#app/models/messages.ts'
import { failureOr } from '#app/models/page-messages.ts'
import type { FormReply } from '#app/models/replies.ts'
import { dismissToast, showNotice } from '../page/notice-store.ts'
import { rememberSubscribed } from '../page/storage.ts'
import { useShop } from '../page/use-shop.ts'
import { useRestoredInput } from './use-restored-input.ts'

export type FormOptions = {
  /** Unique in the document. */
  readonly id: string
  /** Loads the schema, at the form's first interaction. Until it is there, the server validates alone. */
  readonly schema: () => Promise<$ZodType>
  readonly defaultValue?: Readonly<Record<string, string>>
}

/**
 * A form by Conform: validated when it is sent, then with every change, by the schema of the server.
 * @param reply the last one of the server, also to a submission without JavaScript
 */
export function useForm<Name extends string>(
  { id, schema, defaultValue }: FormOptions,
  reply: Pick<FormReply, 'result'> | null | undefined,
) {
  const validate = useRef<(typed: FormData) => Submission<Record<Name, string>>>(null)
  // Without JavaScript, the first invalid field has the focus.
  const [firstInvalid] = useState(() => Object.keys(reply?.result.error ?? {})[0])
  const [form, fields] = useConformForm<Record<Name, string>>({
    id,
    defaultValue: defaultValue as DefaultValue<Record<Name, string>>,
    lastResult: reply?.result,
    defaultNoValidate: false,
    shouldValidate: 'onSubmit',
    shouldRevalidate: 'onInput',
    onValidate: ({ formData }) =>
      validate.current?.(formData) ??
      parse(formData, { resolve: () => ({ value: {} as Record<Name, string> }) }),
  })

  async function load(): Promise<void> {
    const [{ parseWithZod }, loaded] = await Promise.all([import('@conform-to/zod/v4'), schema()])
    validate.current = (typed) =>
      parseWithZod(typed, { schema: loaded }) as unknown as Submission<Record<Name, string>>
  }
  // Where it cannot be loaded, the server validates.
  const loadOnce = () => void (validate.current ?? load().catch(() => undefined))

  return {
    form,
    fields,
    formProps: { ...getFormProps(form), onFocus: loadOnce, onInput: loadOnce },
    /** Props of a labelled control, whose error it shows. */
    bind(name: Name) {
      const { id, errors, initialValue } = fields[name]
      return { id, name, error: errors, defaultValue: initialValue, autoFocus: name === firstInvalid }
    },
  }
}

/** A form that was sent: its message, and the address that was typed. */
export type Sealed = { readonly notice: Notice; readonly email: string }

/**
 * A public form, which is submitted by a fetcher: not to the page that answers it without JavaScript, whose code may not
 * come, but to an address whose code comes with the form. The notice of a failure is shown once; a success ends it.
 * @param name by which the server knows it
 * @param posted the reply to a submission without JavaScript
 * @param failure what it says where the shop did not answer
 * @param onChecked is called when a person submits it; `isRefused`: the browser has found something wrong
 * @param onDone takes the form away on success; then a toast says so
 */
export function useShopForm<Name extends string>({
  name,
  posted,
  failure,
  onChecked,
  onDone,
  ...options
}: FormOptions & {
  readonly name: FormName
  readonly posted: FormReply | undefined
  readonly failure: Notice
  readonly onChecked?: (typed: FormData, isRefused: boolean) => void
  readonly onDone?: (() => void) | undefined
}) {
  const { market } = useShop()
  const fetcher = useFetcher<FormReply>()
  const reply = fetcher.data ?? posted
  const { formProps, ...conform } = useForm<Name>(options, reply)
  // After `useForm`, whose listeners hear of what is restored.
  const element = useRestoredInput()
  const [sealed, setSealed] = useState<Sealed | null>(null)
  const [isTouched, setTouched] = useState(false)
  const sent = useRef<FormData>(null)
  const handled = useRef<FormReply>(undefined)
  useEffect(() => {
    const { data } = fetcher
    if (!data || handled.current === data) return
    handled.current = data
    dismissToast(failure)
    const { result, notice } = data
    if (result.initialValue !== null) {
      if (notice) showNotice(failureOr(failure, notice))
      return
    }
    // The contact form asks for it, the others are for it.
    if (!sent.current?.has('message') || sent.current.has('subscribeToMailingList')) rememberSubscribed()
    const email = String(sent.current?.get('email') ?? '').trim()
    if (notice && onDone) showNotice(notice)
    else if (notice) setSealed({ notice, email })
    onDone?.()
  })
  const busy = fetcher.state !== 'idle'

  return {
    ...conform,
    busy,
    formProps: {
      ...formProps,
      ref: element,
      method: 'post',
      onFocus() {
        formProps.onFocus()
        setTouched(true)
      },
      onSubmit(event: SubmitEvent<HTMLFormElement>) {
        formProps.onSubmit(event)
        // Conform validates a single field by a submission too, of a button with a name.
        if ((event.nativeEvent as globalThis.SubmitEvent).submitter?.hasAttribute('name')) return
        const typed = new FormData(event.currentTarget)
        onChecked?.(typed, event.defaultPrevented)
        if (event.defaultPrevented) return
        event.preventDefault()
        sent.current = typed
        typed.set('form', name)
        const action = marketPath(market, FORMS_PATH)
        fetcher.submit(typed, { method: 'post', action, defaultShouldRevalidate: false })
      },
    } as const,
    /** For `FormBody`. */
    state: {
      form: conform.form,
      isTouched,
      /** The notice after a submission without JavaScript; later ones are toasts. */
      notice: reply === posted ? posted?.notice : null,
      /** The last submission failed as a whole, not in some fields only. */
      failed: !busy && fetcher.data?.result.initialValue !== null && Boolean(fetcher.data?.notice),
      /** What the plate in place of the form says, or null. */
      sealed,
      /** Brings the form back, with the focus in it. */
      onAgain() {
        flushSync(() => setSealed(null))
        element.current?.querySelector<HTMLElement>('input:not([type=hidden], [tabindex])')?.focus()
      },
    },
  }
}
