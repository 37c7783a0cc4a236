import { z } from 'zod'
import { broken, listNames, look, right, type State } from '#app/models/doctor.ts'
import { kindOf, looksLikeVolume } from '#app/models/product.ts'
import { ADMIN_SCOPES, missingScopes, STOREFRONT_SCOPES } from '#app/models/store-requirements.ts'
import { wandOfTitle } from '#app/models/wands.ts'
import { adminApi } from '#supabase/functions/_shared/environment.ts'
import { gapsOf, needsOf } from '../store-setup/needs.server.ts'
import { openStore } from '../store-setup/store.server.ts'
import { storefrontTokenHeader, versionOfAddress } from '../storefront/shopify-api.server.ts'
import { ask, type Check, type CheckOptions, checksOf, embedded, Obstacle, once } from './checks.server.ts'

/** What the check-up asks the Storefront API; by a permission: the smallest operation that needs it. */
export const DOCTOR_DOCUMENTS = {
  shop: 'query DoctorShop { shop { primaryDomain { url } } }',
  shelf: `query DoctorShelf {
    products(first: 50) {
      nodes { title handle tags variants(first: 20) { nodes { id title availableForSale } } }
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
const variant = z.object({ id: z.string(), title: z.string(), availableForSale: z.boolean() })
const variants = z.object({ nodes: z.array(variant) }).transform(({ nodes }) => nodes)
const shelved = z.object({ title: z.string(), handle: z.string(), tags: z.array(z.string()), variants })
const shelfBody = z.object({ products: z.object({ nodes: z.array(shelved) }) })
const checkoutBody = z.object({ cartCreate: z.object({ cart: z.object({ checkoutUrl: z.string() }) }) })
const error = z.object({ extensions: z.object({ code: z.string().optional() }).optional() })
const envelope = z.object({ data: z.unknown(), errors: z.array(error).optional() })

/** Checks of Shopify: its keys and what they may do, what the store has, and the way to its checkout. */
export function shopifyChecks({ config, fetch, now }: CheckOptions): Check[] {
  const { storefront, admin, publicOrigin } = config
  if (storefront === null || admin === null)
    return embedded('Shopify', 'STOREFRONT_API_URL, ADMIN_API_URL and their keys')
  const { url, isPrivate, token } = storefront
  const { host } = new URL(url)
  const versions = new Set<string>()
  /** Shopify says in a header which version it answers in. */
  const listening: typeof fetch = async (input, init) => {
    const response = await fetch(input, init)
    versions.add(response.headers.get('X-Shopify-API-Version')?.match(/^[\w-]{1,20}$/)?.[0] ?? '')
    return response
  }

  /** @returns data, and whether it is denied @throws Obstacle when the storefront's key is not accepted */
  async function query(document: string, variables: object = {}) {
    const mend = 'Compare STOREFRONT_API_URL: https://your-store.myshopify.com/api/2025-07/graphql.json'
    const { status, body } = await ask(listening, url, mend, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', [storefrontTokenHeader(isPrivate)]: token },
      body: JSON.stringify({ query: document, variables }),
    })
    if (status === 402)
      throw new Obstacle('The store is frozen or not paid for', 'In Shopify, open Settings, Plan')
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

  const domain = once(async () => {
    const { data } = await query(DOCTOR_DOCUMENTS.shop)
    return shopBody.safeParse(data).data?.shop.primaryDomain.url.replace(/\/+$/, '') ?? ''
  })
  const store = once(() => openStore({ ...adminApi(admin, listening, now), deadlineMs: 50_000 }))

  const shelf = once(
    async () => shelfBody.safeParse((await query(DOCTOR_DOCUMENTS.shelf)).data).data?.products.nodes ?? [],
  )

  /** Goes to the checkout of a cart, as far as its first answer. */
  async function examineCheckout(): Promise<State | readonly State[]> {
    const sold = (await shelf())
      .flatMap((one) => one.variants)
      .find(({ availableForSale }) => availableForSale)
    const cart =
      sold && checkoutBody.safeParse((await query(DOCTOR_DOCUMENTS.checkout, { id: sold.id })).data)
    // Other lines tell that nothing is sold, or that it may not be asked.
    if (!cart?.data) return []
    const { checkoutUrl } = cart.data.cartCreate.cart
    const at = new URL(checkoutUrl).host
    const mend = `In Shopify, open Settings, Domains, and see that ${at} is connected, with Target “Online Store”`
    const { status, headers } = await ask(fetch, checkoutUrl, mend)
    if (/^\/password\b/.test(URL.parse(headers.get('Location') ?? '', checkoutUrl)?.pathname ?? ''))
      return broken(
        'The store asks for a password before its checkout',
        'In Shopify, open Online Store, Preferences, Password protection, and remove the password',
      )
    if (status < 400) return right(`The checkout at ${at} is open`)
    return broken(`The checkout at ${at} answers ${status}`, mend)
  }

  return checksOf('Shopify', {
    'Storefront key': async () => {
      await domain()
      return right(`${host} accepts the storefront’s key`)
    },
    'Storefront permissions': async () => {
      await domain()
      const denied = await Promise.all(
        STOREFRONT_SCOPES.map(async (scope) =>
          (await query(DOCTOR_DOCUMENTS[scope])).isDenied ? [scope] : [],
        ),
      )
      if (denied.flat().length === 0) return right('The storefront’s key may do all that the shop needs')
      return broken(
        `The storefront’s key lacks the permission ${listNames(denied.flat())}`,
        'In Shopify, open Headless, your storefront, Manage, and add it',
      )
    },
    'Primary domain': async () => {
      if ((await domain()) !== publicOrigin) return right(`The checkout is at ${await domain()}`)
      return broken(
        `The store’s primary domain is the shop’s own, ${publicOrigin}: checkouts lead nowhere`,
        'In Shopify, open Settings, Domains: make a subdomain of its own primary, such as checkout.your-shop.com, with Target “Online Store”',
      )
    },
    Checkout: async () => ((await domain()) === publicOrigin ? [] : examineCheckout()),
    Titles: async () => {
      const volumes = (await shelf()).filter(looksLikeVolume)
      const ofWands = (await shelf()).filter((product) => kindOf(product) === 'wand')
      const wands = ofWands.flatMap((one) => one.variants).filter(({ title }) => wandOfTitle(title) === null)
      const names = [...volumes, ...wands].map(({ title }) => `“${title}”`)
      if (names.length === 0) return []
      return look(
        `The shop has no words of its own for ${listNames(names)}, and sells it with the store’s`,
        'In Shopify, correct the title or the tags if it is one of the shop’s; docs/changing.md tells how to add a wand',
      )
    },
    'App key': async () => {
      await store()
      return right('Shopify accepts the app’s key')
    },
    'App permissions': async () => {
      const missing = missingScopes((await store()).scopes, ADMIN_SCOPES)
      if (missing.length === 0) return right('The app may do all that the shop needs')
      return broken(
        `The app lacks the permission ${listNames(missing)}`,
        'In the developer dashboard, open the app, Versions, correct its access scopes, and release',
      )
    },
    'API version': async () => {
      await Promise.allSettled([domain(), store()])
      const asked = versionOfAddress('admin', admin.url) ?? versionOfAddress('storefront', url)
      const newer = [...versions].find((version) => version !== '' && version !== asked)
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
      const gaps = await gapsOf(opened, needsOf(publicOrigin))
      if (gaps.length === 0)
        return right('The store has every product, price, delivery and webhook that the shop needs')
      return gaps.map(({ need, forOwner }) => {
        const { message = `Missing: ${need.name}`, mend = 'Run npm run setup' } = forOwner ?? {}
        return need.isOptional ? look(message, mend) : broken(message, mend)
      })
    },
  })
}
