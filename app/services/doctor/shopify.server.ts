import { z } from 'zod'
import {
  ADMIN_SCOPES,
  missingScopes,
  STOREFRONT_SCOPES,
  storefrontTokenHeader,
} from '#app/models/store-requirements.ts'
import { listOf } from '#app/models/wands.ts'
import { adminApi } from '#supabase/functions/_shared/environment.ts'
import { gapsOf, needsOf } from '../store-setup/setup.server.ts'
import { openStore, readStore } from '../store-setup/store.server.ts'
import { ask, type Check, type CheckOptions, embedded, obstacle } from './checks.server.ts'

/** What the check-up asks the Storefront API; by a permission: the smallest operation that needs it. */
const DOCTOR_DOCUMENTS = {
  shop: 'query DoctorShop { shop { primaryDomain { url } } }',
  shelf: `query DoctorShelf {
    products(first: 50) { nodes { variants(first: 20) { nodes { id availableForSale } } } }
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
const variants = z.object({ nodes: z.array(z.object({ id: z.string(), availableForSale: z.boolean() })) })
const shelfBody = z.object({ products: z.object({ nodes: z.array(z.object({ variants })) }) })
const checkoutBody = z.object({ cartCreate: z.object({ cart: z.object({ checkoutUrl: z.string() }) }) })
const error = z.object({ extensions: z.object({ code: z.string().optional() }).optional() })
const envelope = z.object({ data: z.unknown(), errors: z.array(error).optional() })

/** The checks of the storefront: its key and what it may do, and the way to the checkout. */
export function storefrontChecks({ config, fetch }: CheckOptions): Check[] {
  const { storefront, admin, publicOrigin } = config
  if (storefront === null || admin === null)
    return [embedded('STOREFRONT_API_URL, ADMIN_API_URL and their keys')]
  const { url, isPrivate, token } = storefront
  const { host } = new URL(url)
  const keyName = isPrivate ? 'STOREFRONT_API_PRIVATE_TOKEN' : 'STOREFRONT_API_TOKEN'

  /** @returns data, and whether it is denied Stops where the storefront's key is not accepted */
  async function query(document: string, variables: object = {}) {
    const { status, body } = await ask(fetch, url, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', [storefrontTokenHeader(isPrivate)]: token },
      body: JSON.stringify({ query: document, variables }),
    })
    const { data, errors = [] } = envelope.safeParse(body).data ?? { data: undefined }
    const codes = errors.map(({ extensions }) => extensions?.code)
    obstacle(
      status !== 200 || codes.includes('UNAUTHORIZED') || (data === undefined && codes.length === 0),
      `${host} is no Storefront API that accepts ${keyName} (${status})`,
    )
    return { data, isDenied: codes.includes('ACCESS_DENIED') }
  }

  return [
    [
      'Storefront key',
      `Compare STOREFRONT_API_URL and ${keyName} with Headless, your storefront, Storefront API, in Shopify (docs/deploy.md, step 3)`,
      async () => void (await query(DOCTOR_DOCUMENTS.shop)),
    ],
    [
      'Storefront permissions',
      'In Shopify, open Headless, your storefront, Manage, and add it',
      async () => {
        const denied: string[] = []
        for (const scope of STOREFRONT_SCOPES)
          if ((await query(DOCTOR_DOCUMENTS[scope])).isDenied) denied.push(scope)
        return obstacle(denied.length > 0, `The storefront’s key lacks the permission ${listOf(denied)}`)
      },
    ],
    [
      'Primary domain',
      'In Shopify, open Settings, Domains: make a subdomain of its own primary, such as checkout.your-shop.com, with Target “Online Store”',
      async () => {
        const { data } = shopBody.safeParse((await query(DOCTOR_DOCUMENTS.shop)).data)
        const isOurs = data?.shop.primaryDomain.url.replace(/\/+$/, '') === publicOrigin
        return obstacle(
          isOurs,
          `The store’s primary domain is the shop’s own, ${publicOrigin}: checkouts lead nowhere`,
        )
      },
    ],
    [
      'Checkout',
      'In Shopify, open Settings, Domains, and see that the checkout’s domain is connected, with Target “Online Store”; then Online Store, Preferences, and remove the password',
      async () => {
        const shelf = shelfBody.safeParse((await query(DOCTOR_DOCUMENTS.shelf)).data).data?.products.nodes
        const variants = shelf?.flatMap((one) => one.variants.nodes) ?? []
        const sold = variants.find(({ availableForSale }) => availableForSale)
        const { data } = sold ? await query(DOCTOR_DOCUMENTS.checkout, { id: sold.id }) : {}
        const checkoutUrl = checkoutBody.safeParse(data).data?.cartCreate.cart.checkoutUrl
        if (!checkoutUrl) return 'Nothing is for sale with which a checkout could be opened'
        const { status, headers } = await ask(fetch, checkoutUrl)
        if (/^\/password\b/.test(URL.parse(headers.get('Location') ?? '', checkoutUrl)?.pathname ?? ''))
          return 'The store asks for a password before its checkout'
        return status < 400 ? null : `The checkout at ${new URL(checkoutUrl).host} answers ${status}`
      },
    ],
  ]
}

/** The checks of the store by its Admin API: the app's key and what it may do, and what the store has. */
export function storeChecks({ config: { admin, publicOrigin }, fetch }: CheckOptions): Check[] {
  if (admin === null || publicOrigin === null) return []
  const needs = needsOf(publicOrigin).filter(({ isOptional }) => !isOptional)
  const open = () => openStore({ ...adminApi(admin, fetch), deadlineMs: 50_000 })

  return [
    [
      'App key',
      'Compare ADMIN_API_URL, the app’s id and secret, its access scopes and where it is installed with docs/deploy.md, step 3',
      async () => {
        const missing = missingScopes((await open()).scopes, ADMIN_SCOPES)
        return obstacle(missing.length > 0, `The app lacks the permission ${listOf(missing)}`)
      },
    ],
    [
      'Products, prices and delivery',
      'Run npm run setup: it makes what is missing, and names what only you can mend',
      async () => {
        const gaps = gapsOf(await readStore(await open()), needs)
        return gaps.map(({ need, forOwner }) => forOwner ?? `Missing: ${need.name}.`).join(' ')
      },
    ],
  ]
}
