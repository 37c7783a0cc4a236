import { type SubmitEvent, useEffect, useRef, useState } from 'react'
import { Link, useFetcher, useLocation } from 'react-router'
import { marketPath } from '../../models/market.ts'
import { type Notice, SIGNUP_MISSING } from '../../models/messages.ts'
import { POPUP_STORAGE } from '../../models/popup.ts'
import type { SignupSource } from '../../models/signup.ts'
import { showNotice } from '../layout/notice-store.ts'
import { useShop } from '../layout/use-shop.ts'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { FormGuard } from './form-guard.tsx'

/** What the subscribe action answers to a form sent by `fetch` (`enhanced` is then `1`); others it redirects. */
export type SignupReply = { readonly ok: boolean; readonly notice: Notice }

export type SignupVariant = 'home' | 'footer' | 'popup' | 'page'

const PROMISES: Record<SignupVariant, string> = {
  home: 'By joining you ask for our emails. Leave whenever you like.',
  footer: 'By joining you ask for our emails.',
  popup: 'By joining you ask for our emails. Leave whenever you like.',
  page: 'By joining you ask for our emails. Every one has a way out.',
}

function rememberSubscribed() {
  try {
    localStorage.setItem(POPUP_STORAGE.subscribed, 'true')
  } catch {
    // Storage may be forbidden; then the popup may ask once more.
  }
}

/** Says the reply once, and after a success clears the fields. */
function useReply(reply: SignupReply | undefined, onSuccess: () => void) {
  const said = useRef<SignupReply>(undefined)
  useEffect(() => {
    if (!reply || said.current === reply) return
    said.current = reply
    if (reply.ok) {
      rememberSubscribed()
      onSuccess()
    }
    showNotice(reply.notice)
  })
}

/** Both fields have to hold something besides spaces; the email's form is left to its type. Spec: 5 Signup forms */
function isMissing(form: HTMLFormElement): boolean {
  const fields = new FormData(form)
  return ['fullName', 'email'].some((name) => String(fields.get(name) ?? '').trim() === '')
}

/** Name and email for the mailing list. Spec: 2 Home, 2 Footer, 2 Email signup popup, 5 Signup forms */
export function SignupForm({
  source,
  variant,
  onDone,
}: {
  source: SignupSource
  variant: SignupVariant
  onDone?: () => void
}) {
  const { market } = useShop()
  const { pathname, search } = useLocation()
  const fetcher = useFetcher<SignupReply>()
  const form = useRef<HTMLFormElement>(null)
  const [turn, setTurn] = useState(0)
  const [scripted, setScripted] = useState(false)
  useEffect(() => setScripted(true), [])
  useReply(fetcher.data, () => {
    form.current?.reset()
    setTurn((count) => count + 1)
    onDone?.()
  })

  function check(event: SubmitEvent<HTMLFormElement>) {
    if (!isMissing(event.currentTarget)) return
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
      action={marketPath(market, '/subscribe')}
      onSubmit={check}
    >
      <FormGuard renew={turn} />
      <input type="hidden" name="source" value={source} />
      <input type="hidden" name="returnTo" value={pathname + search} />
      <input type="hidden" name="enhanced" value={scripted ? '1' : ''} />
      <Field label="Name" name="fullName" autoComplete="name" maxLength={100} aria-required="true" />
      <Field
        label="Email"
        name="email"
        type="email"
        autoComplete="email"
        maxLength={255}
        aria-required="true"
      />
      <Button busy={fetcher.state !== 'idle'} busyLabel="Subscribing...">
        Subscribe
      </Button>
      <p className="hint">
        {PROMISES[variant]} See our{' '}
        <Link to={marketPath(market, '/privacy-policy')} prefetch="intent">
          Privacy Policy
        </Link>
        .
      </p>
    </fetcher.Form>
  )
}
