import { marketPath } from '../../models/market.ts'
import { useShop } from '../layout/use-shop.ts'
import { Checkbox, Field } from '../ui/field.tsx'
import { PageLink } from '../ui/page-link.tsx'

/**
 * Consent to mails, and the address for them; the fields are shown when the box is checked. The address of the gift
 * record is not prefilled, as the visitor may be someone else. Spec: 7 Database
 */
export function ConsentStep() {
  const { market } = useShop()
  return (
    <div className="consent">
      <Checkbox
        name="consent"
        value="yes"
        label={
          <>
            Write to me when there is something new. See our{' '}
            <PageLink to={marketPath(market, '/privacy-policy')}>Privacy Policy</PageLink>.
          </>
        }
      />
      <div className="two who">
        <Field label="Name" name="recipientName" dir="auto" autoComplete="name" maxLength={100} />
        <Field label="Email" name="recipientEmail" type="email" autoComplete="email" maxLength={255} />
      </div>
    </div>
  )
}
