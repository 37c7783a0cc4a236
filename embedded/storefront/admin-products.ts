import { toAdminProduct, toAdminVariant } from './admin-nodes.ts'
import {
  describeProduct,
  nextProductId,
  type ProductInput,
  productProblem,
  toHandle,
  toVariants,
  type VariantInput,
  withFreshIds,
} from './admin-product-input.ts'
import type { Catalogue, StoreProduct } from './catalogue.ts'
import { type ConnectionArgs, toConnection } from './connection.ts'
import { searchProducts } from './product-search.ts'
import { toCents } from './regions.ts'

type Identifier = { readonly id?: string | null; readonly handle?: string | null }
type FixedPrice = {
  readonly variantId: string
  readonly price: { readonly amount: string | number; readonly currencyCode: string }
}

type SetArgs = { readonly input: ProductInput; readonly identifier?: Identifier | null }
type CreateArgs = { readonly product?: ProductInput | null; readonly media?: ProductInput['files'] }
type UpdateArgs = { readonly product?: ProductInput | null }
type DuplicateArgs = {
  readonly productId: string
  readonly newTitle: string
  readonly newStatus?: StoreProduct['status'] | null
  readonly includeImages: boolean
}
type BulkCreateArgs = {
  readonly productId: string
  readonly variants: readonly VariantInput[]
  readonly strategy: string
}
type FixedPricesArgs = { readonly priceListId: string; readonly prices: readonly FixedPrice[] }

type Options = { readonly catalogue: Catalogue; readonly now: () => number }

const PRICE_LIST = {
  id: 'gid://shopify/PriceList/31168201019',
  name: 'United Kingdom and EU',
  currency: 'GBP',
}
const PUBLICATION = { id: 'gid://shopify/Publication/85100000001', name: 'Wizard Box storefront' }

function sortProducts(products: StoreProduct[], sortKey: string): StoreProduct[] {
  if (sortKey === 'TITLE') return products.sort((a, b) => a.title.localeCompare(b.title, 'en'))
  if (sortKey === 'UPDATED_AT') return products.sort((a, b) => a.updatedAt.localeCompare(b.updatedAt))
  return products.sort((a, b) => a.id.localeCompare(b.id))
}

/** Products, price lists and publications of the Admin API. Changes take effect in the storefront immediately. */
export function createAdminProducts({ catalogue, now }: Options) {
  function find({ id, handle }: Identifier): StoreProduct | null {
    if (id != null) return catalogue.product(id)
    return handle == null ? null : catalogue.byHandle(handle)
  }

  function save(product: StoreProduct): StoreProduct {
    const saved = { ...product, updatedAt: new Date(now()).toISOString() }
    catalogue.save(saved)
    return saved
  }

  /** A new or changed product from an input. @returns an error message when the input is invalid */
  function buildProduct(input: ProductInput, before: StoreProduct | null): StoreProduct | string {
    const title = input.title ?? before?.title ?? ''
    const handle = input.handle ?? before?.handle ?? toHandle(title, catalogue)
    const problem = productProblem({ title, handle }, before, catalogue)
    if (problem !== null) return problem
    const id = before?.id ?? nextProductId(catalogue)
    const described = describeProduct({ ...input, title, handle }, before, {
      id,
      at: new Date(now()).toISOString(),
      catalogue,
    })
    const variants = toVariants(input, described, catalogue)
    return typeof variants === 'string' ? variants : { ...described, variants }
  }

  function products(args: ConnectionArgs & { query?: string | null; sortKey: string }) {
    const found = sortProducts(searchProducts(catalogue.all(), args.query), args.sortKey)
    return toConnection(found, args, toAdminProduct)
  }

  function productSet({ input, identifier }: SetArgs) {
    const before = find(identifier ?? { id: input.id })
    const refuse = (code: string, message: string) => ({
      product: null,
      userErrors: [{ field: ['input'], message, code }],
    })
    const wanted = identifier?.id ?? input.id
    if (wanted != null && before === null) return refuse('PRODUCT_DOES_NOT_EXIST', 'Product does not exist')
    const built = buildProduct(input, before)
    if (typeof built !== 'string') return { product: toAdminProduct(save(built)), userErrors: [] }
    return refuse(built.includes('already in use') ? 'HANDLE_NOT_UNIQUE' : 'INVALID_INPUT', built)
  }

  function productCreate({ product, media }: CreateArgs) {
    const built = buildProduct({ ...product, files: media ?? [] }, null)
    if (typeof built === 'string')
      return { product: null, userErrors: [{ field: ['product'], message: built }] }
    return { product: toAdminProduct(save(built)), userErrors: [] }
  }

  function productUpdate({ product: input }: UpdateArgs) {
    const before = find({ id: input?.id })
    const built = before && input ? buildProduct(input, before) : 'Product does not exist'
    if (typeof built === 'string')
      return { product: null, userErrors: [{ field: ['product'], message: built }] }
    return { product: toAdminProduct(save(built)), userErrors: [] }
  }

  function productDuplicate(args: DuplicateArgs) {
    const source = catalogue.product(args.productId)
    if (source === null)
      return { newProduct: null, userErrors: [{ field: ['productId'], message: 'Product does not exist' }] }
    const copy = withFreshIds(
      {
        ...source,
        title: args.newTitle,
        handle: toHandle(args.newTitle, catalogue),
        status: args.newStatus ?? source.status,
        images: args.includeImages ? source.images : [],
        createdAt: new Date(now()).toISOString(),
      },
      catalogue,
    )
    return { newProduct: toAdminProduct(save(copy)), userErrors: [] }
  }

  function productVariantsBulkCreate(args: BulkCreateArgs) {
    const product = catalogue.product(args.productId)
    const refuse = (code: string, message: string) => ({
      product: null,
      productVariants: null,
      userErrors: [{ field: ['variants'], message, code }],
    })
    if (product === null) return refuse('PRODUCT_DOES_NOT_EXIST', 'Product does not exist')
    const standalone = args.strategy === 'REMOVE_STANDALONE_VARIANT' && product.variants.length === 1
    const present = standalone ? { ...product, variants: [] } : product
    const added = toVariants({ variants: args.variants }, present, catalogue)
    if (typeof added === 'string') return refuse('INVALID', added)
    const titles = new Set(present.variants.map((variant) => variant.title))
    if (added.some((variant) => titles.has(variant.title)))
      return refuse('VARIANT_ALREADY_EXISTS', 'The variant already exists.')
    const saved = save({ ...present, variants: [...present.variants, ...added] })
    return {
      product: toAdminProduct(saved),
      productVariants: added.map((variant) => toAdminVariant({ id: variant.id, product: saved, variant })),
      userErrors: [],
    }
  }

  function priceListFixedPricesAdd({ priceListId, prices }: FixedPricesArgs) {
    const refuse = (code: string, message: string) => ({
      prices: null,
      userErrors: [{ field: ['prices'], message, code }],
    })
    if (priceListId !== PRICE_LIST.id) return refuse('PRICE_LIST_NOT_FOUND', 'Price list does not exist.')
    const cents = new Map<string, number>()
    for (const { variantId, price } of prices) {
      const amount = toCents(String(price.amount))
      if (price.currencyCode !== PRICE_LIST.currency || amount === null)
        return refuse(
          'PRICE_LIST_CURRENCY_MISMATCH',
          'The currency of the price does not match the price list.',
        )
      if (catalogue.variant(variantId) === null) return refuse('VARIANT_NOT_FOUND', 'Variant does not exist.')
      cents.set(variantId, amount)
    }
    const products = new Set(
      prices.flatMap(({ variantId }) => catalogue.variant(variantId)?.product.id ?? []),
    )
    for (const id of products) {
      const product = catalogue.product(id)
      const priced = product?.variants.map((variant) => ({
        ...variant,
        cents: { ...variant.cents, GBP: cents.get(variant.id) ?? variant.cents.GBP },
      }))
      if (product && priced) save({ ...product, variants: priced })
    }
    return {
      prices: prices.flatMap(({ variantId, price }) => {
        const found = catalogue.variant(variantId)
        return found ? [{ price, variant: toAdminVariant(found) }] : []
      }),
      userErrors: [],
    }
  }

  function productDelete({ input }: { input: { id: string } }) {
    const product = catalogue.product(input.id)
    if (product === null)
      return { deletedProductId: null, userErrors: [{ field: ['id'], message: 'Product does not exist' }] }
    catalogue.remove(product.id)
    return { deletedProductId: product.id, userErrors: [] }
  }

  return {
    shop: () => ({ id: 'gid://shopify/Shop/85100000000', name: 'Wizard Box', currencyCode: 'USD' }),
    products,
    product({ id }: { id: string }) {
      const found = catalogue.product(id)
      return found && toAdminProduct(found)
    },
    productByIdentifier({ identifier }: { identifier: Identifier }) {
      const found = find(identifier)
      return found && toAdminProduct(found)
    },
    productVariant({ id }: { id: string }) {
      const found = catalogue.variant(id)
      return found && toAdminVariant(found)
    },
    priceLists: (args: ConnectionArgs) => toConnection([PRICE_LIST], args),
    publications: (args: ConnectionArgs) => toConnection([PUBLICATION], args),
    productSet,
    productCreate,
    productUpdate,
    productDuplicate,
    productVariantsBulkCreate,
    priceListFixedPricesAdd,
    productDelete,
    publishablePublish: ({ id }: { id: string }) => ({
      userErrors: catalogue.product(id) ? [] : [{ field: ['id'], message: 'Product does not exist' }],
    }),
  }
}
