import { type Catalogue, type FoundVariant, isAvailable, priceCents, type StoreProduct } from './catalogue.ts'
import type { Cart, CartLine, Carts } from './database.ts'
import { type Context, notImplemented, refusal } from './graphql-server.ts'
import { type PricedLine, type PricingSources, quoteCart } from './pricing.ts'
import { currencyOf, toPrice } from './regions.ts'
import type { Settings } from './settings.ts'

type CartInput = {
  readonly lines?: readonly (Pick<CartLine, 'merchandiseId'> & Partial<CartLine>)[]
  readonly discountCodes?: readonly string[]
  readonly buyerIdentity?: { readonly countryCode?: string }
}

/** The part of the catalogue that the storefront shows: what is published to its channel. */
export function shownCatalogue({ all, product, variant }: Catalogue, settings: Settings) {
  const isShown = ({ id, status }: StoreProduct) => {
    const headless = settings.channels.find(({ app }) => app === 'headless')?.id ?? ''
    return status === 'ACTIVE' && settings.published[id]?.includes(headless) === true
  }
  return {
    all: () => all().filter(isShown),
    product(id: string): StoreProduct | null {
      const found = product(id)
      return found && isShown(found) ? found : null
    },
    variant(id: string): FoundVariant | null {
      const found = variant(id)
      return found && isShown(found.product) ? found : null
    },
  }
}

/** Minor units as money of the API, in the country's currency. */
function toMoney(cents: number, country: string) {
  return { amount: toPrice(cents), currencyCode: currencyOf(country) }
}

/** The options of a product, as nodes of both APIs. */
export function optionNodes({ variants }: StoreProduct) {
  const byName = Map.groupBy(
    variants.flatMap(({ options }) => options),
    ({ name }) => name,
  )
  return [...byName].map(([name, options], place) => {
    const values = new Set(options.map(({ value }) => value))
    return { name, position: place + 1, optionValues: [...values].map((value) => ({ name: value })) }
  })
}

function toVariantNode(found: FoundVariant, country: string) {
  const { product, variant } = found
  return {
    __typename: 'ProductVariant',
    id: variant.id,
    title: variant.title,
    availableForSale: isAvailable(found, country),
    price: toMoney(priceCents(variant, country), country),
    image: variant.image,
    product: () => toProductNode(product, country),
    selectedOptions: variant.options,
  }
}

const ENTITIES: Readonly<Record<string, string>> = { '&lt;': '<', '&gt;': '>', '&amp;': '&' }

/** The text of a description in one line. */
function plainText(html: string): string {
  const text = html.replace(/<[^>]*>/g, ' ').replace(/&\w+;/g, (entity) => ENTITIES[entity] ?? entity)
  return text.replace(/\s+/g, ' ').trim()
}

function toProductNode(product: StoreProduct | null, country: string) {
  if (product === null) return null
  const { id, handle, title, tags, descriptionHtml, variants } = product
  return {
    ...{ id, handle, title, tags, descriptionHtml },
    description: () => plainText(descriptionHtml),
    options: () => optionNodes(product),
    priceRange() {
      const cents = variants.map((variant) => priceCents(variant, country))
      return { minVariantPrice: toMoney(cents.length > 0 ? Math.min(...cents) : 0, country) }
    },
    featuredImage: product.images[0] ?? null,
    images: product.images,
    variants: () => variants.map((variant) => toVariantNode({ product, variant }, country)),
  }
}

/**
 * The operations of the Storefront API. The shop keeps its carts itself, creates one here for each checkout, and reads it
 * again; prices are computed on every call.
 */
export function createStorefrontApi(
  carts: Carts,
  catalogue: ReturnType<typeof shownCatalogue>,
  sources: PricingSources,
  origin: () => string,
) {
  function toCartNode(cart: Cart) {
    const { country, token, key } = cart
    const id = `gid://shopify/Cart/${token}?key=${key}`
    const { lines, codes, itemsCents } = quoteCart(cart, sources)
    const allocationNode = ({ code, cents }: { code: string; cents: number }) => ({
      __typename: 'CartCodeDiscountAllocation',
      code,
      discountedAmount: toMoney(cents, country),
    })
    const lineNode = ({ merchandiseId, quantity, discount }: PricedLine) => ({
      __typename: 'CartLine',
      quantity,
      merchandise: { __typename: 'ProductVariant', id: merchandiseId },
      discountAllocations: discount ? [allocationNode(discount)] : [],
    })
    const sold = lines.filter(({ productId }) => productId !== null)
    return {
      id,
      checkoutUrl: `${origin()}/embedded/checkout/${token}?key=${key}`,
      totalQuantity: sold.reduce((sum, { quantity }) => sum + quantity, 0),
      cost: { totalAmount: toMoney(itemsCents, country) },
      discountCodes: codes.map(({ code, problem }) => ({ code, applicable: problem === null })),
      discountAllocations: codes.filter(({ isGift, cents }) => !isGift && cents > 0).map(allocationNode),
      lines: sold.map(lineNode),
      /** Of the payload: discount codes that do not apply. */
      warnings: codes.flatMap(({ code, problem }) => {
        const message = `Discount code ${code} cannot be applied to this cart.`
        return problem === null ? [] : [{ code: problem, message }]
      }),
    }
  }

  /** Why a line is refused, as Shopify says it; null when it is not. */
  function problemOf({ merchandiseId }: CartLine, country: string) {
    const found = catalogue.variant(merchandiseId)
    if (!found) return refusal(`The merchandise with id ${merchandiseId} does not exist.`, 'INVALID')
    if (isAvailable(found, country)) return null
    return refusal(`The product '${found.product.title}' is already sold out.`, 'INVALID')
  }

  return {
    products({ query }: { query?: string | null }, { country }: Context) {
      const found = query ? catalogue.all().filter(tagFilter(query)) : catalogue.all()
      return found.map((product) => toProductNode(product, country))
    },
    product: ({ id }: { id: string }, { country }: Context) => toProductNode(catalogue.product(id), country),
    productByHandle: ({ handle }: { handle: string }, { country }: Context) =>
      toProductNode(catalogue.all().find((product) => product.handle === handle) ?? null, country),
    /** Variants only, as the shop asks for no others. */
    nodes: ({ ids }: { ids: readonly string[] }, { country }: Context) =>
      ids.map((id) => {
        const found = catalogue.variant(id)
        return found && toVariantNode(found, country)
      }),
    shop: () => ({ primaryDomain: { url: origin() } }),
    /** An open cart; null when it does not exist or was ordered. */
    cart({ id }: { id: string }) {
      const [, token = '', key = ''] = /^gid:\/\/shopify\/Cart\/(\w+)\?key=(\w+)$/.exec(id) ?? []
      const cart = carts.find(token, key)
      return cart?.orderId === null ? toCartNode(cart) : null
    },
    cartCreate({ input = {} }: { input?: CartInput }, context: Context) {
      const { discountCodes = [], buyerIdentity } = input
      const country = buyerIdentity?.countryCode ?? context.country
      const lines = (input.lines ?? []).map((line) => ({ quantity: 1, attributes: [], ...line }))
      const userErrors = lines.flatMap((line) => problemOf(line, country) ?? [])
      if (userErrors.length > 0) return { cart: null, userErrors, warnings: [] }
      const cart = toCartNode(carts.create({ country, lines, discountCodes }))
      return { cart, userErrors: [], warnings: cart.warnings }
    },
  }
}

/** Whether a product matches a search by tags, in any case, joined by OR. @throws GraphQLError for any other search */
function tagFilter(query: string): (product: StoreProduct) => boolean {
  const wanted = query.split(' OR ').map((term) => {
    const tag = /^tag:'([^']*)'$/.exec(term)?.[1]
    if (tag === undefined) throw notImplemented('Searching products but by tag')
    return tag.toLowerCase()
  })
  return ({ tags }) => tags.some((tag) => wanted.includes(tag.trim().toLowerCase()))
}
