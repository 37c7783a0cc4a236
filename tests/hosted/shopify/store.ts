import { COMPANY } from '#app/models/company.ts'
import { createCarts } from '#embedded/shopify/carts.ts'
import { type Catalogue, createCatalogue, type StoreProduct } from '#embedded/shopify/catalogue.ts'
import { createCheckout } from '#embedded/shopify/checkout.ts'
import { openDatabase } from '#embedded/shopify/database.ts'
import { createDiscounts } from '#embedded/shopify/discounts.ts'
import { createOrders } from '#embedded/shopify/orders.ts'
import type { PricingSources } from '#embedded/shopify/pricing.ts'
import { createDeliveries } from '#embedded/shopify/webhooks.ts'
import { silentLog } from '#tests/support/silent-log.ts'
import { deliveryByProfiles } from './delivery.ts'
import { fixedCents, type ShopState, topicOfName } from './state.ts'

/** Pounds for a dollar, until a price list says otherwise. */
const RATE = 0.79

/** A product that the owner has made. */
export type OwnProduct = {
  readonly handle: string
  readonly title: string
  readonly variants: readonly { readonly title: string; readonly dollars: number }[]
}

type StoreOptions = {
  readonly state: ShopState
  readonly products: readonly OwnProduct[]
  /** Signs the webhooks. */
  readonly secret: string
  readonly origin: () => string
  readonly now: () => number
  /** Sends a webhook. */
  readonly send: (request: Request) => Promise<Response>
}

function toStoreProduct({ handle, title, variants }: OwnProduct, index: number): StoreProduct {
  const at = '2024-01-01T00:00:00Z'
  return {
    id: `gid://shopify/Product/${8_400_000_000_000 + index}`,
    handle,
    title,
    descriptionHtml: '',
    productType: '',
    tags: [],
    status: 'ACTIVE',
    optionNames: ['Title'],
    images: [],
    variants: variants.map((variant, place) => ({
      id: `gid://shopify/ProductVariant/${46_400_000_000_000 + index * 1000 + place}`,
      title: variant.title,
      options: [{ name: 'Title', value: variant.title }],
      cents: { USD: variant.dollars * 100, GBP: Math.round(variant.dollars * 100 * RATE) },
      soldOutIn: [],
      image: null,
      sku: '',
    })),
    createdAt: at,
    updatedAt: at,
  }
}

/** What the shop sells, in memory: products, carts, the checkout, and the webhooks that tell of them. */
export function createStore({ state, products, secret, origin, now, send }: StoreOptions) {
  const webhooks: { readonly topic: string; readonly address: string }[] = []
  const db = openDatabase(':memory:')
  const carts = createCarts(db, now)
  const discounts = createDiscounts(db)
  const deliveries = createDeliveries({
    db,
    publicOrigin: origin,
    secret,
    deliver: deliverToSubscribers,
    now,
    log: silentLog,
  })
  const stored = createCatalogue(db, products.map(toStoreProduct), deliveries.queueChange)
  /** Prices in pounds are converted until a list fixes them. */
  const catalogue: Catalogue = {
    ...stored,
    save(product) {
      const variants = product.variants.map((variant) => {
        const { USD } = variant.cents
        const GBP = fixedCents(state, variant.id, 'GBP') ?? Math.round(USD * RATE)
        return { ...variant, cents: { USD, GBP } }
      })
      stored.save({ ...product, variants })
    },
  }
  const shown = shownPart(catalogue, state)
  const sources = (): PricingSources => ({ variant: shown.variant, discount: discounts.find, now: now() })
  const deliveryOf = deliveryByProfiles(state)
  const orders = createOrders({ db, carts, discounts, deliveries, sources, deliveryOf, now })
  const checkout = createCheckout({
    carts,
    orders,
    company: async () => COMPANY,
    limitOrder: async () => null,
    log: silentLog,
  })

  async function deliverToSubscribers(request: Request): Promise<Response> {
    const topic = request.headers.get('X-Shopify-Topic') ?? ''
    const body = await request.text()
    let last = new Response(null, { status: 200 })
    for (const { address } of state.subscriptions.filter((entry) => topicOfName(entry.topic) === topic)) {
      webhooks.push({ topic, address })
      last = await send(new Request(address, { method: 'POST', headers: request.headers, body }))
    }
    return last
  }

  return {
    catalogue,
    shown,
    carts,
    discounts,
    sources,
    checkout,
    /** The webhooks that subscribers were sent. */
    webhooks,
    /** Sends the waiting webhooks. */
    sendWebhooks: deliveries.deliverWaiting,
    async close(): Promise<void> {
      await deliveries.close()
      db.close()
    },
  }
}

/** Only what is published to the channel of the storefront's token exists in the Storefront API. */
function shownPart(catalogue: Catalogue, { channels, published }: ShopState): Catalogue {
  const headless = channels.find(({ app }) => app === 'headless')
  const isShown = (product: StoreProduct) =>
    product.status === 'ACTIVE' &&
    headless !== undefined &&
    (published.get(product.id)?.has(headless.id) ?? false)
  const orNull = (product: StoreProduct | null) => (product && isShown(product) ? product : null)
  return {
    ...catalogue,
    published: () => catalogue.all().filter(isShown),
    product: (id) => orNull(catalogue.product(id)),
    byHandle: (handle) => orNull(catalogue.byHandle(handle)),
    variant(id) {
      const found = catalogue.variant(id)
      return found && isShown(found.product) ? found : null
    },
  }
}

export type ShopStore = ReturnType<typeof createStore>
