import { Link } from 'react-router'
import { CONSENT_WORDING } from '../../content/redeem-words.ts'
import { marketPath } from '../../models/market.ts'
import type { TypedRecipient } from '../../models/redeem.ts'
import { useShop } from '../page/use-shop.ts'
import { Checkbox, Field } from '../ui/field.tsx'

const POLICY = 'Privacy Policy'

/**
 * Consent to mails, and the address for them; the fields are shown when the box is checked. The address of the gift
 * record is not prefilled, as the visitor may be someone else. Spec: 7 Database
 * @param typed what the visitor has entered before the form was refused
 */
export function ConsentStep({ typed }: { typed: TypedRecipient | null }) {
  const { market } = useShop()
  const [words, end] = CONSENT_WORDING.split(POLICY)
  return (
    <div className="group/consent">
      <Checkbox
        name="consent"
        value="yes"
        defaultChecked={typed?.agreed}
        label={
          <>
            {words}
            <Link to={marketPath(market, '/privacy-policy')}>{POLICY}</Link>
            {end}
          </>
        }
      />
      {/* An invalid address stays visible: browsers refuse to submit it, and can say so only at a visible field. */}
      <div className="mt-4 hidden gap-4 group-has-checked/consent:grid group-has-invalid/consent:grid sm:grid-cols-2">
        <Field
          label="Name"
          name="recipientName"
          defaultValue={typed?.name}
          dir="auto"
          autoComplete="name"
          maxLength={100}
        />
        <Field
          label="Email"
          name="recipientEmail"
          type="email"
          defaultValue={typed?.email}
          autoComplete="email"
          maxLength={255}
        />
      </div>
    </div>
  )
}
