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
import { createGraphQLServer, refuse, type StoreLog } from './graphql-server.ts'
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
  /**
   * Counts an order. @param email the address that a gift's words are mailed to; null for an order without gifts
   * @returns null when it is allowed, otherwise the seconds to wait; without it, all are
   */
  readonly limitOrder?: (ip: string, email: string | null) => Promise<number | null>
  /** The facts of the company that sells; the defaults without them. */
  readonly company?: () => Promise<Company>
  readonly log: StoreLog
  readonly now: () => number
}

const STOREFRONT_PATH = `/embedded/storefront${apiPath('storefront')}`
const ADMIN_PATH = `/embedded${apiPath('admin')}`
const LOOPBACK = /^(::1|127(\.\d+){3})$/

function lazy<T>(create: () => T): () => T {
  let created: { readonly value: T } | null = null
  return () => {
    created ??= { value: create() }
    return created.value
  }
}

/** The embedded store: storefront and admin endpoints, checkout and order webhooks. Product: 3 Configuration, 4 The embedded catalogue */
export function createEmbeddedStore(options: EmbeddedStoreOptions) {
  const { log, publicOrigin, now, limitOrder = async () => null, company = async () => COMPANY } = options
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
  const checkout = createCheckout({ carts, orders, company, limitOrder, log })

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
     * Handles the store's own paths; returns null for any other. The APIs answer this machine only, as nothing limits
     * what their clients ask and write.
     * @param ip the client's address; null for the shop itself
     */
    async handle(request: Request, ip: string | null = null): Promise<Response | null> {
      const { pathname } = new URL(request.url)
      if (pathname !== STOREFRONT_PATH && pathname !== ADMIN_PATH) return checkout(request, ip)
      if (ip !== null && !LOOPBACK.test(ip))
        return refuse(403, 'The embedded store answers clients on its own machine only', 'FORBIDDEN')
      return pathname === ADMIN_PATH ? admin()(request) : storefront()(request)
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
