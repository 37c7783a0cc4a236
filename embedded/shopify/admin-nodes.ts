import { type FoundVariant, type StoreProduct, variantsOf } from './catalogue.ts'
import { type ConnectionArgs, toConnection } from './connection.ts'
import { optionNodes } from './product-nodes.ts'
import { toPrice } from './regions.ts'

/** Catalogue entries as nodes of the Admin API. Prices are in the shop's own currency. */

export function toAdminVariant({ variant }: FoundVariant) {
  return {
    id: variant.id,
    title: variant.title,
    price: toPrice(variant.cents.USD),
    compareAtPrice: null,
    sku: variant.sku,
    taxable: true,
    inventoryPolicy: 'DENY',
    inventoryItem: { tracked: false },
    selectedOptions: variant.options,
  }
}

export function toAdminProduct(product: StoreProduct): object {
  const media = product.images.map((image) => ({
    __typename: 'MediaImage',
    id: image.id.replace('/ProductImage/', '/MediaImage/'),
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
    options: optionNodes(product),
    media: (args: ConnectionArgs) => toConnection(media, args),
    variants: (args: ConnectionArgs) => toConnection(variantsOf(product), args, toAdminVariant),
  }
}
