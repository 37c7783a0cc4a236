import { type FoundVariant, isAvailable, priceCents, type StoreProduct } from './catalogue.ts'
import { type ConnectionArgs, toConnection } from './connection.ts'
import { toMoney } from './product-nodes.ts'
import { PRIMARY_COUNTRY } from './regions.ts'

/** Catalogue entries as nodes of the Admin API. Prices are in the shop's own currency. */

/** Minor units as a decimal string: "59.00". */
function toAmount(cents: number): string {
  return (cents / 100).toFixed(2)
}

function toOptionNodes(product: StoreProduct) {
  const base = product.id.replace('/Product/', '/ProductOption/')
  return product.optionNames.map((name, place) => {
    const values = [
      ...new Set(product.variants.flatMap((v) => v.options.find((o) => o.name === name)?.value ?? [])),
    ]
    return {
      id: `${base}0${place + 1}`,
      name,
      position: place + 1,
      values,
      optionValues: values.map((value, number) => ({
        id: `${base.replace('/ProductOption/', '/ProductOptionValue/')}0${place + 1}${number + 1}`,
        name: value,
      })),
    }
  })
}

/** A variant of the Admin API. */
export function toAdminVariant(found: FoundVariant) {
  const { product, variant } = found
  return {
    id: variant.id,
    title: variant.title,
    displayName: `${product.title} - ${variant.title}`,
    price: toAmount(variant.cents.USD),
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

/** A product of the Admin API. */
export function toAdminProduct(product: StoreProduct): object {
  const media = product.images.map((image) => ({
    __typename: 'MediaImage',
    id: image.id.replace('/ProductImage/', '/MediaImage/'),
    alt: image.altText,
    image,
  }))
  const variants = product.variants.map((variant) => ({ product, variant }))
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
    options: ({ first }: { first?: number | null }) => toOptionNodes(product).slice(0, first ?? undefined),
    media: (args: ConnectionArgs) =>
      toConnection(
        media,
        args,
        (entry) => entry.id,
        (entry) => entry,
      ),
    variants: (args: ConnectionArgs) =>
      toConnection(variants, args, ({ variant }) => variant.id, toAdminVariant),
  }
}
