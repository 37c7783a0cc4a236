import { Form } from 'react-router'
import type { ReportedGift } from '#app/models/gift-life.ts'
import { Button, TextLink } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { AdminAlert, AlertRow } from './admin-section.tsx'
import { When } from './cells.tsx'
import { SMALL_BUTTON } from './row-form.tsx'
import { useBusy } from './submitting.ts'

/** Gifts that were paid and whose words have reached nobody, with what to do; nothing when there are none. */
export function UndeliveredGifts({ gifts }: { gifts: readonly ReportedGift[] }) {
  if (gifts.length === 0) return null
  return (
    <AdminAlert id="undelivered" title="Gifts that have not arrived">
      <p className="text-quiet">
        These gifts are paid, and nobody has their magic words yet. Enter an address to send them to, or print
        the letter and post it.
      </p>
      <ul className="mt-2.5">
        {gifts.map((gift) => (
          <AlertRow key={gift.giftId} form={<AddressForm gift={gift} />}>
            <span id={`undelivered-${gift.giftId}`}>{`Order ${gift.orderName}`}</span>
            <span>
              {`${gift.giftTitle}. ${gift.reason} `}
              <TextLink
                prefetch="none"
                to={gift.letter}
                reloadDocument
                aria-describedby={`undelivered-${gift.giftId}`}
              >
                Print the letter
              </TextLink>
            </span>
            <span className="text-quiet">
              <When at={gift.createdAt} />
            </span>
          </AlertRow>
        ))}
      </ul>
      <TextLink prefetch="none" className="justify-self-start" to="/admin/outbox?state=failed">
        All emails that failed
      </TextLink>
    </AdminAlert>
  )
}

function AddressForm({ gift }: { gift: ReportedGift }) {
  const fields = { intent: 'send-gift', id: gift.giftId, mail: gift.mailId }
  const busy = useBusy({ intent: fields.intent, id: fields.id })
  return (
    <Form method="post" preventScrollReset className="grid gap-2">
      {Object.entries(fields).map(([name, value]) => (
        <input type="hidden" name={name} value={value} key={name} />
      ))}
      <Field
        label={`Email for order ${gift.orderName}`}
        type="email"
        name="email"
        maxLength={255}
        className="min-h-tap py-1.5"
        required
      />
      <Button variant="ghost" className={SMALL_BUTTON} busy={busy} busyLabel="Sending...">
        Send the words
      </Button>
    </Form>
  )
}
