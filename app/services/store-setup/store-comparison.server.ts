import { MARKET_IDS } from '#app/models/market.ts'
import { REQUIRED_PRODUCTS } from '#app/models/store-products.ts'
import { topicName, WEBHOOK_TOPICS, type WebhookTopic, webhookPath } from '#app/models/store-requirements.ts'
import { changeAdmin } from '#supabase/functions/_shared/shopify-admin.ts'
import { deliveryFindings } from './delivery.server.ts'
import { CREATE_WEBHOOK } from './documents.server.ts'
import { forPerson, forSetup, type StoreFinding } from './finding.server.ts'
import { marketFindings } from './markets.server.ts'
import { channelFindings, productFindings, stateOf } from './products.server.ts'
import type { StoreState } from './read-store.server.ts'

export type ComparisonOptions = {
  /** Scheme and host of the shop; null while it is not known, and no webhook can be compared. */
  readonly origin: string | null
  /** Handles of the owner's own products that set-up may change. */
  readonly adopted?: readonly string[]
}

/**
 * Compares a Shopify shop with what this shop requires of it: everything that is missing or different, in the order in
 * which set-up mends it. Products are published last, so that none is for sale at a wrong price, with delivery for a
 * gift, or unseen by the webhooks. Set-up carries out the steps of the findings, the check shows them; neither changes
 * anything that a finding without a step is about.
 * @param store parts that are null are not compared
 */
export function compareStore(store: StoreState, { origin, adopted = [] }: ComparisonOptions): StoreFinding[] {
  const products = REQUIRED_PRODUCTS.map((required) => stateOf(store, required, adopted))
  return [
    ...products.flatMap((product) => productFindings(product, adopted.includes(product.required.handle))),
    ...MARKET_IDS.flatMap((market) => marketFindings(store, market, products)),
    ...deliveryFindings(store, products),
    ...(origin === null ? [] : webhookFindings(store, origin)),
    ...channelFindings(store, products),
  ]
}

const LATE = 'what becomes of its gifts follows up to ten minutes later'
const STALE = 'a change in the store shows in the shop only after minutes'

/** What goes wrong without a webhook, in an owner's words. */
const WITHOUT: Readonly<Record<WebhookTopic, string>> = {
  'orders/create': LATE,
  'orders/paid': LATE,
  'orders/updated': LATE,
  'orders/edited': LATE,
  'orders/cancelled': LATE,
  'refunds/create': LATE,
  'products/update': STALE,
  'products/delete': STALE,
  'collections/update': STALE,
  'inventory_levels/update': STALE,
}

function webhookFindings({ webhooks }: StoreState, origin: string): StoreFinding[] {
  return WEBHOOK_TOPICS.flatMap((topic): StoreFinding[] => {
    const address = origin + webhookPath(topic)
    const ofTopic = webhooks.filter((webhook) => webhook.topic === topicName(topic))
    const here = ofTopic.find((webhook) => webhook.address === address)
    if (here?.format === 'JSON') return []
    const weight = topic === 'orders/paid' ? 'stops' : 'harms'
    if (here !== undefined) {
      const message = `The webhook ${topic} is sent as ${here.format}; the shop reads JSON.`
      const mend = 'In Shopify, delete that webhook and run `npm run setup`.'
      return [forPerson(`webhook:${topic}:format`, weight, message, mend)]
    }
    const elsewhere = ofTopic.map((webhook) => webhook.address)
    const instead = elsewhere.length > 0 ? ` (only ${elsewhere.join(', ')})` : ''
    const message = `No webhook ${topic} is sent to ${address}${instead}: ${WITHOUT[topic]}.`
    const words = `Subscribe to ${topic} at ${address}`
    const webhook = { topic: topicName(topic), webhook: { callbackUrl: address, format: 'JSON' } }
    return [
      forSetup(`webhook:${topic}`, weight, message, words, ({ admin }) =>
        changeAdmin(admin, CREATE_WEBHOOK, webhook),
      ),
    ]
  })
}
