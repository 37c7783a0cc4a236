import { randomUUID } from 'node:crypto'
import { GraphQLError } from 'graphql'
import { type Attribute, type Cart, type CartLine, type Carts, cartGid } from './carts.ts'
import { type Catalogue, isAvailable, type StoreProduct } from './catalogue.ts'
import { notImplemented, refusal } from './graphql-server.ts'
import { type Allocation, type PricedLine, type PricingSources, priceCart } from './pricing.ts'
import { toMoney, toProductNode, toVariantNode } from './product-nodes.ts'

/** The context of the resolvers: the buyer's country. */
type Context = { readonly country: string }
type ProductsArgs = { readonly query?: string | null; readonly sortKey: string }
type LineInput = {
  readonly merchandiseId: string
  readonly quantity?: number | null
  readonly attributes?: readonly Attribute[] | null
}
type CartInput = {
  readonly lines?: readonly LineInput[] | null
  readonly discountCodes?: readonly string[] | null
  readonly attributes?: readonly Attribute[] | null
  readonly buyerIdentity?: { readonly countryCode?: string | null } | null
}

const MAX_LINE_QUANTITY = 20
const MAX_IDS = 250

type Options = {
  readonly carts: Carts
  readonly catalogue: Catalogue
  readonly sources: () => PricingSources
  readonly publicOrigin: () => string
}

/**
 * The operations of the Storefront API. The shop keeps its carts itself, creates one here for each checkout, and reads it
 * again; prices are computed on every call.
 */
export function createStorefrontApi({ carts, catalogue, sources, publicOrigin }: Options) {
  const toNode = (product: StoreProduct | null, country: string) => product && toProductNode(product, country)

  function node(id: string, country: string) {
    if (id.startsWith('gid://shopify/Product/')) return toNode(catalogue.product(id), country)
    if (!id.startsWith('gid://shopify/ProductVariant/')) throw new GraphQLError(`Invalid global id '${id}'`)
    const found = catalogue.variant(id)
    return found && toVariantNode(found, country)
  }

  function toCartNode(cart: Cart) {
    const { country, token, key } = cart
    const priced = priceCart(cart, sources())
    const allocationNode = ({ discount, cents }: Allocation) => ({
      __typename: 'CartCodeDiscountAllocation',
      code: discount.code,
      discountedAmount: toMoney(cents, country),
    })
    const lineNode = ({ line, found, allocations }: PricedLine) => ({
      __typename: 'CartLine',
      id: `gid://shopify/CartLine/${line.id}?cart=${token}`,
      quantity: line.quantity,
      attributes: line.attributes,
      merchandise: () => found && toVariantNode(found, country),
      discountAllocations: allocations.map(allocationNode),
    })
    const sold = priced.lines.filter(({ found }) => found)
    return {
      id: cartGid(cart),
      checkoutUrl: `${publicOrigin()}/embedded/checkout/${token}?key=${key}`,
      buyerIdentity: { countryCode: country },
      totalQuantity: sold.reduce((sum, { line }) => sum + line.quantity, 0),
      cost: { totalAmount: toMoney(priced.totalCents, country) },
      discountCodes: priced.codes.map(({ code, problem }) => ({ code, applicable: problem === null })),
      discountAllocations: priced.allocations.map(allocationNode),
      lines: () => sold.map(lineNode),
      /** Of the payload: discount codes that do not apply. */
      warnings: priced.codes.flatMap(({ code, problem }) => {
        const message = `Discount code ${code} cannot be applied to this cart.`
        return problem === null ? [] : [{ code: problem, message, target: cartGid(cart) }]
      }),
    }
  }

  /** Why a line is refused, as Shopify says it; null when it is not. */
  function problemOf({ merchandiseId, quantity }: CartLine, country: string) {
    const found = catalogue.variant(merchandiseId)
    if (!found) return refusal(`The merchandise with id ${merchandiseId} does not exist.`, 'INVALID')
    if (!isAvailable(found, country))
      return refusal(`The product '${found.product.title}' is already sold out.`, 'INVALID')
    if (quantity < 1) return refusal('The quantity must be at least 1.', 'MINIMUM_NOT_MET')
    if (quantity <= MAX_LINE_QUANTITY) return null
    return refusal(`The maximum quantity of one item is ${MAX_LINE_QUANTITY}.`, 'MAXIMUM_EXCEEDED')
  }

  /** Lines from an input. Those with the same variant and the same attributes become one. */
  function toLines(inputs: readonly LineInput[]): CartLine[] {
    const lines = new Map<string, CartLine>()
    for (const { merchandiseId, quantity, attributes } of inputs) {
      const identity = JSON.stringify([merchandiseId, attributes ?? []])
      const { id = randomUUID(), quantity: before = 0 } = lines.get(identity) ?? {}
      const total = before + (quantity ?? 1)
      lines.set(identity, { id, merchandiseId, attributes: attributes ?? [], quantity: total })
    }
    return [...lines.values()]
  }

  return {
    products({ query, sortKey }: ProductsArgs, { country }: Context) {
      if (sortKey !== 'ID') throw notImplemented('Sorting products')
      const found = query ? catalogue.all().filter(tagFilter(query)) : catalogue.all()
      return found.map((product) => toNode(product, country))
    },
    product: ({ id }: { id?: string | null }, { country }: Context) =>
      toNode(catalogue.product(id ?? ''), country),
    productByHandle: ({ handle }: { handle: string }, { country }: Context) =>
      toNode(catalogue.byHandle(handle), country),
    nodes({ ids }: { ids: readonly string[] }, { country }: Context) {
      if (ids.length > MAX_IDS) throw new GraphQLError(`More than ${MAX_IDS} ids`)
      return ids.map((id) => node(id, country))
    },
    shop: () => ({ primaryDomain: { url: publicOrigin() } }),
    /** An open cart; null when it does not exist or was ordered. */
    cart({ id }: { id: string }) {
      const cart = carts.findOpen(id)
      return cart && toCartNode(cart)
    },
    cartCreate({ input }: { input?: CartInput | null }, context: Context) {
      const { discountCodes, attributes, buyerIdentity } = input ?? {}
      const country = buyerIdentity?.countryCode ?? context.country
      const lines = toLines(input?.lines ?? [])
      const userErrors = lines.flatMap((line) => problemOf(line, country) ?? [])
      if (userErrors.length > 0) return { cart: null, userErrors, warnings: [] }
      const state = { country, lines, discountCodes: discountCodes ?? [], attributes: attributes ?? [] }
      const cart = toCartNode(carts.create(state))
      return { cart, userErrors: [], warnings: cart.warnings }
    },
  }
}

const TAG_TERM = /^tag:(?:'([^']*)'|"([^"]*)"|([^\s'"]+))$/

/**
 * Whether a product matches a search: by tags, in any case, joined by OR.
 * @throws GraphQLError for any other search
 */
function tagFilter(query: string): (product: StoreProduct) => boolean {
  const wanted = query.split(/\s+OR\s+/).map((term) => {
    const match = TAG_TERM.exec(term.trim())
    if (!match) throw notImplemented('Searching products but by tag')
    return (match[1] ?? match[2] ?? match[3] ?? '').toLowerCase()
  })
  return ({ tags }) => tags.some((tag) => wanted.includes(tag.trim().toLowerCase()))
}
