import { MARKET_IDS } from '#app/models/market.ts'
import { REQUIRED_PRODUCTS } from '#app/models/store-products.ts'
import { topicName, WEBHOOK_TOPICS, type WebhookTopic, webhookPath } from '#app/models/store-requirements.ts'
import { createStoreApi } from '../orders/store-api.server.ts'
import { DELIVERY_SCOPES, deliveryNeed } from './delivery.server.ts'
import { marketNeed } from './markets.server.ts'
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
  return {
    id: 'webhooks',
    name: `The webhooks of orders and products to ${origin}`,
    async look(store) {
      const { webhooks } = await store.settings()
      const isSent = (topic: WebhookTopic) =>
        webhooks.some(
          (one) => one.topic === topicName(topic) && one.callbackUrl === origin + webhookPath(topic),
        )
      return WEBHOOK_TOPICS.every(isSent)
    },
    async make(store) {
      await createStoreApi(store.admin).ensureWebhooks(origin, WEBHOOK_TOPICS)
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
    ...MARKET_IDS.map(marketNeed),
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
