import { z } from 'zod'

/** Schemas of the storefront's replies. Invalid entries of the catalogue are left out. */

const money = z.object({ amount: z.string(), currencyCode: z.string() })
const image = z.object({
  url: z.string().min(1),
  altText: z.string().nullish(),
  width: z.number().nullish(),
  height: z.number().nullish(),
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

function lenientNodes<Schema extends z.ZodType>(node: Schema) {
  return z
    .object({ edges: z.array(z.object({ node: z.unknown() })) })
    .transform(({ edges }) => edges.flatMap((edge) => keepValid(node, edge.node)))
}

function keepValid<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema>[] {
  const parsed = schema.safeParse(value)
  return parsed.success ? [parsed.data] : []
}

const product = z.object({
  id: z.string().min(1),
  title: z.string(),
  handle: z.string().min(1),
  description: z.string().catch(''),
  descriptionHtml: z.string().nullish().catch(null),
  tags: z.array(z.string()).catch([]),
  availableForSale: z.boolean().nullish().catch(null),
  priceRange: z.object({ minVariantPrice: money, maxVariantPrice: money.nullish() }).nullish().catch(null),
  options: z
    .array(z.object({ name: z.string(), optionValues: z.array(z.object({ name: z.string() })) }))
    .catch([]),
  images: lenientNodes(image),
  variants: lenientNodes(variant),
})
const ownedVariant = variant.extend({
  product: z.object({
    handle: z.string().min(1),
    title: z.string(),
    tags: z.array(z.string()).catch([]),
    featuredImage: image.nullish().catch(null),
  }),
})
const checkedVariant = z.object({
  id: z.string(),
  title: z.string(),
  availableForSale: z.boolean(),
  product: z.object({ title: z.string() }),
})
const allocation = z.object({ discountedAmount: money, code: z.string().nullish() })
const cart = z.object({
  id: z.string().min(1),
  checkoutUrl: z.string().nullish(),
  totalQuantity: z.number(),
  cost: z.object({ totalAmount: money, subtotalAmount: money }),
  buyerIdentity: z.object({ countryCode: z.string().nullish() }).nullish(),
  discountCodes: z.array(z.object({ code: z.string(), applicable: z.boolean() })).catch([]),
  discountAllocations: z.array(allocation).catch([]),
  lines: z.object({
    edges: z.array(
      z.object({
        node: z.object({
          id: z.string(),
          quantity: z.number(),
          attributes: z.array(z.object({ key: z.string(), value: z.string().nullish() })).catch([]),
          discountAllocations: z.array(allocation).catch([]),
          merchandise: z.object({ id: z.string() }),
        }),
      }),
    ),
  }),
})
const cartPayload = z.object({
  cart: cart.nullish(),
  userErrors: z.array(
    z.object({ field: z.array(z.string()).nullish(), message: z.string(), code: z.string().nullish() }),
  ),
  warnings: z.array(z.object({ code: z.string(), message: z.string() })).nullish(),
})

/** The valid nodes of a plain list. */
function nodes<Schema extends z.ZodType>(node: Schema) {
  return z
    .object({ nodes: z.array(z.unknown()) })
    .transform((reply) => reply.nodes.flatMap((value) => keepValid(node, value)))
}

/** The parser of each operation's `data`. */
export const REPLIES = {
  getProducts: z.object({ products: lenientNodes(product) }).transform((reply) => reply.products),
  getProductByHandle: z
    .object({ productByHandle: product.nullable() })
    .transform((reply) => reply.productByHandle),
  getVariants: nodes(ownedVariant),
  checkVariants: nodes(checkedVariant),
  getShop: z
    .object({ shop: z.object({ primaryDomain: z.object({ url: z.url() }) }) })
    .transform((reply) => reply.shop.primaryDomain.url),
  createCart: z.object({ cartCreate: cartPayload }).transform((reply) => reply.cartCreate),
  getCart: z.object({ cart: cart.nullable() }).transform((reply) => reply.cart),
} as const

export type WireImage = z.infer<typeof image>
export type WireVariant = z.infer<typeof variant>
export type WireProduct = z.infer<typeof product>
export type WireOwnedVariant = z.infer<typeof ownedVariant>
export type WireCart = z.infer<typeof cart>
export type WireCartPayload = z.infer<typeof cartPayload>
