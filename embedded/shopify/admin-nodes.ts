import type { FoundVariant, StoreProduct } from './catalogue.ts'
import { variantsOf } from './catalogue.ts'
import { type ConnectionArgs, toConnection } from './connection.ts'
import { optionNodes } from './product-nodes.ts'
import { BASE_CURRENCY, toPrice } from './regions.ts'
import { profileOfVariant, type Settings } from './settings.ts'

/** A user error of a change. */
export const refusal = (message: string, code: string | null = null) => ({ field: ['input'], message, code })

function toAdminVariant({ variant }: FoundVariant, settings: Settings) {
  const left = settings.stock[variant.id]
  return {
    id: variant.id,
    title: variant.title,
    price: toPrice(variant.cents[BASE_CURRENCY]),
    compareAtPrice: null,
    sku: variant.sku,
    taxable: true,
    inventoryPolicy: 'DENY',
    inventoryItem: { tracked: left !== undefined },
    selectedOptions: variant.options,
    deliveryProfile: () => profileOfVariant(settings, variant.id),
  }
}

/** A product as a node of the Admin API, with prices in the shop's own currency. */
export function toAdminProduct(product: StoreProduct, settings: Settings) {
  const { id, title, handle, descriptionHtml, productType, tags, status } = product
  const media = product.images.map((image) => ({ __typename: 'MediaImage', id: image.id, image }))
  const publications = (settings.published[id] ?? []).map((channel) => ({ id: channel }))
  return {
    ...{ id, title, handle, descriptionHtml, productType, tags, status },
    vendor: 'Wizard Box',
    options: optionNodes(product),
    media: (args: ConnectionArgs) => toConnection(media, args),
    resourcePublicationsV2: (args: ConnectionArgs) =>
      toConnection(publications, args, (publication) => ({ publication })),
    variants: (args: ConnectionArgs) =>
      toConnection(variantsOf(product), args, (found) => toAdminVariant(found, settings)),
  }
}
