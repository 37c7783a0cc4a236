import { z } from 'zod'
import { type Finding, failure, fine, listNames } from '#app/models/doctor.ts'
import { MARKET_IDS, MARKETS, type Market, shippingCountries } from '#app/models/market.ts'
import type { STOREFRONT_SCOPES } from '#app/models/store-requirements.ts'
import type { Config } from '../config/env.server.ts'
import { storefrontTokenHeader } from '../storefront/shopify-api.server.ts'
import {
  type Answer,
  type Check,
  type CheckOptions,
  checksOf,
  embedded,
  once,
  silent,
} from './checks.server.ts'
import {
  dataOf,
  examineVersion,
  hasCode,
  isAccepted,
  isRefused,
  notShopify,
  post,
  scopeFindings,
} from './shopify-answers.server.ts'

/** What each permission of the storefront token is for, as the smallest operation that needs it. */
export const SCOPE_PROBES: Readonly<Record<(typeof STOREFRONT_SCOPES)[number], string>> = {
  unauthenticated_read_product_listings: 'query DoctorProducts { products(first: 1) { nodes { id } } }',
  unauthenticated_read_product_tags: 'query DoctorTags { products(first: 1) { nodes { tags } } }',
  unauthenticated_read_checkouts: 'query DoctorCart { cart(id: "gid://shopify/Cart/doctor") { id } }',
  unauthenticated_write_checkouts:
    'mutation DoctorNewCart { cartCreate(input: {}) { cart { id } userErrors { code } } }',
}

export const SHOP_QUERY = 'query DoctorShop { shop { name } }'
export const MARKETS_QUERY =
  'query DoctorMarkets { localization { availableCountries { isoCode currency { isoCode } } } }'

const localization = z.object({
  localization: z.object({
    availableCountries: z.array(
      z.object({ isoCode: z.string(), currency: z.object({ isoCode: z.string() }) }),
    ),
  }),
})

/** Checks of the Storefront API: its token, what that may do, and the countries that the shop sells to. */
export function storefrontChecks({ config: { storefront }, fetch }: CheckOptions): Check[] {
  if (storefront === null)
    return checksOf('Shopify', {
      'Storefront API': async () => embedded('The store', 'STOREFRONT_API_URL and STOREFRONT_API_TOKEN'),
    })
  const { url, token, isPrivate } = storefront
  const headers = {
    [storefrontTokenHeader(isPrivate)]: token,
  }
  const query = (document: string) => post(fetch, url, headers, document)
  const first = once(() => query(SHOP_QUERY))
  const whenOpen = (work: () => Promise<readonly Finding[]>) => async () =>
    isAccepted(await first()) ? work() : []
  return checksOf('Shopify', {
    'Storefront API': async () => examineStorefront(storefront, await first()),
    'Storefront version': whenOpen(async () => examineVersion('storefront', url, await first())),
    'Storefront permissions': whenOpen(() => examineProbes(query)),
    'Countries and currencies': whenOpen(async () => examineMarkets(await query(MARKETS_QUERY))),
  })
}

function examineStorefront({ url, isPrivate }: NonNullable<Config['storefront']>, answer: Answer): Finding {
  const { host } = new URL(url)
  if (answer.kind === 'none')
    return silent(
      answer,
      host,
      'Compare STOREFRONT_API_URL: https://your-store.myshopify.com/api/2025-07/graphql.json',
    )
  if (answer.status === 402)
    return failure(
      'The store is frozen or not paid for (402)',
      'Choose a plan in Shopify’s admin (Settings, Plan)',
    )
  if (isRefused(answer))
    return failure(
      `Shopify does not accept ${isPrivate ? 'STOREFRONT_API_PRIVATE_TOKEN' : 'STOREFRONT_API_TOKEN'}`,
      'Copy the Storefront API token of the app anew; it may have been deleted, be of the other kind, or one for the Admin API',
    )
  if (!isAccepted(answer)) return notShopify('STOREFRONT_API_URL', host, answer.status)
  return fine(`${host} answers, and accepts the storefront token`)
}

async function examineProbes(query: (document: string) => Promise<Answer>): Promise<Finding[]> {
  const probed = await Promise.all(
    Object.entries(SCOPE_PROBES).map(async ([scope, document]) => {
      const answer = await query(document)
      return isAccepted(answer) && hasCode(answer, 'ACCESS_DENIED') ? [scope] : []
    }),
  )
  return scopeFindings(probed.flat(), 'The storefront token')
}

function examineMarkets(answer: Answer): Finding[] {
  const told = dataOf(answer, localization)
  if (told === null)
    return [
      failure(
        'Shopify’s Storefront API gave an answer that the shop cannot read',
        'Run this again in a minute; if it stays, look at shopifystatus.com',
      ),
    ]
  const { availableCountries } = told.localization
  const currencies = new Map(availableCountries.map(({ isoCode, currency }) => [isoCode, currency.isoCode]))
  return MARKET_IDS.flatMap((market) => examineMarket(market, currencies))
}

function examineMarket(market: Market, currencies: ReadonlyMap<string, string>): Finding[] {
  const { currencyCode, name: marketName } = MARKETS[market]
  const countries = shippingCountries(market)
  const missing = countries.filter(({ code }) => !currencies.has(code))
  const wrong = countries.filter(({ code }) => currencies.has(code) && currencies.get(code) !== currencyCode)
  const namesOf = (list: typeof countries) => listNames(list.map(({ name }) => name))
  const findings: Finding[] = []
  if (missing.length > 0)
    findings.push(
      failure(
        `The store has no market with ${namesOf(missing)} (${missing.map(({ code }) => code).join(', ')})`,
        'Add the country to an active market in Shopify (Settings, Markets), or run: npm run setup',
      ),
    )
  const [firstWrong] = wrong
  if (firstWrong !== undefined)
    findings.push(
      failure(
        `Visitors from ${namesOf(wrong)} are shown ${currencies.get(firstWrong.code)} instead of ${currencyCode}`,
        `Set the currency of its market to ${currencyCode} in Shopify (Settings, Markets), or run: npm run setup`,
      ),
    )
  return findings.length > 0 ? findings : [fine(`${marketName} is sold to in ${currencyCode}`)]
}
