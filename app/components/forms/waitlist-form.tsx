import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { WAITLIST_CONSENT_TEXT } from '../../models/consent-wording.ts'
import type { FormReply } from '../../models/form-reply.ts'
import { marketPath } from '../../models/market.ts'
import { FORM_DONE } from '../../models/page-messages.ts'
import { useShop } from '../layout/use-shop.ts'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { NoticeBox } from '../ui/notice.tsx'
import { FormDone } from './form-done.tsx'
import { FormGuard } from './form-guard.tsx'
import { ConsentText } from './form-promise.tsx'
import { keepOffline } from './form-reply.ts'
import { useJoinForm } from './use-join-form.ts'

/**
 * Name and email for the Vol. II waitlist. Spec: 2 Waitlist, 5 Waitlist
 * @param posted what the action answered, where the browser itself sent the form
 */
export function WaitlistForm({ posted }: { posted?: FormReply | undefined }) {
  const { market } = useShop()
  const { pathname, search } = useLocation()
  const form = useRef<HTMLFormElement>(null)
  const { Form, reply, notice, turn, joined, busy, failed } = useJoinForm(form, posted)
  const errors = reply?.errors
  const firstWrong = errors?.name ? 'name' : errors?.email ? 'email' : null
  /** Where scripts are off, the keyboard starts at the field to put right. */
  const bind = (name: 'name' | 'email') => ({
    name,
    error: errors?.[name],
    defaultValue: posted?.values[name],
    autoFocus: posted !== undefined && name === firstWrong,
    required: true,
  })
  useEffect(() => {
    if (errors) form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus()
  }, [errors])

  return (
    <Form
      ref={form}
      className="waitlist"
      method="post"
      defaultShouldRevalidate={false}
      action={marketPath(market, '/waitlist')}
      aria-label="Join the waitlist"
      onSubmit={keepOffline}
    >
      {notice ? <NoticeBox notice={notice} /> : null}
      <FormGuard renew={turn} />
      <input type="hidden" name="returnTo" value={posted?.values.returnTo ?? pathname + search} />
      <div className="fields">
        <Field label="Name" {...bind('name')} dir="auto" autoComplete="name" maxLength={100} />
        <Field label="Email" {...bind('email')} type="email" autoComplete="email" maxLength={255} />
      </div>
      <div>
        <Button busy={busy} busyLabel="Joining...">
          Join the Waitlist
        </Button>
      </div>
      <FormDone told={FORM_DONE.waitlist} email={joined} failed={failed} />
      <ConsentText text={WAITLIST_CONSENT_TEXT} />
    </Form>
  )
}
