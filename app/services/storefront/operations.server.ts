import { z } from 'zod'

/** All operations of the storefront; replies leave invalid entries of the catalogue out. Spec: 7 Storefront */

export type Operation<Reply extends z.ZodType = z.ZodType> = {
  readonly document: string
  /** Parses the `data` of the reply. */
  readonly reply: Reply
  /** How often it is tried again after a failure; twice by default. */
  readonly retries?: number
  /** Whether one visitor waits for it, so that it counts as theirs; otherwise its reply is for all visitors. */
  readonly isForVisitor?: boolean
}

const money = z.object({ amount: z.string(), currencyCode: z.string() })
const image = z.object({
  url: z.string().min(1),
  altText: z.string().nullable().default(null),
  width: z.number().nullable().default(null),
  height: z.number().nullable().default(null),
})
const option = z.object({ name: z.string(), value: z.string() })
const variant = z.object({
  id: z.string().startsWith('gid://shopify/ProductVariant/'),
  title: z.string(),
  availableForSale: z.boolean(),
  price: money.nullish().catch(null),
  selectedOptions: z.array(option).catch([]),
  image: image.nullish().catch(null),
})

/** A list, of which the valid entries are kept. */
function validEntries<Schema extends z.ZodType>(schema: Schema) {
  return z.array(z.unknown()).transform((entries) =>
    entries.flatMap((entry) => {
      const parsed = schema.safeParse(entry)
      return parsed.success ? [parsed.data] : []
    }),
  )
}

/** The valid entries of a connection, by its edges: `next` is the cursor of the next page, null at the end. */
function pageOf<Schema extends z.ZodType>(node: Schema) {
  const edges = z.array(z.object({ node: z.unknown() })).transform((list) => list.map((edge) => edge.node))
  const pageInfo = z.object({ hasNextPage: z.boolean(), endCursor: z.string().nullish() })
  return z
    .object({ edges: edges.pipe(validEntries(node)), pageInfo: pageInfo.nullish() })
    .transform(({ edges: entries, pageInfo: page }) => ({
      entries,
      next: (page?.hasNextPage && page.endCursor) || null,
    }))
}

const product = z.object({
  id: z.string().min(1),
  title: z.string(),
  handle: z.string().min(1),
  description: z.string().catch(''),
  tags: z.array(z.string()).catch([]),
  options: z
    .array(z.object({ name: z.string(), optionValues: z.array(z.object({ name: z.string() })) }))
    .catch([]),
  images: pageOf(image).transform(({ entries }) => entries),
  variants: pageOf(variant),
})
const ownedVariant = variant.extend({
  product: z.object({
    handle: z.string().min(1),
    title: z.string(),
    tags: z.array(z.string()).catch([]),
    featuredImage: image.nullish().catch(null),
  }),
})
const checkedVariant = z.object({ id: z.string(), availableForSale: z.boolean() })
const allocation = z.object({ discountedAmount: money, code: z.string().nullish() })
const cartLine = z.object({
  quantity: z.number(),
  discountAllocations: z.array(allocation).catch([]),
  merchandise: z.object({ id: z.string() }),
})
const cart = z.object({
  id: z.string().min(1),
  checkoutUrl: z.string().nullish(),
  discountCodes: z.array(z.object({ code: z.string(), applicable: z.boolean() })).catch([]),
  discountAllocations: z.array(allocation).catch([]),
  lines: z
    .object({ edges: z.array(z.object({ node: cartLine })) })
    .transform(({ edges }) => edges.map(({ node }) => node)),
})
const cartPayload = z.object({
  cart: cart.nullish(),
  userErrors: z.array(z.object({ message: z.string() })),
  warnings: z.array(z.object({ code: z.string() })).nullish(),
})

export type WireVariant = z.infer<typeof variant>
export type WireProduct = z.infer<typeof product>
export type WireOwnedVariant = z.infer<typeof ownedVariant>
export type WireCart = z.infer<typeof cart>
export type WireCartPayload = z.infer<typeof cartPayload>

const PAGE_INFO = 'pageInfo { hasNextPage endCursor }'
const IMAGE_FIELDS = `url altText width height`
const VARIANT_FIELDS = `
  id
  title
  availableForSale
  price { amount currencyCode }
  selectedOptions { name value }
  image { ${IMAGE_FIELDS} }`
const PRODUCT_FIELDS = `
  id
  title
  handle
  description
  tags
  priceRange { minVariantPrice { amount currencyCode } }
  options { name optionValues { name } }`
const DISCOUNT_FIELDS =
  'discountAllocations { discountedAmount { amount currencyCode } ... on CartCodeDiscountAllocation { code } }'

export const GET_PRODUCTS = {
  document: `
query GetProducts($query: String!, $after: String, $country: CountryCode!) @inContext(country: $country) {
  products(first: 50, after: $after, query: $query) {
    edges {
      node {
        ${PRODUCT_FIELDS}
        images(first: 5) { edges { node { ${IMAGE_FIELDS} } } }
        variants(first: 10) { edges { node { ${VARIANT_FIELDS} } } ${PAGE_INFO} }
      }
    }
    ${PAGE_INFO}
  }
}`,
  reply: z.object({ products: pageOf(product) }).transform((reply) => reply.products),
} satisfies Operation

export const GET_PRODUCT_BY_HANDLE = {
  document: `
query GetProductByHandle($handle: String!, $country: CountryCode!) @inContext(country: $country) {
  productByHandle(handle: $handle) {
    ${PRODUCT_FIELDS}
    images(first: 30) { edges { node { ${IMAGE_FIELDS} } } }
    variants(first: 50) { edges { node { ${VARIANT_FIELDS} } } ${PAGE_INFO} }
  }
}`,
  reply: z.object({ productByHandle: product.nullable() }).transform((reply) => reply.productByHandle),
} satisfies Operation

/** The variants of a product after its first 50. */
export const GET_MORE_VARIANTS = {
  document: `
query GetMoreVariants($id: ID!, $after: String!, $country: CountryCode!) @inContext(country: $country) {
  product(id: $id) {
    variants(first: 50, after: $after) { edges { node { ${VARIANT_FIELDS} } } ${PAGE_INFO} }
  }
}`,
  reply: z
    .object({ product: z.object({ variants: pageOf(variant) }).nullable() })
    .transform((reply) => reply.product?.variants ?? { entries: [], next: null }),
} satisfies Operation

export const GET_VARIANTS = {
  document: `
query GetVariants($ids: [ID!]!, $country: CountryCode!) @inContext(country: $country) {
  nodes(ids: $ids) {
    ... on ProductVariant {
      ${VARIANT_FIELDS}
      product { handle title tags featuredImage { ${IMAGE_FIELDS} } }
    }
  }
}`,
  reply: z.object({ nodes: validEntries(ownedVariant) }).transform((reply) => reply.nodes),
} satisfies Operation

export const CHECK_VARIANTS = {
  document: `
query CheckVariants($ids: [ID!]!, $country: CountryCode!) @inContext(country: $country) {
  nodes(ids: $ids) {
    ... on ProductVariant {
      id
      title
      availableForSale
      product { title }
    }
  }
}`,
  reply: z.object({ nodes: validEntries(checkedVariant) }).transform((reply) => reply.nodes),
  isForVisitor: true,
} satisfies Operation

export const GET_SHOP = {
  document: `
query GetShop {
  shop { primaryDomain { url } }
}`,
  reply: z
    .object({ shop: z.object({ primaryDomain: z.object({ url: z.url() }) }) })
    .transform((reply) => reply.shop.primaryDomain.url),
} satisfies Operation

export const CREATE_CART = {
  document: `
mutation cartCreate($input: CartInput!, $country: CountryCode!) @inContext(country: $country) {
  cartCreate(input: $input) {
    cart {
      id
      checkoutUrl
      totalQuantity
      cost { totalAmount { amount currencyCode } }
      discountCodes { code applicable }
      ${DISCOUNT_FIELDS}
      lines(first: 100) { edges { node { quantity ${DISCOUNT_FIELDS} merchandise { ... on ProductVariant { id } } } } }
    }
    userErrors { field message code }
    warnings { code }
  }
}`,
  reply: z.object({ cartCreate: cartPayload }).transform((reply) => reply.cartCreate),
  isForVisitor: true,
  // A retry leaves at worst one more abandoned cart.
  retries: 1,
} satisfies Operation

export const GET_CART = {
  document: `
query GetCart($id: ID!) {
  cart(id: $id) { id }
}`,
  reply: z.object({ cart: z.object({}).nullable() }).transform((reply) => reply.cart),
  isForVisitor: true,
} satisfies Operation
