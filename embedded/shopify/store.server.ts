import { COMPANY, type Company } from '#app/models/company.ts'
import { apiPath } from '#app/services/storefront/shopify-api.server.ts'
import { createFaults } from '../faults.ts'
import { createAdminDiscounts } from './admin-discounts.ts'
import { createAdminProducts } from './admin-products.ts'
import { loadAdminSchema } from './admin-schema.ts'
import { createCartOperations } from './cart-operations.ts'
import { createCarts } from './carts.ts'
import { createCatalogue } from './catalogue.ts'
import { SEEDED_PRODUCTS } from './catalogue-seed.ts'
import { createCheckout } from './checkout.ts'
import { openDatabase } from './database.ts'
import { createDiscounts } from './discounts.ts'
import { createGraphQLServer, type StoreLog } from './graphql-server.ts'
import { createOrders } from './orders.ts'
import type { PricingSources } from './pricing.ts'
import { deliveryOf } from './quote.ts'
import { createStorefrontQuery } from './storefront-query.ts'
import { countryInContext, loadStorefrontSchema } from './storefront-schema.ts'
import { createDeliveries } from './webhooks.ts'

export type EmbeddedStoreOptions = {
  readonly dataDir: string
  /** Scheme and host of the shop; known only once the server listens. */
  readonly publicOrigin: () => string
  readonly storefrontToken: string
  readonly adminToken: string
  readonly webhookSecret: string
  readonly deliverWebhook: (request: Request) => Promise<Response>
  /** Limits of what a client of the public addresses can write; without them, it is not limited. */
  readonly limits?: StoreLimits
  /** The facts of the company that sells; the defaults without them. */
  readonly company?: () => Promise<Company>
  readonly log: StoreLog
  readonly now: () => number
}

/** Each counts, and gives null when it is allowed, otherwise the seconds to wait. */
export type StoreLimits = {
  /** Changes through the public Storefront API. @param points how many, weighted by their size */
  readonly write: (ip: string, points: number) => Promise<number | null>
  /** Orders. @param email the address that a gift's words are mailed to; null for an order without gifts */
  readonly order: (ip: string, email: string | null) => Promise<number | null>
}

const NO_LIMITS: StoreLimits = { write: async () => null, order: async () => null }

const STOREFRONT_PATH = `/embedded/storefront${apiPath('storefront')}`
const ADMIN_PATH = `/embedded${apiPath('admin')}`

function lazy<T>(create: () => T): () => T {
  let created: { readonly value: T } | null = null
  return () => {
    created ??= { value: create() }
    return created.value
  }
}

/** The embedded store: storefront and admin endpoints, checkout and order webhooks. Product: 3 Configuration, 4 The embedded catalogue */
export function createEmbeddedStore(options: EmbeddedStoreOptions) {
  const { log, publicOrigin, now, limits = NO_LIMITS, company = async () => COMPANY } = options
  const faults = createFaults()
  const db = openDatabase(options.dataDir)
  const carts = createCarts(db, now)
  const discounts = createDiscounts(db)
  const deliveries = createDeliveries({
    db,
    publicOrigin,
    secret: options.webhookSecret,
    deliver: options.deliverWebhook,
    now,
    log,
  })
  const catalogue = createCatalogue(db, SEEDED_PRODUCTS, deliveries.queueChange)
  const sources = (): PricingSources => ({ variant: catalogue.variant, discount: discounts.find, now: now() })
  const orders = createOrders({ db, carts, discounts, deliveries, sources, deliveryOf, now })
  const checkout = createCheckout({ carts, orders, company, limitOrder: limits.order, log })

  const storefront = lazy(() => {
    const schema = loadStorefrontSchema()
    return createGraphQLServer({
      schema,
      rootValue: {
        ...createStorefrontQuery({ catalogue, publicOrigin }),
        ...createCartOperations({ carts, catalogue, sources, publicOrigin }),
      },
      context: (operation, variables) => ({ country: countryInContext(schema, operation, variables) }),
      // A demo that anybody may try, with any client: whatever token that was set up with is right.
      token: null,
      limitWrites: limits.write,
      log,
    })
  })

  const admin = lazy(() =>
    createGraphQLServer({
      schema: loadAdminSchema(),
      rootValue: {
        ...createAdminProducts({ catalogue, now }),
        ...createAdminDiscounts({ discounts, catalogue, now }),
      },
      context: () => null,
      token: options.adminToken,
      limitWrites: limits.write,
      log,
    }),
  )

  /** A `fetch` that calls a handler, with the faults of a test. */
  function inProcess(handle: (request: Request) => Promise<Response>): typeof fetch {
    return async (input, init) => {
      const request = new Request(input, init)
      return (await faults.apply(request)) ?? handle(request)
    }
  }

  return {
    storefrontUrl: publicOrigin() + STOREFRONT_PATH,
    storefrontToken: options.storefrontToken,
    storefrontFetch: inProcess((request) => storefront()(request)),
    adminUrl: publicOrigin() + ADMIN_PATH,
    adminToken: options.adminToken,
    adminFetch: inProcess((request) => admin()(request)),
    /**
     * Handles the store's own paths; returns null for any other.
     * @param ip the client's address; null does not limit what it writes
     */
    async handle(request: Request, ip: string | null = null): Promise<Response | null> {
      const { pathname } = new URL(request.url)
      if (pathname === STOREFRONT_PATH) return storefront()(request, ip)
      if (pathname === ADMIN_PATH) return admin()(request, ip)
      return checkout(request, ip)
    },
    faults,
    /** Delivers the waiting webhooks, without waiting for the timer. */
    deliverWebhooks: deliveries.deliverWaiting,
    /** Starts no further delivery; resolves when the one in progress has finished. */
    stopDelivering: deliveries.close,
    async close(): Promise<void> {
      await deliveries.close()
      db.close()
    },
  }
}
