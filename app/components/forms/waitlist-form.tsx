import { useLocation } from 'react-router'
import { marketPath } from '../../models/market.ts'
import { useShop } from '../layout/use-shop.ts'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { FormGuard } from './form-guard.tsx'

/** Name and email for the Vol. II waitlist. Spec: 5 Waitlist */
export function WaitlistForm() {
  const { market } = useShop()
  const { pathname, search } = useLocation()
  return (
    <form className="signup" method="post" action={marketPath(market, '/waitlist')}>
      <FormGuard />
      <input type="hidden" name="returnTo" value={pathname + search} />
      <Field label="Name" name="name" autoComplete="name" required />
      <Field label="Email" name="email" type="email" autoComplete="email" required />
      <Button busyLabel="Joining...">Join the Waitlist</Button>
      <p className="hint">Joining the waitlist also adds you to our mailing list. Leave whenever you like.</p>
    </form>
  )
}
