import {
  type ComponentProps,
  type ReactNode,
  type SubmitEvent,
  useEffect,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { flushSync } from 'react-dom'
import { PrefetchPageLinks, useFetcher, useLocation } from 'react-router'
import { FORM_FAILURES, FORM_PAGES, type FormName, HONEYPOT } from '#app/models/form-messages.ts'
import { marketPath } from '#app/models/market.ts'
import type { Toast } from '#app/models/messages.ts'
import { failureOr } from '#app/models/page-messages.ts'
import type { FormReply } from '#app/models/replies.ts'
import { rememberSubscribed } from '../page/browser.ts'
import { ShopLink } from '../page/links.tsx'
import { dismissToast, showToast } from '../page/stores.ts'
import { useShop } from '../page/use-shop.ts'
import { Button } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { ToastBox } from '../ui/note.tsx'
import { Picture } from '../ui/picture.tsx'
import { SUCCESS_PLATE } from '../ui/section.tsx'
import { useForm } from './use-form.ts'

type ShopFormProps<Name extends string> = Pick<ComponentProps<'form'>, 'className' | 'aria-label'> & {
  readonly 'data-theme'?: 'light'
  readonly name: FormName
  readonly id?: string
  readonly defaultValue?: Readonly<Record<string, string>>
  readonly posted: FormReply | undefined
  /** Also shown while a required field is empty, beside the messages at the fields. */
  readonly missing?: Toast
  /** Closes the form after a success, which a toast announces then. */
  readonly onDone?: (() => void) | undefined
  readonly children: (
    form: Omit<ReturnType<typeof useForm<Name>>, 'formProps'> & { busy: boolean },
  ) => ReactNode
}

/** What precedes the address on the plate that takes the place of a submitted form. */
const DONE = {
  contact: 'It is with us now. The answer goes to',
  waitlist: 'We will write to',
  signup: 'Our emails now go to',
} as const

/** The typed values by form and history entry. Back and forward restore them, as they do in documents. */
const typedBefore = new Map<string, Readonly<Record<string, string>>>()

/**
 * A public form. With JavaScript a fetcher posts it to an address of its own, since the code of the page that handles it
 * without JavaScript might fail to load. A failure shows a toast, which the next success removes.
 */
export function ShopForm<Name extends string>(props: ShopFormProps<Name>) {
  const { name, id = name, posted, defaultValue, missing, onDone, children, ...attributes } = props
  const { market } = useShop()
  const { pathname, search, key } = useLocation()
  const fetcher = useFetcher<FormReply>()
  const reply = fetcher.data ?? posted
  const [restored] = useState(() => typedBefore.get(id + key))
  const isSent = reply?.result.initialValue === null
  const values = isSent ? defaultValue : { ...defaultValue, ...restored }
  const { formProps, ...conform } = useForm<Name>(name, id, reply, values)
  const element = useRef<HTMLFormElement>(null)
  const [success, setSuccess] = useState<SentForm | null>(null)
  const [isTouched, setTouched] = useState(false)
  const sent = useRef<FormData>(null)
  const handled = useRef<FormReply>(undefined)
  const failure = FORM_FAILURES[name]
  const action = marketPath(market, '/forms')
  const busy = fetcher.state !== 'idle'
  const save = useEffectEvent((typed: FormData) => {
    typedBefore.set(id + key, Object.fromEntries(typed) as Record<string, string>)
  })
  useLayoutEffect(() => {
    const form = element.current
    return () => save(new FormData(form ?? undefined))
  }, [])
  useEffect(() => {
    const { data } = fetcher
    if (!data || handled.current === data) return
    handled.current = data
    dismissToast(failure)
    const { toast } = data
    if (!isSent) {
      if (toast) showToast(failureOr(failure, toast))
      return
    }
    // The contact form has a checkbox for it; the other forms always subscribe.
    if (name !== 'contact' || sent.current?.has('subscribeToMailingList')) rememberSubscribed()
    const email = String(sent.current?.get('email') ?? '').trim()
    if (toast && onDone) showToast(toast)
    else if (toast) setSuccess({ name, toast, email })
    onDone?.()
  })

  function submit(event: SubmitEvent<HTMLFormElement>) {
    formProps.onSubmit(event)
    // Conform validates a single field by submitting a button that has a name.
    if ((event.nativeEvent as globalThis.SubmitEvent).submitter?.hasAttribute('name')) return
    const required = event.currentTarget.querySelectorAll<HTMLInputElement>('[aria-required]')
    if (missing) dismissToast(missing)
    if (missing && event.defaultPrevented && [...required].some(({ value }) => value.trim() === ''))
      showToast(missing)
    if (event.defaultPrevented) return
    event.preventDefault()
    sent.current = new FormData(event.currentTarget)
    sent.current.set('form', name)
    fetcher.submit(sent.current, { method: 'post', action, defaultShouldRevalidate: false })
  }

  return (
    <form
      {...attributes}
      {...formProps}
      ref={element}
      method="post"
      action={marketPath(market, FORM_PAGES[name])}
      onFocus={() => {
        formProps.onFocus()
        setTouched(true)
      }}
      onSubmit={submit}
    >
      {/* Loads the code of `action` when a person begins to type: doing so at once takes a tenth of a home page's CPU. */}
      {isTouched ? <PrefetchPageLinks page={action} /> : null}
      {/* After a submission without JavaScript; later ones are toasts. */}
      {posted?.toast && reply === posted ? <ToastBox toast={posted.toast} className="col-span-full" /> : null}
      {success ? (
        <FormSuccess
          {...success}
          onAgain={() => {
            flushSync(() => setSuccess(null))
            element.current?.querySelector<HTMLElement>('input:not([type=hidden], [tabindex])')?.focus()
          }}
        />
      ) : null}
      {/* A success resets the form: its fields are empty and have a new idempotency key. */}
      <div key={conform.form.key} className={success ? 'hidden' : 'contents'}>
        <FormGuard />
        <input type="hidden" name="returnTo" value={posted?.returnTo ?? pathname + search} />
        {children({ ...conform, busy })}
        {/* The last submission failed as a whole, not in some fields only. */}
        {!busy && fetcher.data?.toast && !isSent ? (
          <p className="col-span-full flex max-w-none gap-3 stripe border-bad px-4 py-3 text-sm text-bad forced-colors:edge">
            <Icon name="alert" className="mt-0.5" />
            Not sent yet. What you wrote is still here.
          </p>
        ) : null}
      </div>
    </form>
  )
}

type SentForm = { readonly name: FormName; readonly toast: Toast; readonly email: string }

/** Replaces a form that was sent, and takes the focus. It is the only message about the success. */
function FormSuccess({ name, toast, email, onAgain }: SentForm & { onAgain: () => void }) {
  const id = useId()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <div
      data-form-success=""
      data-theme="dark"
      className={`${SUCCESS_PLATE} col-span-full grid items-center gap-x-6 gap-y-1 rounded-board wrap-anywhere md:grid-cols-lead`}
    >
      <Picture name="gift-6-wax-seal" sizes="6rem" className="row-span-3 h-auto w-[clamp(3.5rem,9vw,6rem)]" />
      <h2 ref={heading} tabIndex={-1} className="text-h3 leading-heading" aria-describedby={id}>
        {toast.title}
      </h2>
      <p id={id}>
        {toast.text} {DONE[name]} <bdi>{email}</bdi>.
      </p>
      <Button variant="link" type="button" className="justify-self-start text-sm" onClick={onAgain}>
        {name === 'contact' ? 'Write another message' : 'Add another address'}
      </Button>
    </div>
  )
}

/** A link to the privacy policy. @param inDialog opens it in another tab, so that typed values are not lost */
export function PolicyLink({ inDialog = false }: { inDialog?: boolean }) {
  return (
    <ShopLink to="/privacy-policy" target={inDialog ? '_blank' : undefined}>
      Privacy Policy{inDialog ? <span className="sr-only"> (opens in a new tab)</span> : null}
    </ShopLink>
  )
}

/**
 * Hidden fields of every public form. The idempotency key is generated in the browser, as cached pages are the same for
 * all visitors; without JavaScript it is empty, and the server compares contents. People cannot reach the honeypot.
 * Browsers do not autofill a read-only field, and password managers respect their own attributes.
 */
function FormGuard() {
  const key = useRef<HTMLInputElement>(null)
  useEffect(() => {
    // Not `randomUUID`, which needs a secure context.
    if (key.current) key.current.value = crypto.getRandomValues(new Uint32Array(4)).join('-')
  }, [])
  return (
    <>
      <input type="hidden" name="idempotencyKey" ref={key} />
      <div hidden inert>
        <label>
          Please leave this field blank
          <input
            type="text"
            name={HONEYPOT}
            defaultValue=""
            autoComplete="off"
            tabIndex={-1}
            readOnly
            data-1p-ignore=""
            data-bwignore=""
            data-lpignore="true"
            data-form-type="other"
          />
        </label>
      </div>
    </>
  )
}
