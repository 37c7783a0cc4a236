import { useLocation } from 'react-router'
import { WAITLIST_CONSENT_TEXT } from '#app/models/consent-wording.ts'
import { WAITLIST_FAILED } from '#app/models/form-messages.ts'
import { marketPath } from '#app/models/market.ts'
import { FORM_AGAIN, FORM_DONE } from '#app/models/page-messages.ts'
import type { FormReply } from '#app/models/replies.ts'
import { useShop } from '../page/use-shop.ts'
import { Button } from '../ui/button.tsx'
import { EmailField, NameField } from '../ui/field.tsx'
import { ConsentText, FormBody } from './form-parts.tsx'
import { useShopForm } from './use-form.ts'

const schema = () =>
  import('#supabase/functions/_shared/forms/waitlist.ts').then(({ waitlistForm }) => waitlistForm)

/**
 * Name and email for the Vol. II waitlist. Spec: 2 Other pages, Waitlist, 5 Waitlist
 * @param posted the reply to a submission without JavaScript
 */
export function WaitlistForm({ posted }: { posted?: FormReply | undefined }) {
  const { market } = useShop()
  const { pathname, search } = useLocation()
  const { formProps, bind, busy, state } = useShopForm<'name' | 'email'>({
    id: 'waitlist',
    name: 'waitlist',
    schema,
    posted,
    failure: WAITLIST_FAILED,
  })
  return (
    <form
      {...formProps}
      className="mt-8 grid grid-cols-1 gap-4"
      action={marketPath(market, '/waitlist')}
      aria-label="Join the waitlist"
    >
      <FormBody state={state} message={FORM_DONE.waitlist} again={FORM_AGAIN.join}>
        <input type="hidden" name="returnTo" value={posted?.returnTo ?? pathname + search} />
        <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,14rem),1fr))] gap-4">
          <NameField {...bind('name')} required />
          <EmailField {...bind('email')} required />
        </div>
        <div>
          <Button busy={busy} busyLabel="Joining..." className="max-md:w-full md:min-w-56">
            Join the Waitlist
          </Button>
        </div>
        <ConsentText text={WAITLIST_CONSENT_TEXT} />
      </FormBody>
    </form>
  )
}
