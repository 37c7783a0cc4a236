import { SHOPIFY_API_VERSION } from '#app/services/storefront/shopify-api.server.ts'
import { allScopes } from './access.ts'

/** What may be otherwise with a shop of Shopify's: tests of set-up and of the check-up switch one on at a time. */
export function createSwitches() {
  return {
    /** What the tokens may do. */
    scopes: allScopes(),
    /** The oldest version that is still answered; an older one is answered with it. */
    oldestVersion: SHOPIFY_API_VERSION as string,
    /** Where every request is redirected to. */
    redirectTo: null as string | null,
    /** Whether visitors of the store and its checkout have to enter a password first. */
    hasPassword: false,
    /** The origin of the store's primary domain, which the checkout is at; its own without it. */
    primaryDomain: null as string | null,
    /** Whether the shop can sell in other currencies than its own. */
    hasPayments: true,
    /** Whether the app may see customers: without it, Shopify subscribes it to no orders. */
    maySeeCustomers: true,
    /** Why the app's id and secret are given no token: `app_not_installed` or `shop_not_permitted`. */
    refusesApp: null as string | null,
  }
}

export type Switches = ReturnType<typeof createSwitches>
