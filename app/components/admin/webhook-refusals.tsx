import { AdminAlert, AlertText } from './admin-section.tsx'
import { When } from './when.tsx'

type Refusals = { readonly reason: 'signature' | 'body'; readonly refused: number; readonly lastAt: string }

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
      <AlertText>{QUESTIONS[reason].text}</AlertText>
      <AlertText>
        {refused === 1 ? 'Once, ' : `At least ${refused} times, last `}
        <When at={lastAt} />
      </AlertText>
    </AdminAlert>
  ))
}
