import { PICTURES } from '#app/models/pictures.ts'
import {
  descriptionHtml,
  isRequiredProduct,
  missingTags,
  REQUIRED_PRODUCTS,
  type RequiredProduct,
} from '#app/models/store-products.ts'
import type { ProductPicture, RequiredVariant } from '#app/models/store-variants.ts'
import { changeAdmin } from '#supabase/functions/_shared/shopify-admin.ts'
import { PUBLISH, SET_PRODUCT } from './documents.server.ts'
import type { ForOwner, Need } from './need.server.ts'
import { uploadPictures } from './pictures.server.ts'
import type { Store, StoredProduct } from './store.server.ts'

const quoted = (titles: readonly string[]): string => titles.map((title) => `“${title}”`).join(', ')

/** The variant of a store's product that the rules take for a required one; undefined while it is missing. */
function storedVariant({ title, variants }: StoredProduct, required: RequiredVariant) {
  const unknown = { price: null, availableForSale: true, selectedOptions: [] }
  const found = required.find({ title, variants: variants.map((variant) => ({ ...unknown, ...variant })) })
  return variants.find(({ id }) => id === found?.id)
}

/** What keeps a stored product from being the shop's: it is another one, or lacks something; null when it is whole. */
function flawOf(stored: StoredProduct, required: RequiredProduct): ForOwner | null {
  const { handle, title } = required
  if (!isRequiredProduct(stored, required))
    return {
      message: `The handle ${handle} belongs to another product of yours, “${stored.title}”; the shop needs it for “${title}”.`,
      mend: `In Shopify, open “${stored.title}”, change the handle under “Search engine listing”, without a redirect, and run npm run setup.`,
    }
  const variants = required.variants.filter((variant) => !storedVariant(stored, variant))
  const tags = missingTags(stored.tags, required).map((tag) => `the tag ${tag}`)
  const lacks = [...variants.map((variant) => variant.title), ...tags]
  if (lacks.length === 0) return null
  return {
    message: `“${stored.title}” (${handle}) lacks ${quoted(lacks)}.`,
    mend: 'In Shopify, open it and add them, with exactly these names; if it is a product of your own, give it another handle and run npm run setup.',
  }
}

/** What the owner has to change about a product that is whole: whether it is sold, and no more of it than there is. */
function conditionOf(stored: StoredProduct, { title, variants }: RequiredProduct): ForOwner | true {
  if (stored.status !== 'ACTIVE')
    return {
      message: `“${title}” is not active, so nobody can buy it.`,
      mend: 'In Shopify, open it and set its status to Active.',
    }
  const isUncounted = (variant: RequiredVariant) =>
    variant.stock !== null && storedVariant(stored, variant)?.inventoryItem.tracked === false
  const uncounted = variants.filter(isUncounted).map((variant) => variant.title)
  if (uncounted.length === 0) return true
  return {
    message: `The stock of “${title}” is not tracked, so more can be sold than there are: ${quoted(uncounted)}.`,
    mend: 'In Shopify, open these variants, switch on “Inventory tracked”, and enter how many are left.',
  }
}

/** A required product, and the stock of a limited one. */
export function productNeed(required: RequiredProduct): Need {
  const { handle, title, productType } = required
  return {
    id: `product:${handle}`,
    name: `The product “${title}” (${handle}), with all its variants and pictures`,
    // Its page says "Coming Soon".
    isOptional: productType === 'Merch',
    async look(store) {
      const stored = await store.product(handle)
      return stored !== null && (flawOf(stored, required) ?? conditionOf(stored, required))
    },
    make: (store) => createProduct(store, required),
  }
}

/** The shop's products, with what the store has of them: null while they are to be made. Others have their handle only. */
async function ourProducts(store: Store) {
  const found: { readonly required: RequiredProduct; readonly stored: StoredProduct | null }[] = []
  for (const required of REQUIRED_PRODUCTS) {
    const stored = await store.product(required.handle)
    if (stored === null || flawOf(stored, required) === null) found.push({ required, stored })
  }
  return found
}

/** The wanted variants of the shop's products, with what the store has of each: undefined while it is to be made. */
export async function wantedVariants(
  store: Store,
  isWanted: (variant: RequiredVariant, product: RequiredProduct) => boolean,
) {
  return (await ourProducts(store)).flatMap(({ required, stored }) =>
    required.variants
      .filter((variant) => isWanted(variant, required))
      .map((variant) => ({
        price: variant.price,
        stored: stored ? storedVariant(stored, variant) : undefined,
      })),
  )
}

async function createProduct(store: Store, required: RequiredProduct): Promise<void> {
  const { handle, title, productType, tags, option, variants } = required
  const pictures = [...new Set([...required.pictures, ...variants.flatMap(({ picture }) => picture ?? [])])]
  const [locationId] = (await store.settings()).locationIds
  const addresses = await uploadPictures(store.admin, pictures)
  const fileOf = (name: ProductPicture) => {
    return { originalSource: addresses.get(name), alt: PICTURES[name].alt, contentType: 'IMAGE' }
  }
  const variantInput = ({ title: name, price, stock, picture }: RequiredVariant) => ({
    optionValues: [{ optionName: option, name }],
    price: price.toFixed(2),
    inventoryItem: { tracked: stock !== null },
    ...(stock !== null && { inventoryQuantities: [{ locationId, name: 'available', quantity: stock }] }),
    ...(picture && { file: fileOf(picture) }),
  })
  await changeAdmin(store.admin, SET_PRODUCT, {
    input: {
      handle,
      title,
      descriptionHtml: descriptionHtml(required),
      productType,
      tags,
      status: 'ACTIVE',
      productOptions: [{ name: option, position: 1, values: variants.map(({ title: name }) => ({ name })) }],
      files: pictures.map(fileOf),
      variants: variants.map(variantInput),
    },
  })
}

/** The shop's products that a channel of a storefront does not have. */
async function unpublished(store: Store) {
  const { channelIds } = await store.settings()
  return (await ourProducts(store)).filter(({ stored }) => {
    const has = stored?.resourcePublicationsV2.map(({ publication }) => publication.id)
    return !channelIds.every((channel) => has?.includes(channel))
  })
}

export const PUBLICATION: Need = {
  id: 'publication',
  name: 'The products in the storefront’s sales channel',
  async look(store) {
    if ((await store.settings()).channelIds.length > 0) return (await unpublished(store)).length === 0
    return {
      message: 'The shop has no sales channel that a storefront token belongs to.',
      mend: 'In Shopify, add the sales channel “Headless”, choose “Create storefront”, use its tokens, and run npm run setup.',
    }
  },
  async make(store) {
    const input = (await store.settings()).channelIds.map((publicationId) => ({ publicationId }))
    for (const { stored } of await unpublished(store))
      if (stored !== null) await changeAdmin(store.admin, PUBLISH, { id: stored.id, input })
  },
}
