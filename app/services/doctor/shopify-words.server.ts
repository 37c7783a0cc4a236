import { failure, fine, listNames, warning } from '../../models/doctor.ts'
import { SILENCE, type SilenceReason } from './words.server.ts'

/** What the doctor says of Shopify. */
export const SHOPIFY_SAYS = {
  answers: (host: string) => fine(`${host} answers, and accepts the storefront token`),
  silent: (host: string, reason: SilenceReason) =>
    failure(
      SILENCE[reason](host),
      'Compare STOREFRONT_API_URL: https://your-store.myshopify.com/api/2025-07/graphql.json',
    ),
  notShopify: (name: string, host: string, status: number) =>
    failure(
      `What answers at ${host} is no Shopify API (${status})`,
      `Set ${name} to the complete address, as .env.example shows it`,
    ),
  closed: failure(
    'The store is frozen or not paid for (402)',
    'Choose a plan in Shopify’s admin (Settings, Plan)',
  ),
  tokenRefused: (name: string) =>
    failure(
      `Shopify does not accept ${name}`,
      'Copy the Storefront API token of the app anew; it may have been deleted, be of the other kind, or one for the Admin API',
    ),
  scopesComplete: fine('The token may do all that the shop needs'),
  scopeMissing: (scope: string, token: string) =>
    failure(
      `${token} lacks the permission ${scope}`,
      `Add ${scope} to the app’s scopes in Shopify, install the app again, and copy its token`,
    ),
  version: (version: string) => fine(`Shopify answers in version ${version}, the one that was asked for`),
  otherVersion: (name: string, asked: string, answered: string) =>
    warning(
      `Shopify answers in version ${answered}: the one that was asked for, ${asked}, is over`,
      `Write ${answered} in place of ${asked} in ${name}, and look for a newer version of this shop now and then`,
    ),
  market: (name: string, currency: string) => fine(`${name} is sold to in ${currency}`),
  marketMissing: (name: string, code: string) =>
    failure(
      `The store has no market with ${name} (${code})`,
      `Add the country to an active market in Shopify (Settings, Markets), or run: npm run setup`,
    ),
  marketCurrency: (name: string, wanted: string, given: string) =>
    failure(
      `Visitors from ${name} are shown ${given} instead of ${wanted}`,
      `Set the currency of its market to ${wanted} in Shopify (Settings, Markets), or run: npm run setup`,
    ),
  adminAnswers: (host: string) => fine(`${host} accepts the Admin API’s token`),
  adminSilent: (host: string, reason: SilenceReason) =>
    failure(
      SILENCE[reason](host),
      'Compare ADMIN_API_URL: https://your-store.myshopify.com/admin/api/2025-07/graphql.json',
    ),
  adminTokenRefused: failure(
    'Shopify does not accept ADMIN_API_TOKEN',
    'Copy it anew from the app, or set ADMIN_API_CLIENT_ID and ADMIN_API_CLIENT_SECRET in its place, with which the shop gets its own',
  ),
  adminClientRefused: (reason: string) =>
    failure(
      `Shopify gives no token for ADMIN_API_CLIENT_ID and ADMIN_API_CLIENT_SECRET (${reason})`,
      'Copy both anew from the app in the developer dashboard, and see that the app is installed in this store',
    ),
  overPowerful: (scopes: readonly string[]) =>
    warning(
      `The Admin API’s token may do more than the shop needs: ${listNames(scopes)}`,
      'Take these from the app’s scopes in Shopify and install it again: whoever stole the token could use them',
    ),
  otherStore: (storefront: string, admin: string) =>
    failure(
      `The Storefront API is of ${storefront}, the Admin API of ${admin}`,
      'Set both addresses to the same store',
    ),
  storeComplete: fine('The store has every product, price, delivery and webhook that the shop requires'),
  unreadable: (name: string) =>
    failure(
      `Shopify’s ${name} gave an answer that the shop cannot read`,
      'Run this again in a minute; if it stays, look at shopifystatus.com',
    ),
} as const
