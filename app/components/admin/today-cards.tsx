import { Link } from 'react-router'
import { TextLink } from '../ui/button.tsx'
import { AdminAlert, AdminCard, AdminSection, AlertRow } from './admin-section.tsx'
import { When } from './cells.tsx'

type Figure = { readonly label: string; readonly count: number | null; readonly href: string }

const NUMBER = new Intl.NumberFormat('en-GB')

/** Counts, each with a link to its list. */
export function Figures({ figures }: { figures: readonly Figure[] }) {
  return (
    <dl className="mt-6 grid grid-cols-2 gap-px overflow-hidden rounded-board bg-line shadow-rest md:grid-cols-4 lg:grid-cols-7">
      {figures.map(({ label, count, href }) => (
        <div
          key={label}
          className="flex flex-col-reverse bg-plate px-4 py-4 last:odd:col-span-2 md:px-6 lg:last:odd:col-span-1"
        >
          <dt className="text-hint text-quiet">
            <Link className="inline-flex min-h-6" to={href}>
              {label}
            </Link>
          </dt>
          <dd className="text-2xl leading-heading font-semibold">
            {count === null ? '–' : NUMBER.format(count)}
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** Facts about the company that only the owner can provide. @param missing descriptions of those that are missing */
export function MissingFacts({ missing }: { missing: readonly string[] }) {
  if (missing.length === 0) return null
  return (
    <AdminSection id="missing" title="Before the doors open">
      <AdminCard>
        <div>
          <p className="text-sm text-quiet">
            Only you know these, and the law wants most of them shown. Until they are filled in, the pages
            leave them out and tell shoppers to write to us.
          </p>
          <TextLink prefetch="none" className="mt-3" to="/admin/company">
            Fill them in
          </TextLink>
        </div>
        <ul className="columns-3xs gap-x-8 text-sm">
          {missing.map((fact) => (
            <li key={fact} className="break-inside-avoid border-b border-dotted border-edge py-1">
              {fact}
            </li>
          ))}
        </ul>
      </AdminCard>
    </AdminSection>
  )
}

type Refusals = { readonly reason: 'signature' | 'body'; readonly refused: number; readonly lastAt: number }

const QUESTIONS: Record<Refusals['reason'], { readonly title: string; readonly text: string }> = {
  signature: {
    title: 'Webhooks are being refused: is WEBHOOK_SECRET right?',
    text: 'Something posts order notices with a signature that does not fit. If that is your store, its orders neither issue nor spend gifts until the secret is right.',
  },
  body: {
    title: 'Order notices arrive that the shop cannot read',
    text: 'They are signed by your store, but not in the form that Shopify documents. Is its webhook API version right?',
  },
}

/** Webhooks that were refused during the last day; nothing when there were none. */
export function WebhookRefusals({ refusals }: { refusals: readonly Refusals[] }) {
  return refusals.map(({ reason, refused, lastAt }) => (
    <AdminAlert id={`refused-${reason}`} title={QUESTIONS[reason].title} key={reason}>
      <p className="text-quiet">{QUESTIONS[reason].text}</p>
      <p className="text-quiet">
        {refused === 1 ? 'Once, ' : `${refused} times, last `}
        <When at={new Date(lastAt).toISOString()} />
      </p>
    </AdminAlert>
  ))
}

type Reported = {
  readonly id: string
  readonly orderName: string
  /** What is wrong with it, as a sentence. */
  readonly text: string
  readonly createdAt: string
}

/** Orders that were reported lately and that the shop leaves to its owner; nothing when there are none. */
export function OrdersToSettle({ orders }: { orders: readonly Reported[] }) {
  if (orders.length === 0) return null
  return (
    <AdminAlert id="to-settle" title="Orders to look at before they ship">
      <ul className="mt-2.5">
        {orders.map(({ id, orderName, text, createdAt }) => (
          <AlertRow key={id}>
            <span>{`Order ${orderName}`}</span>
            <span>{text}</span>
            <span className="text-quiet">
              <When at={createdAt} />
            </span>
          </AlertRow>
        ))}
      </ul>
    </AdminAlert>
  )
}
