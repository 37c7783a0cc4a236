import { z } from 'zod'
import { broken, listNames, look } from '#app/models/doctor.ts'
import { ADMIN_SCOPES, missingScopes, STOREFRONT_SCOPES } from '#app/models/store-requirements.ts'
import { adminApi } from '#supabase/functions/_shared/environment.ts'
import { gapsOf, needsOf } from '../store-setup/setup.server.ts'
import { openStore } from '../store-setup/store.server.ts'
import { storefrontTokenHeader, versionOfAddress } from '../storefront/shopify-api.server.ts'
import { ask, type CheckOptions, type Checks, embedded, Obstacle } from './checks.server.ts'

/** What the check-up asks the Storefront API; by a permission: the smallest operation that needs it. */
export const DOCTOR_DOCUMENTS = {
  shop: 'query DoctorShop { shop { primaryDomain { url } } }',
  shelf: `query DoctorShelf {
    products(first: 50) {
      nodes { variants(first: 20) { nodes { id availableForSale } } }
    }
  }`,
  checkout: `mutation DoctorCheckout($id: ID!) {
    cartCreate(input: { lines: [{ merchandiseId: $id }] }) { cart { checkoutUrl } }
  }`,
  unauthenticated_read_product_listings: 'query DoctorProducts { products(first: 1) { nodes { id } } }',
  unauthenticated_read_product_tags: 'query DoctorTags { products(first: 1) { nodes { tags } } }',
  unauthenticated_read_checkouts: 'query DoctorCart { cart(id: "gid://shopify/Cart/doctor") { id } }',
  unauthenticated_write_checkouts: 'mutation DoctorNewCart { cartCreate(input: {}) { cart { id } } }',
}

const shopBody = z.object({ shop: z.object({ primaryDomain: z.object({ url: z.string() }) }) })
const variant = z.object({ id: z.string(), availableForSale: z.boolean() })
const variants = z.object({ nodes: z.array(variant) }).transform(({ nodes }) => nodes)
const shelfBody = z.object({ products: z.object({ nodes: z.array(z.object({ variants })) }) })
const checkoutBody = z.object({ cartCreate: z.object({ cart: z.object({ checkoutUrl: z.string() }) }) })
const error = z.object({ extensions: z.object({ code: z.string().optional() }).optional() })
const envelope = z.object({ data: z.unknown(), errors: z.array(error).optional() })

/** The checks of the storefront: its key and what it may do, and the way to the checkout. */
export async function* storefrontChecks({ config, fetch }: CheckOptions): Checks {
  const { storefront, admin, publicOrigin } = config
  if (storefront === null || admin === null)
    return yield* embedded('STOREFRONT_API_URL, ADMIN_API_URL and their keys')
  const { url, isPrivate, token } = storefront
  const { host } = new URL(url)

  /** @returns data, and whether it is denied @throws Obstacle when the storefront's key is not accepted */
  async function query(document: string, variables: object = {}) {
    const mend = 'Compare STOREFRONT_API_URL: https://your-store.myshopify.com/api/2025-07/graphql.json'
    const { status, body } = await ask(fetch, url, mend, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', [storefrontTokenHeader(isPrivate)]: token },
      body: JSON.stringify({ query: document, variables }),
    })
    const { data, errors = [] } = envelope.safeParse(body).data ?? { data: undefined }
    const codes = errors.map(({ extensions }) => extensions?.code)
    if (status === 401 || status === 403 || codes.includes('UNAUTHORIZED'))
      throw new Obstacle(
        `Shopify does not accept ${isPrivate ? 'STOREFRONT_API_PRIVATE_TOKEN' : 'STOREFRONT_API_TOKEN'}`,
        'In Shopify, open Headless, your storefront, Storefront API, and copy the token anew, of the same kind',
      )
    if (status !== 200 || (data === undefined && codes.length === 0))
      throw new Obstacle(`What answers at ${host} is no Storefront API (${status})`, mend)
    return { data, isDenied: codes.includes('ACCESS_DENIED') }
  }

  yield ['Storefront key', `${host} accepts the storefront’s key`]
  const { data: shop } = await query(DOCTOR_DOCUMENTS.shop)

  yield ['Storefront permissions', 'The storefront’s key may do all that the shop needs']
  const denied: string[] = []
  for (const scope of STOREFRONT_SCOPES)
    if ((await query(DOCTOR_DOCUMENTS[scope])).isDenied) denied.push(scope)
  if (denied.length > 0)
    yield broken(
      `The storefront’s key lacks the permission ${listNames(denied)}`,
      'In Shopify, open Headless, your storefront, Manage, and add it',
    )

  const domain = shopBody.safeParse(shop).data?.shop.primaryDomain.url.replace(/\/+$/, '') ?? ''
  yield ['Primary domain', `The checkout is at ${domain}`]
  if (domain === publicOrigin)
    return yield broken(
      `The store’s primary domain is the shop’s own, ${publicOrigin}: checkouts lead nowhere`,
      'In Shopify, open Settings, Domains: make a subdomain of its own primary, such as checkout.your-shop.com, with Target “Online Store”',
    )

  yield ['Checkout']
  const shelf = shelfBody.safeParse((await query(DOCTOR_DOCUMENTS.shelf)).data).data?.products.nodes ?? []
  const sold = shelf.flatMap((one) => one.variants).find(({ availableForSale }) => availableForSale)
  const cart =
    sold && checkoutBody.safeParse((await query(DOCTOR_DOCUMENTS.checkout, { id: sold.id })).data).data
  // Other lines tell that nothing is sold, or that it may not be asked.
  if (!cart) return
  const { checkoutUrl } = cart.cartCreate.cart
  const at = new URL(checkoutUrl).host
  yield ['Checkout', `The checkout at ${at} is open`]
  const mend = `In Shopify, open Settings, Domains, and see that ${at} is connected, with Target “Online Store”`
  const { status, headers } = await ask(fetch, checkoutUrl, mend)
  if (/^\/password\b/.test(URL.parse(headers.get('Location') ?? '', checkoutUrl)?.pathname ?? ''))
    yield broken(
      'The store asks for a password before its checkout',
      'In Shopify, open Online Store, Preferences, Password protection, and remove the password',
    )
  else if (status >= 400) yield broken(`The checkout at ${at} answers ${status}`, mend)
}

/** The checks of the store by its Admin API: the app's key and what it may do, and what the store has. */
export async function* storeChecks({ config: { admin, publicOrigin }, fetch, now }: CheckOptions): Checks {
  if (admin === null) return
  let answered = ''
  /** Shopify says in a header which version it answers in. */
  const listening: typeof fetch = async (input, init) => {
    const response = await fetch(input, init)
    answered = response.headers.get('X-Shopify-API-Version')?.match(/^[\w-]{1,20}$/)?.[0] ?? answered
    return response
  }
  yield ['App key', 'Shopify accepts the app’s key']
  const store = await openStore({ ...adminApi(admin, listening, now), deadlineMs: 50_000 })

  const asked = versionOfAddress('admin', admin.url)
  yield ['API version', `Shopify answers in version ${asked}`]
  if (answered !== '' && answered !== asked)
    yield look(
      `Shopify answers in version ${answered}, as ${asked} has left support`,
      'Nothing is to be done today; docs/deploy.md (Version of Shopify’s API) tells why, and when',
    )

  yield ['App permissions', 'The app may do all that the shop needs']
  const missing = missingScopes(store.scopes, ADMIN_SCOPES)
  // Without them, the rest cannot be read.
  if (missing.length > 0)
    return yield broken(
      `The app lacks the permission ${listNames(missing)}`,
      'In the developer dashboard, open the app, Versions, correct its access scopes, and release',
    )

  const all = 'The store has every product, price, delivery and webhook that the shop needs'
  yield ['Products, prices and delivery', all]
  for (const { need, forOwner } of await gapsOf(store, needsOf(publicOrigin))) {
    const state = forOwner ?? broken(`Missing: ${need.name}`, 'Run npm run setup')
    yield need.isOptional ? { ...state, level: 'look' } : state
  }
}
