import { apiPath } from '#app/models/store-requirements.ts'
import { COMPANY } from '#supabase/functions/_shared/forms/company-facts.ts'
import { createFaults } from '../faults.ts'
import { createAdminOrders } from './admin-orders.ts'
import { createAdminDiscounts, createAdminProducts } from './admin-products.ts'
import { createAdminShop } from './admin-shop.ts'
import { createCatalogue, SEEDED_PRODUCTS } from './catalogue.ts'
import { createCheckout } from './checkout.ts'
import { createCarts, createDiscounts, openDatabase } from './database.ts'
import { createGraphQLServer, refuse } from './graphql-server.ts'
import { createOrders } from './orders.ts'
import { numberOf } from './regions.ts'
import {
  completeSettings,
  createSwitches,
  type EmbeddedStoreOptions,
  loadSettings,
  newSettings,
} from './settings.ts'
import { createStorefrontApi, shownCatalogue } from './storefront-api.ts'
import { createDeliveries } from './webhooks.ts'

const STOREFRONT_PATH = `/embedded/storefront${apiPath('storefront')}`
const ADMIN_PATH = `/embedded${apiPath('admin')}`
const LOOPBACK = /^(::1|127(\.\d+){3})$/

/** The embedded store: storefront and admin endpoints, checkout and order webhooks. Product: 3 Configuration, 4 The embedded catalogue */
export function createEmbeddedStore(options: EmbeddedStoreOptions) {
  const { log, publicOrigin, now, limitOrder = async () => null, company = async () => COMPANY } = options
  const { isNew = false, products = isNew ? [] : SEEDED_PRODUCTS } = options
  const faults = createFaults()
  const switches = createSwitches()
  const db = openDatabase(options.dataDir)
  const carts = createCarts(db, now)
  const discounts = createDiscounts(db)
  const deliveries = createDeliveries(options, () => settings.subscriptions)
  const catalogue = createCatalogue(db, products, (gid) =>
    deliveries.queue('products/update', { id: numberOf(gid) }),
  )
  const { settings, save } = loadSettings(db, isNew ? newSettings() : completeSettings(catalogue.all()))
  const shown = shownCatalogue(catalogue, settings)
  const sources = { variant: shown.variant, discount: discounts.find }
  const orders = createOrders({ db, carts, discounts, deliveries, sources, now })
  const checkout = createCheckout({ carts, orders, company, now, limitOrder, log })

  const storefront = createGraphQLServer({
    api: 'storefront',
    rootValue: createStorefrontApi(carts, shown, sources, () => switches.primaryDomain ?? publicOrigin()),
    // A demo that anybody may try, with any client.
    token: null,
    log,
  })
  const admin = createGraphQLServer({
    api: 'admin',
    rootValue: {
      ...createAdminShop(settings, catalogue, switches, publicOrigin),
      ...createAdminProducts(settings, catalogue),
      ...createAdminOrders(orders, catalogue),
      ...createAdminDiscounts(discounts, catalogue),
      ...options.moreOperations,
    },
    onChange: save,
    token: options.adminToken,
    log,
  })

  /** A `fetch` that calls a handler, with the faults of a test. */
  function inProcess(handle: (request: Request) => Promise<Response>): typeof fetch {
    return async (input, init) => {
      const request = new Request(input, init)
      return (await faults.apply(request)) ?? handle(request)
    }
  }

  return {
    storefrontUrl: publicOrigin() + STOREFRONT_PATH,
    storefrontToken: 'any-token-is-accepted',
    storefrontFetch: inProcess(storefront),
    adminUrl: publicOrigin() + ADMIN_PATH,
    adminToken: options.adminToken,
    adminFetch: inProcess(admin),
    /**
     * Handles the store's own paths; returns null for any other. The APIs answer this machine only, as nothing limits
     * what their clients ask and write.
     * @param ip the client's address; null for the shop itself
     */
    async handle(request: Request, ip: string | null = null): Promise<Response | null> {
      const { pathname } = new URL(request.url)
      if (pathname !== STOREFRONT_PATH && pathname !== ADMIN_PATH) return checkout(request, ip)
      if (ip !== null && !LOOPBACK.test(ip))
        return refuse(403, 'The embedded store answers clients on its own machine only')
      return pathname === ADMIN_PATH ? admin(request) : storefront(request)
    },
    faults,
    switches,
    settings,
    catalogue,
    /** Resolves when all webhooks so far were sent. */
    deliverWebhooks: deliveries.idle,
    /** Starts no further delivery; resolves when the one in progress has finished. */
    stopDelivering: deliveries.close,
    async close(): Promise<void> {
      await deliveries.close()
      db.close()
    },
  }
}
