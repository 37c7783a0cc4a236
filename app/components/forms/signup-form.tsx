import { cva } from 'class-variance-authority'
import { type SubmitEvent, type SyntheticEvent, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { signupConsentText } from '#app/models/consent-wording.ts'
import { SIGNUP_MISSING, signupFailed } from '#app/models/form-messages.ts'
import { marketPath } from '#app/models/market.ts'
import { FIELD_EMPTY, FORM_AGAIN, FORM_DONE } from '#app/models/page-messages.ts'
import type { OldFormReply } from '#app/models/replies.ts'
import type { SignupSource } from '#app/models/signup.ts'
import { blockWhenOffline } from '../page/lost-connection.ts'
import { dismissToast, showNotice } from '../page/notice-store.ts'
import { useShop } from '../page/use-shop.ts'
import { Button } from '../ui/button.tsx'
import { EmailField, NameField } from '../ui/field.tsx'
import { ConsentText, FormBody, NotSent } from './form-parts.tsx'
import { useJoinForm } from './use-form-fetcher.ts'

export type SignupVariant = 'home' | 'footer' | 'popup' | 'page'

const form = cva('grid grid-cols-1 items-start', {
  variants: {
    variant: {
      home: 'gap-4 md:grid-cols-2',
      footer: 'mt-4 gap-3 md:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_auto]',
      popup: 'gap-4',
      page: 'mt-8 gap-4',
    } satisfies Record<SignupVariant, string>,
  },
})

/** In the footer the button stands in the row of the fields, level with them below their labels. */
const BUTTON: Record<SignupVariant, string> = {
  home: 'col-span-full',
  footer: 'mt-1 md:mt-7.25',
  popup: '',
  page: 'mt-1.5',
}

const FOOTER_FIELD = 'bg-soot text-bone hover:border-gilt-bright focus-visible:border-gilt-bright'

const SIGNUP_FAILED = signupFailed()

const FIELDS = ['fullName', 'email'] as const
type SignupField = (typeof FIELDS)[number]
const ERRORS: Record<SignupField, string> = { fullName: FIELD_EMPTY.name, email: FIELD_EMPTY.email }

/** Neither field may be blank; the format of the email is validated by the browser. Spec: 5 Signup forms */
function findMissing(typedValue: (name: SignupField) => unknown): readonly SignupField[] {
  return FIELDS.filter((name) => String(typedValue(name) ?? '').trim() === '')
}

/** Prevents the submission with an empty field, and shows an error at the field until something is typed. */
function useMissingFields(posted: OldFormReply | undefined) {
  const [missing, setMissing] = useState(() => (posted ? findMissing((name) => posted.values[name]) : []))

  function onSubmit(event: SubmitEvent<HTMLFormElement>) {
    const typed = new FormData(event.currentTarget)
    const blank = findMissing((name) => typed.get(name))
    const [first] = blank
    setMissing(blank)
    dismissToast(SIGNUP_MISSING)
    if (first === undefined) return blockWhenOffline(event)
    event.preventDefault()
    showNotice(SIGNUP_MISSING)
    event.currentTarget.querySelector<HTMLElement>(`[name=${first}]`)?.focus()
  }

  function onInput({ target }: SyntheticEvent<HTMLFormElement>) {
    if (target instanceof HTMLInputElement) setMissing((now) => now.filter((name) => name !== target.name))
  }

  /** Props of a field. Without JavaScript, the first missing field has the focus. */
  const bind = (name: SignupField) => ({
    name,
    error: missing.includes(name) ? ERRORS[name] : undefined,
    defaultValue: posted?.values[name],
    autoFocus: posted !== undefined && name === missing[0],
    'aria-required': true,
  })
  return { onSubmit, onInput, bind, isMissing: missing.length > 0 }
}

/**
 * Name and email for the mailing list. Spec: 2 Home, 2 Footer, 2 Email signup popup, 5 Signup forms
 * @param posted the result of the action, with the typed values, after a submission without JavaScript
 */
export function SignupForm({
  source,
  variant,
  posted,
  onDone,
}: {
  source: SignupSource
  variant: SignupVariant
  posted?: OldFormReply | undefined
  onDone?: () => void
}) {
  const { market } = useShop()
  const { pathname, search } = useLocation()
  const element = useRef<HTMLFormElement>(null)
  const { Form, state, busy, failed } = useJoinForm(element, posted, SIGNUP_FAILED, onDone)
  const { onSubmit, onInput, bind, isMissing } = useMissingFields(posted)
  const fieldLook = variant === 'footer' ? FOOTER_FIELD : undefined
  const from = posted?.values.source ?? source

  return (
    <Form
      ref={element}
      className={form({ variant })}
      method="post"
      defaultShouldRevalidate={false}
      action={marketPath(market, '/subscribe')}
      onSubmit={onSubmit}
      onInput={onInput}
    >
      <FormBody state={state} message={FORM_DONE.signup} again={FORM_AGAIN.join}>
        <input type="hidden" name="source" value={from} />
        <input type="hidden" name="returnTo" value={posted?.values.returnTo ?? pathname + search} />
        <NameField {...bind('fullName')} className={fieldLook} />
        <EmailField {...bind('email')} className={fieldLook} />
        <Button busy={busy} busyLabel="Subscribing..." className={BUTTON[variant]}>
          Subscribe
        </Button>
        {failed && !isMissing ? <NotSent /> : null}
        <ConsentText text={signupConsentText(from)} inDialog={variant === 'popup'} />
      </FormBody>
    </Form>
  )
}
