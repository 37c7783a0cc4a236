import { type SubmitEvent, useRef, useState } from 'react'
import { Link, useFetcher, useLocation } from 'react-router'
import { signupPromise } from '../../models/consent-wording.ts'
import type { FormReply } from '../../models/form-reply.ts'
import { marketPath } from '../../models/market.ts'
import { SIGNUP_MISSING } from '../../models/messages.ts'
import type { SignupSource } from '../../models/signup.ts'
import { showNotice } from '../layout/notice-store.ts'
import { useShop } from '../layout/use-shop.ts'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { FormGuard } from './form-guard.tsx'
import { clearFields, keepOffline, rememberSubscribed, useFormReply } from './form-reply.ts'

export type SignupVariant = 'home' | 'footer' | 'popup' | 'page'

/** Both fields have to hold something besides spaces; the email's form is left to its type. Spec: 5 Signup forms */
function isMissing(form: HTMLFormElement): boolean {
  const fields = new FormData(form)
  return ['fullName', 'email'].some((name) => String(fields.get(name) ?? '').trim() === '')
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
  useFormReply(fetcher.data, () => {
    rememberSubscribed()
    clearFields(form.current)
    setTurn((count) => count + 1)
    onDone?.()
  })

  function check(event: SubmitEvent<HTMLFormElement>) {
    if (!isMissing(event.currentTarget)) return void keepOffline(event)
    event.preventDefault()
    showNotice(SIGNUP_MISSING)
    const fields = event.currentTarget.querySelectorAll<HTMLInputElement>('.in')
    for (const field of fields) if (field.value.trim() === '') return field.focus()
  }

  return (
    <fetcher.Form
      ref={form}
      className={variant === 'popup' || variant === 'page' ? 'signup stack' : 'signup'}
      method="post"
      defaultShouldRevalidate={false}
      action={marketPath(market, '/subscribe')}
      onSubmit={check}
    >
      <FormGuard renew={turn} />
      <input type="hidden" name="source" value={from} />
      <input type="hidden" name="returnTo" value={posted?.values.returnTo ?? pathname + search} />
      <Field
        label="Name"
        name="fullName"
        autoComplete="name"
        maxLength={100}
        aria-required="true"
        defaultValue={posted?.values.fullName}
      />
      <Field
        label="Email"
        name="email"
        type="email"
        autoComplete="email"
        maxLength={255}
        aria-required="true"
        defaultValue={posted?.values.email}
      />
      <Button busy={fetcher.state !== 'idle'} busyLabel="Subscribing...">
        Subscribe
      </Button>
      <p className="hint">
        {signupPromise(from)} See our{' '}
        <Link to={marketPath(market, '/privacy-policy')} prefetch="intent">
          Privacy Policy
        </Link>
        .
      </p>
    </fetcher.Form>
  )
}
