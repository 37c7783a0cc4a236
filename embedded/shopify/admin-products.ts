import type { Image } from '#app/models/product.ts'
import type { Catalogue, StoreProduct, StoreVariant } from './catalogue.ts'
import type { Discounts } from './database.ts'
import { done, refusal, refused } from './graphql-server.ts'
import { BASE_CURRENCY, numberOf, pricesOf, toCents, toPrice } from './regions.ts'
import { nextId, type Settings } from './settings.ts'
import { optionNodes } from './storefront-api.ts'

type FileInput = { readonly originalSource: string; readonly alt?: string | null }
type VariantInput = {
  readonly optionValues: readonly { readonly optionName: string; readonly name: string }[]
  readonly price?: string | number | null
  readonly file?: FileInput | null
  readonly inventoryItem?: { readonly tracked?: boolean | null } | null
  readonly inventoryQuantities?: readonly { readonly quantity: number }[] | null
}
type ProductInput = Partial<
  Pick<StoreProduct, 'id' | 'title' | 'handle' | 'descriptionHtml' | 'productType' | 'status' | 'tags'>
> & {
  readonly variants?: readonly VariantInput[] | null
  readonly files?: readonly FileInput[] | null
}

/** Products of the Admin API. Changes of what is published take effect in the storefront immediately. */
export function createAdminProducts(settings: Settings, catalogue: Catalogue) {
  /** A product as a node, with prices in the shop's own currency. */
  function toNode(product: StoreProduct | null) {
    if (product === null) return null
    const { id, title, handle, descriptionHtml, productType, tags, status } = product
    return {
      ...{ id, title, handle, descriptionHtml, productType, tags, status },
      vendor: 'Wizard Box',
      options: optionNodes(product),
      media: product.images.map((image) => ({ __typename: 'MediaImage', image })),
      resourcePublicationsV2: (settings.published[id] ?? []).map((channel) => ({
        publication: { id: channel },
      })),
      variants: product.variants.map((variant) => ({
        id: variant.id,
        title: variant.title,
        price: toPrice(variant.cents[BASE_CURRENCY]),
        compareAtPrice: null,
        sku: null,
        taxable: true,
        inventoryPolicy: 'DENY',
        inventoryItem: { tracked: settings.stock[variant.id] !== undefined },
        selectedOptions: variant.options,
        deliveryProfile:
          settings.profiles.find(({ variantIds }) => variantIds.includes(variant.id)) ?? settings.profiles[0],
      })),
    }
  }

  /** An image by its URL. One that is in the catalogue keeps its size. */
  function toImage({ originalSource: url, alt }: FileInput): Image {
    const known = catalogue.all().flatMap(({ images }) => images)
    const { width = null, height = null } = known.find((image) => image.url === url) ?? {}
    return { url, width, height, altText: alt || null }
  }

  /** A new variant, whose price is converted until a price list fixes it. */
  function toVariant(input: VariantInput): StoreVariant {
    const options = input.optionValues.map(({ optionName, name }) => ({ name: optionName, value: name }))
    const id = nextId(settings, 'ProductVariant')
    if (input.inventoryItem?.tracked)
      settings.stock[id] = (input.inventoryQuantities ?? []).reduce((sum, { quantity }) => sum + quantity, 0)
    return {
      id,
      title: options.map(({ value }) => value).join(' / '),
      options,
      cents: pricesOf(toCents(input.price ?? 0)),
      soldOutIn: [],
      image: input.file ? toImage(input.file) : null,
    }
  }

  /**
   * Changes the product that an input names, or creates one; what the input leaves out stays, and its variants replace those
   * before. @returns the user error when it is refused
   */
  function change(input: ProductInput): StoreProduct | ReturnType<typeof refusal> {
    const before = input.id == null ? null : catalogue.product(input.id)
    if (input.id != null && before === null) return refusal('Product does not exist')
    const { title = before?.title ?? '', handle = before?.handle ?? '' } = input
    const owner = catalogue.byHandle(handle)
    if (owner !== null && owner.id !== before?.id)
      return refusal(`Handle '${handle}' already in use. Please provide a new handle.`, 'HANDLE_NOT_UNIQUE')
    const product = {
      id: before?.id ?? nextId(settings, 'Product'),
      handle,
      title,
      descriptionHtml: input.descriptionHtml ?? before?.descriptionHtml ?? '',
      productType: input.productType ?? before?.productType ?? '',
      tags: input.tags ?? before?.tags ?? [],
      status: input.status ?? before?.status ?? 'ACTIVE',
      images: input.files?.map(toImage) ?? before?.images ?? [],
      variants: input.variants?.map(toVariant) ?? before?.variants ?? [],
    }
    catalogue.save(product)
    return product
  }

  return {
    products: () => catalogue.all().map(toNode),
    product: ({ id }: { id: string }) => toNode(catalogue.product(id)),
    productByIdentifier: ({ identifier }: { identifier: { handle?: string } }) =>
      toNode(catalogue.byHandle(identifier.handle ?? '')),
    productSet({ input }: { input: ProductInput }) {
      const changed = change(input)
      return 'id' in changed
        ? { product: toNode(changed), userErrors: [] }
        : { product: null, userErrors: [changed] }
    },
    productUpdate({ product }: { product: ProductInput }) {
      const changed = change(product)
      return { userErrors: 'id' in changed ? [] : [changed] }
    },
    publishablePublish({ id, input }: { id: string; input: readonly { publicationId: string }[] }) {
      const ids = input.map(({ publicationId }) => publicationId)
      settings.published[id] = [...new Set([...(settings.published[id] ?? []), ...ids])]
      return done
    },
  }
}

/** The discount of a gift, as the shop asks for it: a part of the price of certain variants. */
type DiscountInput = {
  readonly code: string
  readonly usageLimit?: number | null
  readonly customerGets: {
    readonly value: { readonly percentage: number }
    readonly items: { readonly products: { readonly productVariantsToAdd: readonly string[] } }
  }
}

export function createAdminDiscounts(discounts: Discounts, { variant }: Catalogue) {
  function find(code: string) {
    const found = discounts.find(code)
    if (found === null) return null
    const codeDiscount = { __typename: 'DiscountCodeBasic', status: found.active ? 'ACTIVE' : 'EXPIRED' }
    return { id: `gid://shopify/DiscountCodeNode/${found.id}`, codeDiscount }
  }

  return {
    codeDiscountNodeByCode: ({ code }: { code: string }) => find(code),
    discountCodeBasicCreate({ basicCodeDiscount: input }: { basicCodeDiscount: DiscountInput }) {
      const { code, usageLimit = null, customerGets } = input
      const variantIds = customerGets.items.products.productVariantsToAdd
      const unknown = variantIds.find((id) => variant(id) === null)
      if (unknown !== undefined)
        return { codeDiscountNode: null, ...refused(`Variant with id: ${unknown} is invalid`, 'INVALID') }
      const terms = { part: customerGets.value.percentage, variantIds }
      return discounts.create(code, terms, usageLimit)
        ? { codeDiscountNode: find(code), userErrors: [] }
        : { codeDiscountNode: null, ...refused('Code must be unique. Please try a different code.', 'TAKEN') }
    },
    discountCodeDeactivate: ({ id }: { id: string }) =>
      discounts.deactivate(numberOf(id)) ? done : refused('Code discount does not exist.'),
  }
}
