import { type SubmitEvent, type SyntheticEvent, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { signupConsentText } from '../../models/consent-wording.ts'
import type { FormReply } from '../../models/form-reply.ts'
import { marketPath } from '../../models/market.ts'
import { SIGNUP_MISSING } from '../../models/messages.ts'
import { FIELD_EMPTY, FORM_DONE } from '../../models/page-messages.ts'
import type { SignupSource } from '../../models/signup.ts'
import { showNotice } from '../layout/notice-store.ts'
import { useShop } from '../layout/use-shop.ts'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { NoticeBox } from '../ui/notice.tsx'
import { FormDone } from './form-done.tsx'
import { FormGuard } from './form-guard.tsx'
import { ConsentText } from './form-promise.tsx'
import { keepOffline } from './form-reply.ts'
import { useJoinForm } from './use-join-form.ts'

export type SignupVariant = 'home' | 'footer' | 'popup' | 'page'

type SignupField = 'fullName' | 'email'
/** What is wrong with each field that was left empty. */
type Missing = { readonly [Field in SignupField]?: string | undefined }

/** Both fields have to hold something besides spaces; the email's form is left to its type. Spec: 5 Signup forms */
function missingIn(typedIn: (name: SignupField) => unknown): Missing {
  const isBlank = (name: SignupField) => String(typedIn(name) ?? '').trim() === ''
  return {
    fullName: isBlank('fullName') ? FIELD_EMPTY.name : undefined,
    email: isBlank('email') ? FIELD_EMPTY.email : undefined,
  }
}

function firstOf({ fullName, email }: Missing): SignupField | null {
  return fullName ? 'fullName' : email ? 'email' : null
}

/** Keeps back a form with an empty field, and says so at the field until something is typed into it. */
function useMissingFields(posted: FormReply | undefined) {
  const [missing, setMissing] = useState<Missing>(() =>
    posted ? missingIn((name) => posted.values[name]) : {},
  )

  function onSubmit(event: SubmitEvent<HTMLFormElement>) {
    const typed = new FormData(event.currentTarget)
    const blank = missingIn((name) => typed.get(name))
    const first = firstOf(blank)
    setMissing(blank)
    if (first === null) return void keepOffline(event)
    event.preventDefault()
    showNotice(SIGNUP_MISSING)
    event.currentTarget.querySelector<HTMLElement>(`[name=${first}]`)?.focus()
  }

  function onInput({ target }: SyntheticEvent<HTMLFormElement>) {
    if (target instanceof HTMLInputElement) setMissing((now) => ({ ...now, [target.name]: undefined }))
  }

  /** What ties a control to its field. Where scripts are off, the keyboard starts at the first to put right. */
  const bind = (name: SignupField) => ({
    name,
    error: missing[name],
    defaultValue: posted?.values[name],
    autoFocus: posted !== undefined && name === firstOf(missing),
    'aria-required': true,
  })
  return { onSubmit, onInput, bind, isMissing: firstOf(missing) !== null }
}

/**
 * Name and email for the mailing list. Spec: 2 Home, 2 Footer, 2 Email signup popup, 5 Signup forms
 * @param posted what the action answered, where the browser itself sent the form: it holds what was typed
 */
export function SignupForm({
  source,
  variant,
  posted,
  onDone,
}: {
  source: SignupSource
  variant: SignupVariant
  posted?: FormReply | undefined
  onDone?: () => void
}) {
  const { market } = useShop()
  const { pathname, search } = useLocation()
  const form = useRef<HTMLFormElement>(null)
  const { Form, notice, turn, joined, busy, failed } = useJoinForm(form, posted, onDone)
  const { onSubmit, onInput, bind, isMissing } = useMissingFields(posted)
  const from = posted?.values.source ?? source

  return (
    <Form
      ref={form}
      className={variant === 'popup' || variant === 'page' ? 'signup stack' : 'signup'}
      method="post"
      defaultShouldRevalidate={false}
      action={marketPath(market, '/subscribe')}
      onSubmit={onSubmit}
      onInput={onInput}
    >
      {notice ? <NoticeBox notice={notice} /> : null}
      <FormGuard renew={turn} />
      <input type="hidden" name="source" value={from} />
      <input type="hidden" name="returnTo" value={posted?.values.returnTo ?? pathname + search} />
      <Field label="Name" {...bind('fullName')} dir="auto" autoComplete="name" maxLength={100} />
      <Field label="Email" {...bind('email')} type="email" autoComplete="email" maxLength={255} />
      <Button busy={busy} busyLabel="Subscribing...">
        Subscribe
      </Button>
      {isMissing ? null : <FormDone told={FORM_DONE.signup} email={joined} failed={failed} />}
      <ConsentText text={signupConsentText(from)} inDialog={variant === 'popup'} />
    </Form>
  )
}
