import { toAdminProduct } from './admin-nodes.ts'
import { buildProduct, type ProductInput } from './admin-product-input.ts'
import type { Catalogue, StoreProduct } from './catalogue.ts'
import { type ConnectionArgs, toConnection } from './connection.ts'
import { toCents } from './regions.ts'

type FixedPrice = {
  readonly variantId: string
  readonly price: { readonly amount: string | number; readonly currencyCode: string }
}

type Options = { readonly catalogue: Catalogue; readonly now: () => number }

const PRICE_LIST = { id: 'gid://shopify/PriceList/31168201019', currency: 'GBP' }
const PUBLICATION = { id: 'gid://shopify/Publication/85100000001', catalog: null }

/** Products, price lists and publications of the Admin API. Changes take effect in the storefront immediately. */
export function createAdminProducts({ catalogue, now }: Options) {
  const time = () => new Date(now()).toISOString()

  /** Changes the product that an input names, or creates one. @returns an error message when the input is invalid */
  function change(input: ProductInput): StoreProduct | string {
    const before = input.id == null ? null : catalogue.product(input.id)
    if (input.id != null && before === null) return 'Product does not exist'
    const built = buildProduct(input, before, time(), catalogue)
    if (typeof built !== 'string') catalogue.save(built)
    return built
  }

  function productSet({ input }: { input: ProductInput }) {
    const changed = change(input)
    if (typeof changed !== 'string') return { product: toAdminProduct(changed), userErrors: [] }
    const code = changed.includes('already in use') ? 'HANDLE_NOT_UNIQUE' : 'INVALID_INPUT'
    return { product: null, userErrors: [{ field: ['input'], message: changed, code }] }
  }

  function productUpdate({ product }: { product?: ProductInput | null }) {
    const changed = product?.id == null ? 'Product does not exist' : change(product)
    return { userErrors: typeof changed === 'string' ? [{ field: ['product'], message: changed }] : [] }
  }

  function priceListFixedPricesAdd(args: { priceListId: string; prices: readonly FixedPrice[] }) {
    const refuse = (code: string, message: string) => ({
      userErrors: [{ field: ['prices'], message, code }],
    })
    if (args.priceListId !== PRICE_LIST.id)
      return refuse('PRICE_LIST_NOT_FOUND', 'Price list does not exist.')
    const cents = new Map<string, number>()
    const products = new Set<string>()
    for (const { variantId, price } of args.prices) {
      const amount = toCents(String(price.amount))
      if (price.currencyCode !== PRICE_LIST.currency || amount === null)
        return refuse(
          'PRICE_LIST_CURRENCY_MISMATCH',
          'The currency of the price does not match the price list.',
        )
      const found = catalogue.variant(variantId)
      if (found === null) return refuse('VARIANT_NOT_FOUND', 'Variant does not exist.')
      cents.set(variantId, amount)
      products.add(found.product.id)
    }
    for (const id of products) {
      const product = catalogue.product(id)
      if (product === null) continue
      const variants = product.variants.map((variant) => ({
        ...variant,
        cents: { ...variant.cents, GBP: cents.get(variant.id) ?? variant.cents.GBP },
      }))
      catalogue.save({ ...product, variants, updatedAt: time() })
    }
    return { userErrors: [] }
  }

  function productDelete({ input }: { input: { id: string } }) {
    const product = catalogue.product(input.id)
    if (product === null)
      return { deletedProductId: null, userErrors: [{ field: ['id'], message: 'Product does not exist' }] }
    catalogue.remove(product.id)
    return { deletedProductId: product.id, userErrors: [] }
  }

  return {
    shop: () => ({ currencyCode: 'USD' }),
    currentAppInstallation: () => ({ publication: PUBLICATION }),
    products: (args: ConnectionArgs) => toConnection(catalogue.all(), args, toAdminProduct),
    product({ id }: { id: string }) {
      const found = catalogue.product(id)
      return found && toAdminProduct(found)
    },
    priceLists: (args: ConnectionArgs) => toConnection([PRICE_LIST], args),
    publications: (args: ConnectionArgs) => toConnection([PUBLICATION], args),
    productSet,
    productUpdate,
    priceListFixedPricesAdd,
    productDelete,
    publishablePublish: ({ id }: { id: string }) => ({
      userErrors: catalogue.product(id) ? [] : [{ field: ['id'], message: 'Product does not exist' }],
    }),
  }
}
