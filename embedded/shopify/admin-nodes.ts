import { MARKET_IDS, MARKETS } from '#app/models/market.ts'
import { type FoundVariant, isAvailable, type StoreProduct, variantsOf } from './catalogue.ts'
import { type ConnectionArgs, toConnection } from './connection.ts'
import { optionNodes } from './product-nodes.ts'
import { BASE_CURRENCY, toPrice } from './regions.ts'
import { profileOfVariant, type Settings } from './settings.ts'

/** Catalogue entries as nodes of the Admin API. Prices are in the shop's own currency. */

/** The resolver of one entry of a list. */
export function byId<Entry extends { readonly id: string }>(
  entries: readonly Entry[],
  toNode: (entry: Entry) => object,
) {
  return ({ id }: { id: string }) => {
    const found = entries.find((entry) => entry.id === id)
    return found === undefined ? null : toNode(found)
  }
}

/** A user error of a change. */
export const refusal = (message: string, code: string | null = null) => ({ field: ['input'], message, code })

export function toAdminVariant(found: FoundVariant, settings: Settings) {
  const { variant } = found
  const left = settings.stock[variant.id]
  return {
    id: variant.id,
    title: variant.title,
    price: toPrice(variant.cents[BASE_CURRENCY]),
    compareAtPrice: null,
    sku: variant.sku,
    taxable: true,
    inventoryPolicy: 'DENY',
    inventoryItem: {
      id: variant.id.replace('/ProductVariant/', '/InventoryItem/'),
      tracked: left !== undefined,
    },
    inventoryQuantity: left ?? 0,
    selectedOptions: variant.options,
    availableForSale:
      left !== 0 && MARKET_IDS.some((market) => isAvailable(found, MARKETS[market].countryCode)),
    deliveryProfile: () => profileOfVariant(settings, variant.id),
  }
}

export function toAdminProduct(product: StoreProduct, settings: Settings) {
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
    resourcePublicationsV2: (args: ConnectionArgs) =>
      toConnection(
        (settings.published[product.id] ?? []).map((id) => ({ id })),
        args,
        (publication) => ({ publication, isPublished: true }),
      ),
    variants: (args: ConnectionArgs) =>
      toConnection(variantsOf(product), args, (found) => toAdminVariant(found, settings)),
  }
}
