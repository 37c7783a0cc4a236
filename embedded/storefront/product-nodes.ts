import {
  type Catalogue,
  type FoundVariant,
  isAvailable,
  plainText,
  priceCents,
  type StoreImage,
  type StoreProduct,
  variantsOf,
} from './catalogue.ts'
import { type ConnectionArgs, toConnection } from './connection.ts'
import { currencyOf, toDecimal } from './regions.ts'

/** Catalogue entries as nodes of the Storefront API, for buyers in one country. */
export type ProductNodes = ReturnType<typeof createProductNodes>

type SelectedOption = { readonly name: string; readonly value: string }
type OptionArgs = {
  readonly selectedOptions?: readonly SelectedOption[]
  readonly caseInsensitiveMatch?: boolean
  readonly ignoreUnknownOptions?: boolean
}

/** Minor units as money of the API, in the country's currency. */
export function toMoney(cents: number, country: string) {
  return { amount: toDecimal(cents), currencyCode: currencyOf(country) }
}

function toImageNode(image: StoreImage) {
  return { ...image, src: image.url, originalSrc: image.url, transformedSrc: image.url, thumbhash: null }
}

function priceRange(cents: readonly number[], country: string) {
  const all = cents.length > 0 ? cents : [0]
  return {
    minVariantPrice: toMoney(Math.min(...all), country),
    maxVariantPrice: toMoney(Math.max(...all), country),
  }
}

/** The options of a product, as nodes of both APIs. */
export function optionNodes(product: StoreProduct) {
  const base = product.id.replace('/Product/', '/ProductOption/')
  return product.optionNames.map((name, place) => {
    const values = [
      ...new Set(product.variants.flatMap((v) => v.options.find((o) => o.name === name)?.value ?? [])),
    ]
    const id = `${base}0${place + 1}`
    return {
      __typename: 'ProductOption',
      id,
      name,
      position: place + 1,
      values,
      optionValues: values.map((value, number) => ({
        __typename: 'ProductOptionValue',
        id: `${id.replace('/ProductOption/', '/ProductOptionValue/')}${String(number + 1).padStart(3, '0')}`,
        name: value,
        swatch: null,
      })),
    }
  })
}

function matches(
  options: readonly SelectedOption[],
  { selectedOptions = [], caseInsensitiveMatch, ignoreUnknownOptions }: OptionArgs,
) {
  const fold = (text: string) => (caseInsensitiveMatch ? text.toLowerCase() : text)
  return selectedOptions.every((wanted) => {
    const own = options.find((option) => fold(option.name) === fold(wanted.name))
    return own ? fold(own.value) === fold(wanted.value) : ignoreUnknownOptions === true
  })
}

/** Creates the nodes of one country. Product nodes are cached until the catalogue changes. */
export function createProductNodes(catalogue: Catalogue, country: string) {
  const products = new Map<string, object>()
  let cachedVersion = catalogue.version()

  function toVariantNode(found: FoundVariant) {
    const { product, variant } = found
    const price = toMoney(priceCents(variant, country), country)
    const available = isAvailable(found, country)
    return {
      __typename: 'ProductVariant',
      id: variant.id,
      title: variant.title,
      availableForSale: available,
      currentlyNotInStock: false,
      price,
      priceV2: price,
      compareAtPrice: null,
      compareAtPriceV2: null,
      unitPrice: null,
      unitPriceMeasurement: null,
      image: variant.image ? toImageNode(variant.image) : null,
      product: () => toProductNode(product),
      quantityRule: { minimum: 1, maximum: MAX_LINE_QUANTITY, increment: 1 },
      requiresComponents: false,
      requiresShipping: true,
      selectedOptions: variant.options,
      sku: variant.sku,
      barcode: null,
      taxable: true,
    }
  }

  function createProductNode(product: StoreProduct) {
    const variants = variantsOf(product)
    const images = product.images.map(toImageNode)
    const description = plainText(product.descriptionHtml)
    const available = variants.filter((found) => isAvailable(found, country))
    const find = (args: OptionArgs) => variants.find(({ variant }) => matches(variant.options, args))
    return {
      __typename: 'Product',
      id: product.id,
      handle: product.handle,
      title: product.title,
      vendor: 'Wizard Box',
      productType: product.productType,
      tags: product.tags,
      description: ({ truncateAt }: { truncateAt?: number | null }) =>
        truncateAt != null && description.length > truncateAt
          ? `${description.slice(0, truncateAt - 3)}...`
          : description,
      descriptionHtml: product.descriptionHtml,
      availableForSale: available.length > 0,
      createdAt: product.createdAt,
      updatedAt: product.updatedAt,
      publishedAt: product.createdAt,
      isGiftCard: false,
      requiresSellingPlan: false,
      onlineStoreUrl: null,
      seo: { title: null, description: null },
      options: ({ first }: { first?: number | null }) => optionNodes(product).slice(0, first ?? undefined),
      priceRange: priceRange(
        product.variants.map((variant) => priceCents(variant, country)),
        country,
      ),
      compareAtPriceRange: priceRange([], country),
      featuredImage: images[0] ?? null,
      images: (args: ConnectionArgs) => toConnection(images, args),
      variants: (args: ConnectionArgs) => toConnection(variants, args, toVariantNode),
      variantsCount: { count: variants.length, precision: 'EXACT' },
      variantBySelectedOptions: (args: OptionArgs) => {
        const found = find(args)
        return found ? toVariantNode(found) : null
      },
      selectedOrFirstAvailableVariant: (args: OptionArgs) => {
        const found = (args.selectedOptions ? find(args) : undefined) ?? available[0] ?? variants[0]
        return found ? toVariantNode(found) : null
      },
    }
  }

  function toProductNode(product: StoreProduct): object {
    if (cachedVersion !== catalogue.version()) {
      products.clear()
      cachedVersion = catalogue.version()
    }
    const cached = products.get(product.id)
    if (cached) return cached
    const node = createProductNode(product)
    products.set(product.id, node)
    return node
  }

  return { toProductNode, toVariantNode }
}

/** Maximum quantity of one cart line, also published as Shopify's quantity rule. */
export const MAX_LINE_QUANTITY = 20
