import { Form, Link } from 'react-router'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { Icon } from '../ui/icon.tsx'
import { useBusy } from './use-busy.ts'
import { When } from './when.tsx'

export type Undelivered = {
  readonly giftId: string
  readonly mailId: string
  readonly orderName: string
  readonly giftTitle: string
  /** Why its mail did not reach anybody, in words for the owner. */
  readonly reason: string
  /** Path of the letter with the magic words. */
  readonly letter: string
  readonly createdAt: string
}

/** Gifts that were paid and whose words have reached nobody, with what to do; nothing when there are none. */
export function UndeliveredGifts({ gifts }: { gifts: readonly Undelivered[] }) {
  if (gifts.length === 0) return null
  return (
    <section className="alert" aria-labelledby="undelivered">
      <h2 id="undelivered">
        <Icon name="alert" />
        Gifts that have not arrived
      </h2>
      <p>
        These gifts are paid, and nobody has their magic words yet. Enter an address to send them to, or print
        the letter and post it.
      </p>
      <ul className="pend">
        {gifts.map((gift) => (
          <li key={gift.giftId}>
            <span id={`undelivered-${gift.giftId}`}>{`Order ${gift.orderName}`}</span>
            <span>
              {`${gift.giftTitle}. ${gift.reason} `}
              <Link
                className="link"
                to={gift.letter}
                reloadDocument
                aria-describedby={`undelivered-${gift.giftId}`}
              >
                Print the letter
              </Link>
            </span>
            <span className="muted">
              <When at={gift.createdAt} />
            </span>
            <AddressForm gift={gift} />
          </li>
        ))}
      </ul>
      <Link className="link" to="/admin/outbox?state=failed">
        All emails that failed
      </Link>
    </section>
  )
}

function AddressForm({ gift }: { gift: Undelivered }) {
  const fields = { intent: 'send-gift', id: gift.giftId, mail: gift.mailId }
  const busy = useBusy({ intent: fields.intent, id: fields.id })
  return (
    <Form method="post" preventScrollReset>
      {Object.entries(fields).map(([name, value]) => (
        <input type="hidden" name={name} value={value} key={name} />
      ))}
      <Field label={`Email for order ${gift.orderName}`} type="email" name="email" maxLength={255} required />
      <Button variant="ghost" busy={busy} busyLabel="Sending...">
        Send the words
      </Button>
    </Form>
  )
}
