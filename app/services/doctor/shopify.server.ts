import { z } from 'zod'
import { broken, listNames, look, right, type State } from '#app/models/doctor.ts'
import { MARKET_IDS, MARKETS, type Market, shippingCountries } from '#app/models/market.ts'
import { kindOf, looksLikeVolume } from '#app/models/product.ts'
import {
  ADMIN_SCOPES,
  missingScopes,
  SETUP_SCOPES,
  type STOREFRONT_SCOPES,
} from '#app/models/store-requirements.ts'
import { wandOfTitle } from '#app/models/wands.ts'
import { adminApi } from '#supabase/functions/_shared/environment.ts'
import { ShopifyAdminError } from '#supabase/functions/_shared/shopify-admin.ts'
import { gapsOf, needsOf } from '../store-setup/needs.server.ts'
import { mendOf } from '../store-setup/setup.server.ts'
import { openStore, type Store } from '../store-setup/store.server.ts'
import { storefrontTokenHeader, versionOfAddress } from '../storefront/shopify-api.server.ts'
import { ask, type Check, type CheckOptions, checksOf, embedded, Obstacle, once } from './checks.server.ts'

/** What each permission of the storefront token is for, as the smallest operation that needs it. */
export const SCOPE_PROBES: Readonly<Record<(typeof STOREFRONT_SCOPES)[number], string>> = {
  unauthenticated_read_product_listings: 'query DoctorProducts { products(first: 1) { nodes { id } } }',
  unauthenticated_read_product_tags: 'query DoctorTags { products(first: 1) { nodes { tags } } }',
  unauthenticated_read_checkouts: 'query DoctorCart { cart(id: "gid://shopify/Cart/doctor") { id } }',
  unauthenticated_write_checkouts: 'mutation DoctorNewCart { cartCreate(input: {}) { cart { id } } }',
}
export const SHOP_QUERY = 'query DoctorShop { shop { primaryDomain { url } } }'
export const MARKETS_QUERY =
  'query DoctorMarkets { localization { availableCountries { isoCode currency { isoCode } } } }'
export const PRODUCTS_QUERY = `query DoctorShelf {
  products(first: 100) { nodes { handle title tags variants(first: 20) { nodes { id title availableForSale } } } }
}`
export const CHECKOUT_MUTATION =
  'mutation DoctorCheckout($id: ID!) { cartCreate(input: { lines: [{ merchandiseId: $id }] }) { cart { checkoutUrl } } }'

const shopBody = z.object({ shop: z.object({ primaryDomain: z.object({ url: z.string() }) }) })
const country = z.object({ isoCode: z.string(), currency: z.object({ isoCode: z.string() }) })
const marketsBody = z.object({ localization: z.object({ availableCountries: z.array(country) }) })
const text = z.string()
const variant = z.object({ id: text, title: text, availableForSale: z.boolean() })
const variants = z.object({ nodes: z.array(variant) }).transform(({ nodes }) => nodes)
const product = z.object({ handle: text, title: text, tags: z.array(text), variants })
const productsBody = z.object({ products: z.object({ nodes: z.array(product) }) })
const checkoutBody = z.object({ cartCreate: z.object({ cart: z.object({ checkoutUrl: z.string() }) }) })
const error = z.object({ extensions: z.object({ code: z.string().optional() }).optional() })
const envelope = z.object({ data: z.unknown(), errors: z.array(error).optional() })

/** Checks of Shopify: its keys and what they may do, what the store has, and the way to its checkout. */
export function shopifyChecks({ config, fetch, now }: CheckOptions): Check[] {
  const { storefront, admin, publicOrigin } = config
  if (storefront === null || admin === null)
    return embedded('Shopify', 'STOREFRONT_API_URL, ADMIN_API_URL and their keys')
  const { host } = new URL(storefront.url)
  const versions = new Set<string>()
  /** Shopify says in a header which version it answers in. */
  const listening: typeof fetch = async (input, init) => {
    const response = await fetch(input, init)
    versions.add(response.headers.get('X-Shopify-API-Version')?.match(/^[\w-]{1,20}$/)?.[0] ?? '')
    return response
  }

  /** @returns data, and the codes of errors @throws Obstacle when the storefront's key is not accepted */
  async function query(document: string, variables: object = {}) {
    const mend = 'Compare STOREFRONT_API_URL: https://your-store.myshopify.com/api/2025-07/graphql.json'
    const { status, body } = await ask(listening, storefront?.url ?? '', mend, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        [storefrontTokenHeader(storefront?.isPrivate ?? false)]: storefront?.token ?? '',
      },
      body: JSON.stringify({ query: document, variables }),
    })
    if (status === 402)
      throw new Obstacle('The store is frozen or not paid for', 'In Shopify, open Settings, Plan')
    const { data, errors = [] } = envelope.safeParse(body).data ?? { data: undefined }
    const codes = errors.map(({ extensions }) => extensions?.code)
    if (status === 401 || status === 403 || codes.includes('UNAUTHORIZED'))
      throw new Obstacle(
        `Shopify does not accept ${storefront?.isPrivate ? 'STOREFRONT_API_PRIVATE_TOKEN' : 'STOREFRONT_API_TOKEN'}`,
        'In Shopify, open Headless, your storefront, Storefront API, and copy the token anew, of the same kind',
      )
    if (status !== 200 || (data === undefined && codes.length === 0))
      throw new Obstacle(`What answers at ${host} is no Storefront API (${status})`, mend)
    return { data, isDenied: codes.includes('ACCESS_DENIED') }
  }

  const domain = once(async () => {
    const { data } = await query(SHOP_QUERY)
    return shopBody.safeParse(data).data?.shop.primaryDomain.url.replace(/\/+$/, '') ?? ''
  })
  const products = once(async () => {
    await domain()
    return productsBody.safeParse((await query(PRODUCTS_QUERY)).data).data?.products.nodes ?? []
  })
  const store = once(async (): Promise<Store> => {
    try {
      return await openStore({ ...adminApi(admin, listening, now), deadlineMs: 50_000 })
    } catch (failed) {
      throw asObstacle(failed)
    }
  })

  return checksOf('Shopify', {
    'Storefront key': async () => {
      await domain()
      return right(`${host} accepts the storefront’s key`)
    },
    'Storefront permissions': async () => {
      await domain()
      const probes = Object.entries(SCOPE_PROBES).map(async ([scope, document]) =>
        (await query(document)).isDenied ? [scope] : [],
      )
      const missing = (await Promise.all(probes)).flat()
      if (missing.length === 0) return right('The storefront’s key may do all that the shop needs')
      return broken(
        `The storefront’s key lacks the permission ${listNames(missing)}`,
        'In Shopify, open Headless, your storefront, Manage, and add it',
      )
    },
    Countries: async () => examineCountries((await query(MARKETS_QUERY)).data),
    'Primary domain': async () => {
      if ((await domain()) !== publicOrigin) return right(`The checkout is at ${await domain()}`)
      return broken(
        `The store’s primary domain is the shop’s own, ${publicOrigin}: checkouts lead nowhere`,
        'In Shopify, open Settings, Domains: make a subdomain of its own primary, such as checkout.your-shop.com, with Target “Online Store”',
      )
    },
    Checkout: async () =>
      (await domain()) === publicOrigin ? [] : examineCheckout(query, await products(), fetch),
    Titles: async () => examineTitles(await products()),
    'App key': async () => {
      const { domain: ofApp } = await store()
      if (ofApp.replace(/\/+$/, '') === (await domain())) return right('Shopify accepts the app’s key')
      return broken(
        `The storefront’s key is of ${await domain()}, the app’s of ${ofApp}`,
        'Set STOREFRONT_API_URL and ADMIN_API_URL, each with its key, to the same store',
      )
    },
    'App permissions': async () => examineScopes((await store()).scopes),
    'API version': async () => {
      await Promise.allSettled([domain(), store()])
      const asked = versionOfAddress('admin', admin.url) ?? versionOfAddress('storefront', storefront.url)
      const [newer] = [...versions].filter((version) => version !== '' && version !== asked)
      if (newer === undefined) return right(`Shopify answers in version ${asked}`)
      return look(
        `Shopify answers in version ${newer}, as ${asked} has left support`,
        'Nothing is to be done today; docs/deploy.md (Version of Shopify’s API) tells why, and when',
      )
    },
    'Products, prices and delivery': async () => {
      const opened = await store()
      // Without them it cannot be read, and the line above says so.
      if (missingScopes(opened.scopes, ADMIN_SCOPES).length > 0) return []
      try {
        const found = await gapsOf(opened, needsOf(publicOrigin))
        // `Countries` tells what visitors see of markets, which prices need.
        const hasNoMarket = (market: string) => found.some(({ need }) => need.id === `market:${market}`)
        const gaps = found.filter(({ need: { id } }) => {
          const [kind, market = ''] = id.split(':')
          return kind !== 'market' && !(kind === 'prices' && hasNoMarket(market))
        })
        if (gaps.length === 0)
          return right('The store has every product, price, delivery and webhook that the shop needs')
        return gaps.map(({ need, forOwner }) => {
          const { message, mend } = forOwner ?? {
            message: `Missing: ${need.name}`,
            mend: 'Run npm run setup',
          }
          return need.isOptional ? look(message, mend) : broken(message, mend)
        })
      } catch (failed) {
        throw asObstacle(failed)
      }
    },
  })
}

/** A refusal of the Admin API, with what to do about it. */
function asObstacle(failed: unknown): unknown {
  return failed instanceof ShopifyAdminError ? new Obstacle(failed.message, mendOf(failed)) : failed
}

function examineScopes(granted: readonly string[]): State {
  const missing = missingScopes(granted, ADMIN_SCOPES)
  const mend = 'In the developer dashboard, open the app, Versions, correct its access scopes, and release'
  if (missing.length > 0) return broken(`The app lacks the permission ${listNames(missing)}`, mend)
  const known: readonly string[] = [...ADMIN_SCOPES, ...SETUP_SCOPES]
  // Shopify grants the right to read with the one to write, and may list it.
  const isKnown = (scope: string) =>
    known.includes(scope) || known.includes(scope.replace(/^read_/, 'write_'))
  const excess = granted.filter((scope) => !isKnown(scope) && !scope.startsWith('unauthenticated_'))
  if (excess.length === 0) return right('The app may do all that the shop needs')
  return look(`The app may do more than the shop needs: ${listNames(excess)}`, mend)
}

function examineCountries(data: unknown): State[] {
  const told = marketsBody.safeParse(data).data?.localization.availableCountries ?? []
  const currencies = new Map(told.map(({ isoCode, currency }) => [isoCode, currency.isoCode]))
  return MARKET_IDS.map((market) => examineCountriesOf(market, currencies))
}

function examineCountriesOf(market: Market, currencies: ReadonlyMap<string, string>): State {
  const { currencyCode, name } = MARKETS[market]
  const wrong = shippingCountries(market).filter(({ code }) => currencies.get(code) !== currencyCode)
  if (wrong.length === 0) return right(`${name} is sold to in ${currencyCode}`)
  const shown = [...new Set(wrong.map(({ code }) => currencies.get(code) ?? 'nothing'))]
  return broken(
    `Visitors from ${listNames(wrong.map((one) => one.name))} are shown ${listNames(shown)} instead of ${currencyCode}`,
    `In Shopify, open Settings, Markets: put them into one active market in ${currencyCode}; or run npm run setup`,
  )
}

type ShelfProduct = z.output<typeof product>
type Query = (
  document: string,
  variables?: object,
) => Promise<{ readonly data: unknown; readonly isDenied: boolean }>

/** Goes to the checkout of a cart, as far as its first answer. */
async function examineCheckout(
  query: Query,
  products: readonly ShelfProduct[],
  fetch: CheckOptions['fetch'],
): Promise<State | readonly State[]> {
  const sold = products.flatMap(({ variants }) => variants).find(({ availableForSale }) => availableForSale)
  // Other lines tell that nothing is sold, or that it may not be asked.
  if (sold === undefined) return []
  const { data } = await query(CHECKOUT_MUTATION, { id: sold.id })
  const url = checkoutBody.safeParse(data).data?.cartCreate.cart.checkoutUrl
  if (url === undefined) return []
  const { host } = new URL(url)
  const mend = `In Shopify, open Settings, Domains, and see that ${host} is connected, with Target “Online Store”`
  const { status, headers } = await ask(fetch, url, mend)
  const leadsTo = URL.parse(headers.get('Location') ?? '', url)?.pathname ?? ''
  if (/^\/password\b/.test(leadsTo))
    return broken(
      'The store asks for a password before its checkout',
      'In Shopify, open Online Store, Preferences, Password protection, and remove the password',
    )
  return status < 400
    ? right(`The checkout at ${host} is open`)
    : broken(`The checkout at ${host} answers ${status}`, mend)
}

/** Products that the rules of the shop do not take for what their titles say. */
function examineTitles(products: readonly ShelfProduct[]): State {
  const volumes = products.filter(looksLikeVolume).map(({ title }) => `“${title}”`)
  const wands = products
    .filter((product) => kindOf(product) === 'wand')
    .flatMap(({ variants }) => variants)
    .flatMap(({ title }) => (wandOfTitle(title) === null ? [`“${title}”`] : []))
  if (volumes.length + wands.length === 0) return right('Every box and wand is known by its title')
  return look(
    `The shop has no words of its own for ${listNames([...volumes, ...wands])}, and sells it as any other product`,
    'In Shopify, correct the title or the tags if it is one of the shop’s; docs/changing.md tells how to add a new one',
  )
}
