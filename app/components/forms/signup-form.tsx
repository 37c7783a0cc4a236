import { type SubmitEvent, type SyntheticEvent, useRef, useState } from 'react'
import { useFetcher, useLocation } from 'react-router'
import { signupPromise } from '../../models/consent-wording.ts'
import type { FormReply } from '../../models/form-reply.ts'
import { marketPath } from '../../models/market.ts'
import { SIGNUP_MISSING } from '../../models/messages.ts'
import { FIELD_EMPTY, FORM_DONE } from '../../models/page-messages.ts'
import type { SignupSource } from '../../models/signup.ts'
import { showNotice } from '../layout/notice-store.ts'
import { useShop } from '../layout/use-shop.ts'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { PageLink } from '../ui/page-link.tsx'
import { FormDone } from './form-done.tsx'
import { FormGuard } from './form-guard.tsx'
import {
  clearFields,
  emailOf,
  hasFailed,
  keepOffline,
  rememberSubscribed,
  useFormReply,
} from './form-reply.ts'

export type SignupVariant = 'home' | 'footer' | 'popup' | 'page'

type Missing = { readonly fullName?: string; readonly email?: string }

/** Both fields have to hold something besides spaces; the email's form is left to its type. Spec: 5 Signup forms */
function missingIn(typedIn: (name: 'fullName' | 'email') => unknown): Missing {
  const isBlank = (name: 'fullName' | 'email') => String(typedIn(name) ?? '').trim() === ''
  return {
    ...(isBlank('fullName') ? { fullName: FIELD_EMPTY.name } : {}),
    ...(isBlank('email') ? { email: FIELD_EMPTY.email } : {}),
  }
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
  const from = posted?.values.source ?? source
  const { pathname, search } = useLocation()
  const fetcher = useFetcher<FormReply>()
  const form = useRef<HTMLFormElement>(null)
  const [turn, setTurn] = useState(0)
  const [joined, setJoined] = useState<string | null>(null)
  const [missing, setMissing] = useState(() => (posted ? missingIn((name) => posted.values[name]) : {}))
  useFormReply(fetcher.data, () => {
    rememberSubscribed()
    setJoined(form.current && emailOf(form.current))
    clearFields(form.current)
    setTurn((count) => count + 1)
    onDone?.()
  })

  function check(event: SubmitEvent<HTMLFormElement>) {
    const typed = new FormData(event.currentTarget)
    const blank = missingIn((name) => typed.get(name))
    setMissing(blank)
    if (!blank.fullName && !blank.email) return void keepOffline(event)
    event.preventDefault()
    showNotice(SIGNUP_MISSING)
    const fields = event.currentTarget.querySelectorAll<HTMLInputElement>('.in')
    for (const field of fields) if (field.value.trim() === '') return field.focus()
  }

  /** Where scripts are off, the keyboard starts at the field to put right. */
  const startAt = (name: keyof Missing) => ({
    autoFocus:
      posted !== undefined && name === (missing.fullName ? 'fullName' : missing.email ? 'email' : ''),
  })

  /** What is being put right is not called wrong. */
  function correct({ target }: SyntheticEvent<HTMLFormElement>) {
    if (target instanceof HTMLInputElement) setMissing((now) => ({ ...now, [target.name]: undefined }))
  }

  return (
    <fetcher.Form
      ref={form}
      className={variant === 'popup' || variant === 'page' ? 'signup stack' : 'signup'}
      method="post"
      defaultShouldRevalidate={false}
      action={marketPath(market, '/subscribe')}
      onSubmit={check}
      onInput={correct}
    >
      <FormGuard renew={turn} />
      <input type="hidden" name="source" value={from} />
      <input type="hidden" name="returnTo" value={posted?.values.returnTo ?? pathname + search} />
      <Field
        label="Name"
        name="fullName"
        error={missing.fullName}
        {...startAt('fullName')}
        autoComplete="name"
        maxLength={100}
        aria-required="true"
        defaultValue={posted?.values.fullName}
      />
      <Field
        label="Email"
        name="email"
        error={missing.email}
        {...startAt('email')}
        type="email"
        autoComplete="email"
        maxLength={255}
        aria-required="true"
        defaultValue={posted?.values.email}
      />
      <Button busy={fetcher.state !== 'idle'} busyLabel="Subscribing...">
        Subscribe
      </Button>
      <FormDone
        text={joined && FORM_DONE.signup(joined)}
        failed={fetcher.state === 'idle' && hasFailed(fetcher.data)}
      />
      <p className="hint">
        {signupPromise(from)} See our{' '}
        <PageLink to={marketPath(market, '/privacy-policy')} prefetch="intent">
          Privacy Policy
        </PageLink>
        .
      </p>
    </fetcher.Form>
  )
}
