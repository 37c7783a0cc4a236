import { memoizeBy } from '#app/models/memoize.ts'
import { cleanDescription, descriptionText } from '#app/services/storefront/description.server.ts'
import { type FoundVariant, isAvailable, priceCents, type StoreProduct, variantsOf } from './catalogue.ts'
import { currencyOf, toDecimal } from './regions.ts'

/** Catalogue entries as nodes of the Storefront API, for buyers in one country. */

/** Minor units as money of the API, in the country's currency. */
export function toMoney(cents: number, country: string) {
  return { amount: toDecimal(cents), currencyCode: currencyOf(country) }
}

/** The options of a product, as nodes of both APIs. */
export function optionNodes({ optionNames, variants }: StoreProduct) {
  return optionNames.map((name, place) => {
    const values = variants.flatMap(({ options }) => options.find((option) => option.name === name) ?? [])
    const names = [...new Set(values.map(({ value }) => value))]
    return { name, position: place + 1, optionValues: names.map((value) => ({ name: value })) }
  })
}

export function toVariantNode(found: FoundVariant, country: string) {
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

const memoizeNode = memoizeBy<object>()

/** The node of a product, which is made once: a query may ask for it by thousands of names. */
export function toProductNode(product: StoreProduct, country: string): object {
  return memoizeNode(product, country, () => {
    const { id, handle, title, tags, descriptionHtml } = product
    const cents = product.variants.map((variant) => priceCents(variant, country))
    return {
      ...{ id, handle, title, tags, descriptionHtml },
      __typename: 'Product',
      description: descriptionText(cleanDescription(descriptionHtml)).replace(/\s+/g, ' '),
      options: optionNodes(product),
      priceRange: { minVariantPrice: toMoney(Math.min(...cents, ...(cents.length > 0 ? [] : [0])), country) },
      featuredImage: product.images[0] ?? null,
      images: product.images,
      variants: () => variantsOf(product).map((found) => toVariantNode(found, country)),
    }
  })
}
