import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { WAITLIST_CONSENT_TEXT } from '#app/models/consent-wording.ts'
import { WAITLIST_FAILED } from '#app/models/form-messages.ts'
import { marketPath } from '#app/models/market.ts'
import { FORM_AGAIN, FORM_DONE } from '#app/models/page-messages.ts'
import type { OldFormReply } from '#app/models/replies.ts'
import { blockWhenOffline } from '../page/lost-connection.ts'
import { useShop } from '../page/use-shop.ts'
import { Button } from '../ui/button.tsx'
import { EmailField, NameField } from '../ui/field.tsx'
import { ConsentText, FormBody, NotSent } from './form-parts.tsx'
import { useJoinForm } from './use-form-fetcher.ts'

/**
 * Name and email for the Vol. II waitlist. Spec: 2 Other pages, Waitlist, 5 Waitlist
 * @param posted the result of the action, after a submission without JavaScript
 */
export function WaitlistForm({ posted }: { posted?: OldFormReply | undefined }) {
  const { market } = useShop()
  const { pathname, search } = useLocation()
  const form = useRef<HTMLFormElement>(null)
  const { Form, reply, state, busy, failed } = useJoinForm(form, posted, WAITLIST_FAILED)
  const errors = reply?.errors
  const firstInvalid = errors?.name ? 'name' : errors?.email ? 'email' : null
  /** Props of a field. Without JavaScript, the first invalid field has the focus. */
  const bind = (name: 'name' | 'email') => ({
    name,
    error: errors?.[name],
    defaultValue: posted?.values[name],
    autoFocus: posted !== undefined && name === firstInvalid,
    required: true,
  })
  useEffect(() => {
    if (errors) form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus()
  }, [errors])

  return (
    <Form
      ref={form}
      className="mt-8 grid grid-cols-1 gap-4"
      method="post"
      defaultShouldRevalidate={false}
      action={marketPath(market, '/waitlist')}
      aria-label="Join the waitlist"
      onSubmit={blockWhenOffline}
    >
      <FormBody state={state} message={FORM_DONE.waitlist} again={FORM_AGAIN.join}>
        <input type="hidden" name="returnTo" value={posted?.values.returnTo ?? pathname + search} />
        <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,14rem),1fr))] gap-4">
          <NameField {...bind('name')} />
          <EmailField {...bind('email')} />
        </div>
        <div>
          <Button busy={busy} busyLabel="Joining..." className="max-md:w-full md:min-w-56">
            Join the Waitlist
          </Button>
        </div>
        {failed ? <NotSent /> : null}
        <ConsentText text={WAITLIST_CONSENT_TEXT} />
      </FormBody>
    </Form>
  )
}
