import type { Market } from '../../models/market.ts'
import {
  isRequiredProduct,
  missingTags,
  missingVariants,
  REQUIRED_PRODUCTS,
  type RequiredProduct,
} from '../../models/store-products.ts'
import type { RequiredVariant } from '../../models/store-variants.ts'
import {
  type ComparisonOptions,
  forPerson,
  forSetup,
  named,
  type ProductVariants,
  type StoreFinding,
} from './finding.server.ts'
import type { StoredProduct, StoreState } from './read-store.server.ts'

function ownProduct(
  store: StoreState,
  required: RequiredProduct,
  { adopted = [] }: ComparisonOptions,
): StoredProduct | 'missing' | 'taken' | 'foreign' {
  const product = store.products.get(required.handle)
  if (product === undefined) return 'missing'
  if (!isRequiredProduct(product, required)) return 'taken'
  const isComplete = toAdd(product, required).length === 0 && missingTags(product.tags, required).length === 0
  return product.isMarked || isComplete || adopted.includes(required.handle) ? product : 'foreign'
}

/** A stored product as the rules of the shop take it. */
function asProduct({ title, variants }: StoredProduct) {
  return { title, variants: variants.map((variant) => ({ ...variant, price: null, selectedOptions: [] })) }
}

function toAdd(product: StoredProduct, required: RequiredProduct): RequiredVariant[] {
  return missingVariants(asProduct(product), required)
}

/** The variant of a store's product that the rules take for a required one; null while it is missing. */
export function storedVariantOf(product: StoredProduct, variant: RequiredVariant) {
  const found = variant.find(asProduct(product))
  return product.variants.find(({ id }) => id === found?.id) ?? null
}

/** What is missing of a required product, or in its way. */
export function productFindings(
  store: StoreState,
  required: RequiredProduct,
  options: ComparisonOptions,
): StoreFinding[] {
  const { handle, title } = required
  const weight = required.needed ? 'stops' : 'harms'
  const id = `product:${handle}`
  const product = ownProduct(store, required, options)
  const other = store.products.get(handle)
  if (product === 'missing' || other === undefined) {
    const message = `There is no product “${title}” (handle ${handle}).`
    return [forSetup(id, weight, message, { kind: 'create-product', handle })]
  }
  if (product === 'taken') {
    const message = `The handle ${handle} belongs to another product of yours, “${other.title}”; the shop needs it for “${title}”.`
    const mend = `In Shopify, open “${other.title}”, change the handle under “Search engine listing”, without a redirect, and run \`npm run setup\`.`
    return [forPerson(`${id}:taken`, weight, message, mend)]
  }
  const titles = toAdd(other, required).map((variant) => variant.title)
  const tags = missingTags(other.tags, required)
  if (product === 'foreign') {
    const variantsLacking = titles.length > 0 ? [`the variants ${named(titles)}`] : []
    const tagsLacking = tags.length > 0 ? [`the tags ${named(tags)}`] : []
    const lacks = [...variantsLacking, ...tagsLacking].join(' and ')
    const message = `“${other.title}” (handle ${handle}) is a product of your own, and lacks ${lacks}.`
    const mend = `If the shop shall sell it, run \`npm run setup -- --adopt ${handle}\`, which adds them; otherwise give it another handle in Shopify.`
    return [forPerson(`${id}:own`, weight, message, mend)]
  }
  const about = `“${product.title}” (handle ${handle})`
  const found: StoreFinding[] = []
  if (!product.isMarked && options.adopted?.includes(handle)) {
    const message = `${about} is not yet marked as one that set-up may change.`
    found.push(forSetup(`${id}:adopt`, 'harms', message, { kind: 'adopt-product', handle }))
  }
  if (titles.length > 0) {
    const incomplete = [`${id}:variants`, weight, `${about} lacks the variants ${named(titles)}.`] as const
    found.push(
      product.optionNames.length === 1
        ? forSetup(...incomplete, { kind: 'add-variants', handle, titles })
        : forPerson(...incomplete, 'In Shopify, reduce its options to one, and run `npm run setup`.'),
    )
  }
  if (tags.length > 0) {
    const message = `${about} lacks the tags ${named(tags)}.`
    found.push(forSetup(`${id}:tags`, weight, message, { kind: 'add-tags', handle, tags }))
  }
  return [...found, ...stateFindings(product, id, weight, about)]
}

/** What only the owner decides about a product: whether it is active, its stock and its pictures. */
function stateFindings(
  { status, hasPicture, variants }: StoredProduct,
  id: string,
  weight: StoreFinding['weight'],
  about: string,
): StoreFinding[] {
  const isSoldOut = variants.length > 0 && !variants.some(({ availableForSale }) => availableForSale)
  const states = [
    status !== 'ACTIVE' &&
      forPerson(
        `${id}:status`,
        weight,
        `${about} is not active, so nobody can buy it.`,
        'In Shopify, open it and set its status to Active.',
      ),
    !hasPicture && forPerson(`${id}:picture`, 'harms', `${about} has no picture.`, 'In Shopify, add one.'),
    isSoldOut &&
      forPerson(
        `${id}:stock`,
        'harms',
        `Every variant of ${about} is sold out.`,
        'In Shopify, give them stock, or switch off “Inventory tracked”.',
      ),
  ]
  return states.filter((state) => state !== false)
}

/** The required products that are the shop's, or will be once set-up has created them. */
function comingProducts(
  store: StoreState,
  options: ComparisonOptions,
): { readonly required: RequiredProduct; readonly product: StoredProduct | null }[] {
  return REQUIRED_PRODUCTS.flatMap((required) => {
    const product = ownProduct(store, required, options)
    if (product === 'taken' || product === 'foreign') return []
    return [{ required, product: product === 'missing' ? null : product }]
  })
}

/** Products that the channel of the storefront token does not have. */
export function channelFindings(store: StoreState, options: ComparisonOptions): StoreFinding[] {
  if (store.channels === null) return []
  const channels = store.channels.filter(({ isStorefront }) => isStorefront)
  if (channels.length === 0)
    return [
      forPerson(
        'channel',
        'stops',
        'The shop has no sales channel that a storefront token belongs to.',
        'In Shopify, add the sales channel “Headless”, choose “Create storefront”, use its tokens, and run `npm run setup`.',
      ),
    ]
  const titles = named(channels.map((channel) => channel.title))
  return comingProducts(store, options)
    .filter(({ product }) => !channels.every(({ id }) => product?.channelIds.includes(id)))
    .map(({ required: { handle, title, needed } }) => {
      const message = `“${title}” (handle ${handle}) is not in the channel ${titles}, so the shop cannot see it.`
      const id = `product:${handle}:channel`
      return forSetup(id, needed ? 'stops' : 'harms', message, { kind: 'publish', handle })
    })
}

/** The required variants, present or coming, for which `has` is false. @param market only its products; null for all */
export function variantsWithout(
  store: StoreState,
  options: ComparisonOptions,
  has: (variantId: string) => boolean,
  market: Market | null,
  isWanted: (variant: RequiredVariant) => boolean = () => true,
): ProductVariants[] {
  return comingProducts(store, options).flatMap(({ required, product }) => {
    // Gifts and upgrades are sold in either market, whichever product has them.
    if (market !== null && required.kind !== 'vol-2' && !required.markets.includes(market)) return []
    const titles = required.variants.filter(isWanted).flatMap((variant) => {
      const stored = product && storedVariantOf(product, variant)
      return stored && has(stored.id) ? [] : [variant.title]
    })
    return titles.length > 0 ? [{ handle: required.handle, titles }] : []
  })
}
