import { PICTURES } from '#app/models/pictures.ts'
import {
  descriptionHtml,
  isRequiredProduct,
  missingTags,
  missingVariants,
  type RequiredProduct,
} from '#app/models/store-products.ts'
import type { ProductPicture, RequiredVariant } from '#app/models/store-variants.ts'
import type { AdminApi } from '#supabase/functions/_shared/environment.ts'
import { changeAdmin } from '#supabase/functions/_shared/shopify-admin.ts'
import { ADD_TAGS, ADD_VARIANTS, CREATE_PRODUCT, MARK_PRODUCT, PUBLISH } from './documents.server.ts'
import {
  counted,
  forPerson,
  forSetup,
  gone,
  type Making,
  named,
  type StoreFinding,
  type Weight,
} from './finding.server.ts'
import { uploadPictures } from './pictures.server.ts'
import { readProduct, type StoredProduct, type StoreState } from './read-store.server.ts'

/** A required product, and what the store has at its handle. */
export type ProductState = {
  readonly required: RequiredProduct
  /** Null while there is none. */
  readonly stored: StoredProduct | null
  /** What the stored one lacks. */
  readonly variants: readonly RequiredVariant[]
  readonly tags: readonly string[]
  /** Whether it is the shop's, or will be once set-up has created it; false for a product of the owner's own. */
  readonly isOurs: boolean
}

/** Compares a required product with what the store has. @param adopted handles that set-up may change */
export function stateOf(
  store: StoreState,
  required: RequiredProduct,
  adopted: readonly string[],
): ProductState {
  const stored = store.products.get(required.handle) ?? null
  if (stored === null) return { required, stored, variants: [], tags: [], isOurs: true }
  const variants = missingVariants(asProduct(stored), required)
  const tags = missingTags(stored.tags, required)
  const isComplete = variants.length === 0 && tags.length === 0
  const mayBeOurs = stored.isMarked || isComplete || adopted.includes(required.handle)
  return { required, stored, variants, tags, isOurs: mayBeOurs && isRequiredProduct(stored, required) }
}

/** A stored product as the rules of the shop take it. */
function asProduct({ title, variants }: StoredProduct) {
  return { title, variants: variants.map((variant) => ({ ...variant, price: null, selectedOptions: [] })) }
}

/** The variant of a store's product that the rules take for a required one; undefined while it is missing. */
function storedVariantOf(product: StoredProduct, variant: RequiredVariant) {
  const found = variant.find(asProduct(product))
  return product.variants.find(({ id }) => id === found?.id)
}

/** Without merch the shop can open: its page says "Coming Soon". */
function weightOf({ productType }: RequiredProduct): Weight {
  return productType === 'Merch' ? 'harms' : 'stops'
}

/** A required product in a line of the plan. */
function nameOf({ title, handle }: RequiredProduct): string {
  return `“${title}” (${handle})`
}

/** What is missing of a required product, or in its way. @param isAdopted whether set-up may change the owner's own */
export function productFindings(
  { required, stored, variants, tags, isOurs }: ProductState,
  isAdopted: boolean,
): StoreFinding[] {
  const { handle, title } = required
  const weight = weightOf(required)
  const id = `product:${handle}`
  const name = nameOf(required)
  if (stored === null) {
    const message = `There is no product “${title}” (handle ${handle}).`
    const size = `${counted(required.variants.length, 'variant')} and ${counted(required.pictures.length, 'picture')}`
    const words = `Create the product ${name} with ${size}`
    return [forSetup(id, weight, message, words, (making) => createProduct(making, required))]
  }
  if (!isRequiredProduct(stored, required)) {
    const message = `The handle ${handle} belongs to another product of yours, “${stored.title}”; the shop needs it for “${title}”.`
    const mend = `In Shopify, open “${stored.title}”, change the handle under “Search engine listing”, without a redirect, and run \`npm run setup\`.`
    return [forPerson(`${id}:taken`, weight, message, mend)]
  }
  const about = `“${stored.title}” (handle ${handle})`
  const titles = variants.map((variant) => variant.title)
  if (!isOurs) {
    const variantsLacking = titles.length > 0 ? [`the variants ${named(titles)}`] : []
    const tagsLacking = tags.length > 0 ? [`the tags ${named(tags)}`] : []
    const lacks = [...variantsLacking, ...tagsLacking].join(' and ')
    const message = `${about} is a product of your own, and lacks ${lacks}.`
    const mend = `If the shop shall sell it, run \`npm run setup -- --adopt ${handle}\`, which adds them; otherwise give it another handle in Shopify.`
    return [forPerson(`${id}:own`, weight, message, mend)]
  }
  const found: StoreFinding[] = []
  if (!stored.isMarked && isAdopted) {
    const message = `${about} is not yet marked as one that set-up may change.`
    const words = `Mark your product ${name} as one that set-up may change`
    found.push(forSetup(`${id}:adopt`, 'harms', message, words, (making) => markProduct(making, handle)))
  }
  if (titles.length > 0) {
    const incomplete = [`${id}:variants`, weight, `${about} lacks the variants ${named(titles)}.`] as const
    const words = `Add to ${name} the variants ${titles.join(', ')}`
    found.push(
      stored.optionNames.length === 1
        ? forSetup(...incomplete, words, (making) => addVariants(making, handle, variants))
        : forPerson(...incomplete, 'In Shopify, reduce its options to one, and run `npm run setup`.'),
    )
  }
  if (tags.length > 0) {
    const message = `${about} lacks the tags ${named(tags)}.`
    const words = `Add to ${name} the tags ${tags.join(', ')}`
    found.push(forSetup(`${id}:tags`, weight, message, words, (making) => addTags(making, handle, tags)))
  }
  return [...found, ...conditionFindings(stored, id, weight, about)]
}

/** What only the owner decides about a product: whether it is active, its stock and its pictures. */
function conditionFindings(
  { status, hasPicture, variants }: StoredProduct,
  id: string,
  weight: Weight,
  about: string,
): StoreFinding[] {
  const found: StoreFinding[] = []
  if (status !== 'ACTIVE') {
    const message = `${about} is not active, so nobody can buy it.`
    const mend = 'In Shopify, open it and set its status to Active.'
    found.push(forPerson(`${id}:status`, weight, message, mend))
  }
  if (!hasPicture)
    found.push(forPerson(`${id}:picture`, 'harms', `${about} has no picture.`, 'In Shopify, add one.'))
  if (variants.length > 0 && !variants.some(({ availableForSale }) => availableForSale)) {
    const message = `Every variant of ${about} is sold out.`
    const mend = 'In Shopify, give them stock, or switch off “Inventory tracked”.'
    found.push(forPerson(`${id}:stock`, 'harms', message, mend))
  }
  return found
}

/** Products that the channel of the storefront token does not have. */
export function channelFindings({ channels }: StoreState, products: readonly ProductState[]): StoreFinding[] {
  const ofStorefront = channels.filter(({ isStorefront }) => isStorefront)
  if (ofStorefront.length === 0) {
    const message = 'The shop has no sales channel that a storefront token belongs to.'
    const mend =
      'In Shopify, add the sales channel “Headless”, choose “Create storefront”, use its tokens, and run `npm run setup`.'
    return [forPerson('channel', 'stops', message, mend)]
  }
  const ids = ofStorefront.map(({ id }) => id)
  const titles = named(ofStorefront.map(({ title }) => title))
  return products
    .filter(({ isOurs, stored }) => isOurs && !ids.every((id) => stored?.channelIds.includes(id)))
    .map(({ required }) => {
      const { handle, title } = required
      const message = `“${title}” (handle ${handle}) is not in the channel ${titles}, so the shop cannot see it.`
      const words = `Publish ${nameOf(required)} to the storefront's channel`
      const publishIt = (making: Making) => publish(making, handle, ids)
      return forSetup(`product:${handle}:channel`, weightOf(required), message, words, publishIt)
    })
}

/** A required variant of the product with that handle. */
export type WantedVariant = { readonly handle: string; readonly variant: RequiredVariant }

/**
 * The required variants of the shop's products, present or coming, that lack something.
 * @param isWanted whether one needs it
 * @param has whether the store's variant with that id has it
 */
export function variantsWithout(
  products: readonly ProductState[],
  isWanted: (variant: RequiredVariant, product: RequiredProduct) => boolean,
  has: (variantId: string) => boolean,
): WantedVariant[] {
  return products
    .filter(({ isOurs }) => isOurs)
    .flatMap(({ required, stored }) =>
      required.variants
        .filter((variant) => {
          const found = stored === null ? undefined : storedVariantOf(stored, variant)
          return isWanted(variant, required) && !(found && has(found.id))
        })
        .map((variant) => ({ handle: required.handle, variant })),
    )
}

/** A product of the store as it is now. @throws ShopifyAdminError */
async function requireProduct(admin: AdminApi, handle: string): Promise<StoredProduct> {
  const found = await readProduct(admin, handle)
  if (found === null) throw gone(`the product ${handle}`)
  return found
}

/** Ids and prices of the variants that the rules take for the wanted ones. @throws ShopifyAdminError */
export async function findVariants(
  admin: AdminApi,
  wanted: readonly WantedVariant[],
): Promise<{ readonly id: string; readonly price: number }[]> {
  const products = new Map<string, StoredProduct>()
  for (const handle of new Set(wanted.map((one) => one.handle)))
    products.set(handle, await requireProduct(admin, handle))
  const found = []
  for (const { handle, variant } of wanted) {
    const product = products.get(handle)
    const stored = product && storedVariantOf(product, variant)
    if (stored === undefined) throw gone(`the variant ${variant.title} of ${handle}`)
    found.push({ id: stored.id, price: variant.price })
  }
  return found
}

/** Marks what set-up has made or may change. */
const MARK = { namespace: 'wizard_box', key: 'set_up', type: 'single_line_text_field' } as const

/** A new variant, sold without a limit. */
function variantInput({ title, price }: RequiredVariant, optionName: string | undefined) {
  return {
    optionValues: [{ optionName, name: title }],
    price: price.toFixed(2),
    inventoryItem: { tracked: false },
  }
}

async function createProduct({ admin, uploads }: Making, required: RequiredProduct) {
  const { handle, title, productType, tags, option, variants } = required
  const pictures = [...new Set([...required.pictures, ...variants.flatMap(({ picture }) => picture ?? [])])]
  const addresses = await uploadPictures(admin, pictures, uploads)
  const fileOf = (name: ProductPicture) => ({
    originalSource: addresses.get(name),
    alt: PICTURES[name].alt,
    contentType: 'IMAGE',
  })
  uploads.onProgress('product and variants')
  await changeAdmin(admin, CREATE_PRODUCT, {
    input: {
      handle,
      title,
      descriptionHtml: descriptionHtml(required),
      productType,
      tags,
      status: 'ACTIVE',
      metafields: [{ ...MARK, value: 'made' }],
      productOptions: [
        { name: option, position: 1, values: variants.map((variant) => ({ name: variant.title })) },
      ],
      files: pictures.map(fileOf),
      variants: variants.map((variant) => ({
        ...variantInput(variant, option),
        ...(variant.picture && { file: fileOf(variant.picture) }),
      })),
    },
  })
}

async function markProduct({ admin }: Making, handle: string): Promise<void> {
  const { id } = await requireProduct(admin, handle)
  await changeAdmin(admin, MARK_PRODUCT, { metafields: [{ ...MARK, ownerId: id, value: 'adopted' }] })
}

async function addVariants(
  { admin }: Making,
  handle: string,
  variants: readonly RequiredVariant[],
): Promise<void> {
  const { id, optionNames } = await requireProduct(admin, handle)
  const input = variants.map((variant) => variantInput(variant, optionNames[0]))
  await changeAdmin(admin, ADD_VARIANTS, { productId: id, variants: input })
}

async function addTags({ admin }: Making, handle: string, tags: readonly string[]): Promise<void> {
  const { id } = await requireProduct(admin, handle)
  await changeAdmin(admin, ADD_TAGS, { id, tags })
}

async function publish({ admin }: Making, handle: string, channelIds: readonly string[]): Promise<void> {
  const { id } = await requireProduct(admin, handle)
  await changeAdmin(admin, PUBLISH, { id, input: channelIds.map((publicationId) => ({ publicationId })) })
}
