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

/** Products, prices and publication of the Admin API. What it makes is on sale in the storefront at once. */
export function createAdminProducts({ catalogue, now }: Options) {
  const node = (product: StoreProduct | null) => product && toAdminProduct(product)
  const find = ({ id, handle }: Identifier) => {
    if (id != null) return catalogue.product(id)
    return handle == null ? null : catalogue.byHandle(handle)
  }

  function keep(product: StoreProduct): StoreProduct {
    const kept = { ...product, updatedAt: new Date(now()).toISOString() }
    catalogue.save(kept)
    return kept
  }

  /** A new or changed product from an input, or why not. */
  function build(input: ProductInput, before: StoreProduct | null): StoreProduct | string {
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

  function productSet({ input, identifier }: { input: ProductInput; identifier?: Identifier | null }) {
    const before = find(identifier ?? { id: input.id })
    const refuse = (code: string, message: string) => ({
      product: null,
      userErrors: [{ field: ['input'], message, code }],
    })
    const wanted = identifier?.id ?? input.id
    if (wanted != null && before === null) return refuse('PRODUCT_DOES_NOT_EXIST', 'Product does not exist')
    const built = build(input, before)
    if (typeof built !== 'string') return { product: node(keep(built)), userErrors: [] }
    return refuse(built.includes('already in use') ? 'HANDLE_NOT_UNIQUE' : 'INVALID_INPUT', built)
  }

  function productCreate({
    product,
    media,
  }: {
    product?: ProductInput | null
    media?: ProductInput['files']
  }) {
    const built = build({ ...product, files: media ?? [] }, null)
    if (typeof built === 'string')
      return { product: null, userErrors: [{ field: ['product'], message: built }] }
    return { product: node(keep(built)), userErrors: [] }
  }

  function productUpdate({ product: input }: { product?: ProductInput | null }) {
    const before = find({ id: input?.id })
    const built = before && input ? build(input, before) : 'Product does not exist'
    if (typeof built === 'string')
      return { product: null, userErrors: [{ field: ['product'], message: built }] }
    return { product: node(keep(built)), userErrors: [] }
  }

  function productDuplicate(args: {
    productId: string
    newTitle: string
    newStatus?: StoreProduct['status'] | null
    includeImages: boolean
  }) {
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
    return { newProduct: node(keep(copy)), userErrors: [] }
  }

  function productVariantsBulkCreate(args: {
    productId: string
    variants: readonly VariantInput[]
    strategy: string
  }) {
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
    const kept = keep({ ...present, variants: [...present.variants, ...added] })
    return {
      product: node(kept),
      productVariants: added.map((variant) => toAdminVariant({ product: kept, variant })),
      userErrors: [],
    }
  }

  function priceListFixedPricesAdd({
    priceListId,
    prices,
  }: {
    priceListId: string
    prices: readonly FixedPrice[]
  }) {
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
      if (product && priced) keep({ ...product, variants: priced })
    }
    return {
      prices: prices.flatMap(({ variantId, price }) => {
        const found = catalogue.variant(variantId)
        return found ? [{ price, variant: toAdminVariant(found) }] : []
      }),
      userErrors: [],
    }
  }

  return {
    shop: () => ({ id: 'gid://shopify/Shop/85100000000', name: 'Wizard Box', currencyCode: 'USD' }),
    products(args: ConnectionArgs & { query?: string | null; sortKey: string }) {
      const found = sortProducts(searchProducts(catalogue.all(), args.query), args.sortKey)
      return toConnection(found, args, (product) => product.id, toAdminProduct)
    },
    product: ({ id }: { id: string }) => node(catalogue.product(id)),
    productByIdentifier: ({ identifier }: { identifier: Identifier }) => node(find(identifier)),
    productVariant({ id }: { id: string }) {
      const found = catalogue.variant(id)
      return found && toAdminVariant(found)
    },
    priceLists: (args: ConnectionArgs) =>
      toConnection(
        [PRICE_LIST],
        args,
        ({ id }) => id,
        (list) => list,
      ),
    publications: (args: ConnectionArgs) =>
      toConnection(
        [PUBLICATION],
        args,
        ({ id }) => id,
        (entry) => entry,
      ),
    productSet,
    productCreate,
    productUpdate,
    productDuplicate,
    productVariantsBulkCreate,
    priceListFixedPricesAdd,
    productDelete({ input }: { input: { id: string } }) {
      const product = catalogue.product(input.id)
      if (product === null)
        return { deletedProductId: null, userErrors: [{ field: ['id'], message: 'Product does not exist' }] }
      catalogue.remove(product.id)
      return { deletedProductId: product.id, userErrors: [] }
    },
    publishablePublish: ({ id }: { id: string }) => ({
      userErrors: catalogue.product(id) ? [] : [{ field: ['id'], message: 'Product does not exist' }],
    }),
  }
}
