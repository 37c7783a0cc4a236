import { COMPANY, type Company } from '#app/models/company.ts'
import { apiPath } from '#app/services/storefront/shopify-api.server.ts'
import { createFaults } from '../faults.ts'
import { createAdminApp, subscriptionsOf, topicOfName } from './admin-app.ts'
import { createAdminDiscounts } from './admin-discounts.ts'
import { createAdminOrders } from './admin-orders.ts'
import { createAdminProducts, createUploads } from './admin-products.ts'
import { createAdminDelivery, createAdminMarkets } from './admin-terms.ts'
import { createCarts } from './carts.ts'
import { createCatalogue, type StoreProduct } from './catalogue.ts'
import { SEEDED_PRODUCTS, SEEDED_STOCK } from './catalogue-seed.ts'
import { createCheckout } from './checkout.ts'
import { openDatabase } from './database.ts'
import { createDiscounts } from './discounts.ts'
import { createGraphQLServer, refuse, type StoreLog } from './graphql-server.ts'
import { createOrders } from './orders.ts'
import type { PricingSources } from './pricing.ts'
import { BASE_CURRENCY, currencyOf, numberOf, PRIMARY_COUNTRY } from './regions.ts'
import { countryInContext, loadSchema } from './schemas.ts'
import { completeSettings, loadSettings, newSettings, shownCatalogue, soldTo } from './settings.ts'
import { createStorefrontApi } from './storefront-api.ts'
import { createSwitches, missingScope } from './switches.ts'
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
  /** A shop as Shopify opens it: without products, webhooks, other markets and delivery rates. */
  readonly isNew?: boolean
  /** The products of a store that has stored none; without them, those that the shop requires, or none in a new shop. */
  readonly products?: readonly StoreProduct[]
  readonly log: StoreLog
  readonly now: () => number
}

const STOREFRONT_PATH = `/embedded/storefront${apiPath('storefront')}`
const ADMIN_PATH = `/embedded${apiPath('admin')}`
const LOOPBACK = /^(::1|127(\.\d+){3})$/

/** Calls `create` at the first use: reading a schema takes time. */
function lazy<T>(create: () => T): () => T {
  let created: T | undefined
  return () => {
    created ??= create()
    return created
  }
}

/** The embedded store: storefront and admin endpoints, checkout and order webhooks. Product: 3 Configuration, 4 The embedded catalogue */
export function createEmbeddedStore(options: EmbeddedStoreOptions) {
  const { log, publicOrigin, now, limitOrder = async () => null, company = async () => COMPANY } = options
  const { isNew = false, products = isNew ? [] : SEEDED_PRODUCTS } = options
  const faults = createFaults()
  const switches = createSwitches()
  const db = openDatabase(options.dataDir)
  const carts = createCarts(db, now)
  const discounts = createDiscounts(db)
  const deliveries = createDeliveries({
    publicOrigin,
    subscribersOf: (topic) =>
      subscriptionsOf(settings, publicOrigin()).filter((entry) => topicOfName(entry.topic) === topic),
    secret: options.webhookSecret,
    deliver: options.deliverWebhook,
    now,
    log,
  })
  const catalogue = createCatalogue(db, products, (gid, isDeleted) =>
    deliveries.queue(isDeleted ? 'products/delete' : 'products/update', { id: numberOf(gid) }),
  )
  const { settings, save } = loadSettings(
    db,
    isNew ? newSettings() : completeSettings(catalogue.all(), SEEDED_STOCK),
  )
  const shown = shownCatalogue(catalogue, settings)
  const uploads = createUploads(settings, publicOrigin)
  const storeOrigin = () => switches.primaryDomain ?? publicOrigin()
  const sources = (): PricingSources => ({ variant: shown.variant, discount: discounts.find, now: now() })
  const orders = createOrders({ db, carts, discounts, deliveries, settings, sources, now })
  const checkout = createCheckout({ carts, orders, company, now, limitOrder, log })

  /** A country that the shop does not sell to in the currency of its market gets that of the main market. */
  function buyersCountry(country: string): string {
    const sold = soldTo(settings).find(({ isoCode }) => isoCode === country)
    const currency = sold?.currency.isoCode ?? BASE_CURRENCY
    return currency === currencyOf(country) ? country : PRIMARY_COUNTRY
  }

  const resolvers = {
    storefront: createStorefrontApi({ carts, catalogue: shown, sources, publicOrigin: storeOrigin }),
    admin: {
      ...createAdminApp({ settings, switches, origin: storeOrigin, publicOrigin }),
      ...createAdminProducts({ settings, catalogue, isMissing: uploads.isMissing }),
      ...createAdminMarkets({ settings, catalogue, switches }),
      ...createAdminDelivery(settings),
      ...createAdminOrders({ orders, catalogue }),
      ...createAdminDiscounts({ discounts, catalogue, now }),
      ...uploads.resolvers,
    },
  }

  const storefront = lazy(() =>
    createGraphQLServer({
      schema: loadSchema('storefront'),
      rootValue: resolvers.storefront,
      context: (...asked) => ({
        country: buyersCountry(countryInContext(loadSchema('storefront'), ...asked)),
      }),
      missingScope: (field) => missingScope('storefront', field, switches.scopes),
      // A demo that anybody may try, with any client: whatever token that was set up with is right.
      token: null,
      log,
    }),
  )
  const admin = lazy(() =>
    createGraphQLServer({
      schema: loadSchema('admin'),
      rootValue: resolvers.admin,
      context: () => null,
      missingScope: (field) => missingScope('admin', field, switches.scopes),
      onChange: save,
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
    /** Takes pictures for products, and sends them again; null for other addresses. */
    handleUpload: uploads.handle,
    faults,
    switches,
    settings,
    catalogue,
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
