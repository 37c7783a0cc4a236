import { MARKET_IDS } from '#app/models/market.ts'
import { REQUIRED_PRODUCTS } from '#app/models/store-products.ts'
import { topicName, WEBHOOK_FIELDS, WEBHOOK_TOPICS, webhookPath } from '#app/models/store-requirements.ts'
import { changeAdmin } from '#supabase/functions/_shared/shopify-admin.ts'
import { DELIVERY_SCOPES, deliveryNeed } from './delivery.server.ts'
import { CREATE_WEBHOOK } from './documents.server.ts'
import { marketNeed, pricesNeed } from './markets.server.ts'
import type { ForOwner, Need } from './need.server.ts'
import { PUBLICATION, productNeed } from './products.server.ts'
import type { Store } from './store.server.ts'

const LOCATION: Need = {
  id: 'location',
  name: 'A location that orders are sent from',
  scopes: DELIVERY_SCOPES,
  async look(store) {
    if ((await store.settings()).locationIds.length > 0) return true
    return {
      message: 'The shop has no location that orders are sent from.',
      mend: 'In Shopify, open Settings, Locations, add yours, switch on “Fulfil online orders”, and run npm run setup.',
    }
  },
}

/** The webhooks that tell the shop of orders and changes. @param origin where they are sent */
function webhookNeed(origin: string): Need {
  const unsubscribed = async (store: Store) => {
    const { webhooks } = await store.settings()
    const isSent = (topic: string, address: string) =>
      webhooks.some((one) => one.topic === topic && one.callbackUrl === address)
    return WEBHOOK_TOPICS.filter((topic) => !isSent(topicName(topic), origin + webhookPath(topic)))
  }
  return {
    id: 'webhooks',
    name: `The webhooks of orders and products to ${origin}`,
    look: async (store) => (await unsubscribed(store)).length === 0,
    async make(store) {
      for (const topic of await unsubscribed(store)) {
        const callbackUrl = origin + webhookPath(topic)
        const webhookSubscription = { callbackUrl, format: 'JSON', includeFields: WEBHOOK_FIELDS[topic] }
        await changeAdmin(store.admin, CREATE_WEBHOOK, { topic: topicName(topic), webhookSubscription })
      }
    },
  }
}

/**
 * All that the shop needs, in the order in which set-up makes it. Products are published last, so that none is for sale at a
 * wrong price, with delivery for a gift, or unseen by the webhooks.
 * @param origin scheme and host of the shop; null while it is not known, and webhooks have no address
 */
export function needsOf(origin: string | null): Need[] {
  return [
    LOCATION,
    ...REQUIRED_PRODUCTS.map(productNeed),
    ...MARKET_IDS.flatMap((market) => [marketNeed(market), pricesNeed(market)]),
    deliveryNeed('free'),
    deliveryNeed('paid'),
    ...(origin === null ? [] : [webhookNeed(origin)]),
    PUBLICATION,
  ]
}

/** A need that is not met; null for what set-up makes. */
export type Gap = { readonly need: Need; readonly forOwner: ForOwner | null }

/** What a store lacks of the needs that its token may see. @throws ShopifyAdminError */
export async function gapsOf(store: Store, needs: readonly Need[]): Promise<Gap[]> {
  const gaps: Gap[] = []
  for (const need of needs) {
    const found = store.has(...(need.scopes ?? [])) ? await need.look(store) : true
    if (found !== true) gaps.push({ need, forOwner: found || null })
  }
  return gaps
}
