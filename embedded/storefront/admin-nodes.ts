import { type FoundVariant, isAvailable, priceCents, type StoreProduct, variantsOf } from './catalogue.ts'
import { type ConnectionArgs, toConnection } from './connection.ts'
import { optionNodes, toMoney } from './product-nodes.ts'
import { PRIMARY_COUNTRY, toPrice } from './regions.ts'

/** Catalogue entries as nodes of the Admin API. Prices are in the shop's own currency. */

export function toAdminVariant(found: FoundVariant) {
  const { product, variant } = found
  return {
    id: variant.id,
    title: variant.title,
    displayName: `${product.title} - ${variant.title}`,
    price: toPrice(variant.cents.USD),
    compareAtPrice: null,
    sku: variant.sku,
    barcode: null,
    position: product.variants.indexOf(variant) + 1,
    availableForSale: isAvailable(found, 'US') || isAvailable(found, 'GB'),
    taxable: true,
    inventoryPolicy: 'DENY',
    selectedOptions: variant.options,
    image: variant.image,
    product: () => toAdminProduct(product),
    contextualPricing: ({ context }: { context: { country?: string | null } }) => {
      const country = context.country ?? PRIMARY_COUNTRY
      return { price: toMoney(priceCents(variant, country), country), compareAtPrice: null }
    },
  }
}

export function toAdminProduct(product: StoreProduct): object {
  const media = product.images.map((image) => ({
    __typename: 'MediaImage',
    id: image.id.replace('/ProductImage/', '/MediaImage/'),
    alt: image.altText,
    image,
  }))
  return {
    id: product.id,
    title: product.title,
    handle: product.handle,
    descriptionHtml: product.descriptionHtml,
    vendor: 'Wizard Box',
    productType: product.productType,
    tags: product.tags,
    status: product.status,
    createdAt: product.createdAt,
    updatedAt: product.updatedAt,
    options: ({ first }: { first?: number | null }) => optionNodes(product).slice(0, first ?? undefined),
    media: (args: ConnectionArgs) => toConnection(media, args),
    variants: (args: ConnectionArgs) => toConnection(variantsOf(product), args, toAdminVariant),
  }
}
