import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { z } from 'zod'
import { pictureUrl } from '#app/models/picture-sources.ts'
import { PHOTO_TEXTS } from '#app/models/picture-texts.ts'
import { PICTURES } from '#app/models/pictures.ts'
import {
  descriptionHtml,
  isRequiredProduct,
  missingTags,
  type ProductPicture,
  type RequiredProduct,
  type RequiredVariant,
} from '#app/models/store-products.ts'
import { listOf, plainTitle } from '#app/models/wands.ts'
import { callAdmin, ShopifyAdminError } from '#supabase/functions/_shared/shopify-admin.ts'
import { projectPath } from '../config/data-dir.server.ts'
import { boundedFetch } from '../upstream/upstream-error.server.ts'
import { changeStore, type Need, type Store, type StoredProduct } from './store.server.ts'

/** The variant of a store's product that has the title of a required one; undefined while it is missing. */
function storedVariant({ variants }: StoredProduct, { title }: RequiredVariant) {
  return variants.find((stored) => plainTitle(stored.title) === plainTitle(title))
}

/**
 * What keeps a stored product from being the shop's, which its owner has to mend: it is another one, or lacks something; ''
 * when it is whole.
 */
function flawOf(stored: StoredProduct, required: RequiredProduct): string {
  const { handle, title, variants } = required
  if (!isRequiredProduct(stored, required))
    return `The handle ${handle} belongs to another product of yours, “${stored.title}”, and the shop needs it for “${title}”: change it in Shopify, without a redirect, and run this again.`
  const lacks = [
    ...(stored.status === 'ACTIVE' ? [] : ['the status Active']),
    ...missingTags(stored.tags, required).map((tag) => `the tag ${tag}`),
    ...variants.flatMap((variant) => {
      const found = storedVariant(stored, variant)
      if (found === undefined) return [`the variant “${variant.title}”`]
      const isCounted = variant.stock === null || found.inventoryItem.tracked
      return isCounted ? [] : [`“Inventory tracked” of “${variant.title}”`]
    }),
  ]
  if (lacks.length === 0) return ''
  return `“${stored.title}” (${handle}) lacks ${listOf(lacks)}: add what it lacks in Shopify, with exactly these names.`
}

/** A required product, with the stock of a limited one. */
export function productNeed(required: RequiredProduct): Need {
  const { handle, title, productType } = required
  return {
    name: `The product “${title}” (${handle}), with all its variants and pictures`,
    // Its page says "Coming Soon".
    isOptional: productType === 'Merch',
    look({ products }) {
      const stored = products.find((product) => product.required === required)?.stored ?? null
      return stored !== null && (flawOf(stored, required) || true)
    },
    make: (store) => createProduct(store, required),
  }
}

/** The shop's products, with what the store has of them: null while they are to be made. Others have their handle only. */
function ourProducts({ products }: Store) {
  return products.filter(({ required, stored }) => stored === null || flawOf(stored, required) === '')
}

/** The wanted variants of the shop's products, with what the store has of each: undefined while it is to be made. */
export function wantedVariants(
  store: Store,
  isWanted: (variant: RequiredVariant, product: RequiredProduct) => boolean,
) {
  return ourProducts(store).flatMap(({ required, stored }) =>
    required.variants
      .filter((one) => isWanted(one, required))
      .map((one) => ({
        price: one.price,
        stored: stored ? storedVariant(stored, one) : undefined,
      })),
  )
}

async function createProduct(store: Store, required: RequiredProduct): Promise<void> {
  const { handle, title, productType, tags, option, variants } = required
  const pictures = [...new Set([...required.pictures, ...variants.flatMap(({ picture }) => picture ?? [])])]
  const [location] = store.locations
  const left = { locationId: location?.id, name: 'available' }
  const addresses = new Map(
    await Array.fromAsync(pictures, async (name) => [name, await uploadPicture(store, name)] as const),
  )
  const fileOf = (name: ProductPicture) => {
    return { originalSource: addresses.get(name), alt: PHOTO_TEXTS[name], contentType: 'IMAGE' }
  }
  const variantInput = ({ title: name, price, stock, picture }: RequiredVariant) => ({
    optionValues: [{ optionName: option, name }],
    price: price.toFixed(2),
    inventoryItem: { tracked: stock !== null },
    ...(stock !== null && { inventoryQuantities: [{ ...left, quantity: stock }] }),
    ...(picture && { file: fileOf(picture) }),
  })
  await changeStore(store, 'productSet', {
    'synchronous: Boolean!': true,
    'input: ProductSetInput!': {
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

const STAGE_UPLOAD = `mutation StageUpload($input: [StagedUploadInput!]!) {
  stagedUploadsCreate(input: $input) { stagedTargets { url resourceUrl parameters { name value } } }
}`
const parameters = z.array(z.object({ name: z.string(), value: z.string() }))
const target = z.object({ url: z.string(), resourceUrl: z.string(), parameters })
const staged = z.object({ stagedUploadsCreate: z.object({ stagedTargets: z.tuple([target]) }) })
const UPLOAD_MS = 60_000

/**
 * Uploads a picture of this repository to Shopify's storage.
 * @returns its address, from which Shopify makes its own picture
 * @throws ShopifyAdminError
 */
async function uploadPicture({ admin }: Store, name: ProductPicture): Promise<string> {
  const path = pictureUrl(PICTURES[name], Number.POSITIVE_INFINITY, 'jpg')
  const filename = basename(path)
  const bytes = new Uint8Array(await readFile(projectPath(`build/client${path}`)))
  const kind = { resource: 'IMAGE', mimeType: 'image/jpeg', httpMethod: 'POST' }
  const input = [{ ...kind, filename, fileSize: `${bytes.byteLength}` }]
  const { stagedUploadsCreate: reply } = await callAdmin(admin, STAGE_UPLOAD, { input }, staged)
  const [to] = reply.stagedTargets
  const body = new FormData()
  for (const parameter of to.parameters) body.append(parameter.name, parameter.value)
  // Storage ignores every field after the file.
  body.append('file', new Blob([bytes], { type: 'image/jpeg' }), filename)
  const signal = AbortSignal.timeout(UPLOAD_MS)
  const response = await boundedFetch(to.url, { method: 'POST', body, signal }).catch(() => null)
  if (response?.ok) return to.resourceUrl
  throw new ShopifyAdminError(`upload of ${filename}`, response ? `HTTP ${response.status}` : 'no answer')
}

/** The shop's products that a channel of a storefront does not have. */
function unpublished(store: Store) {
  return ourProducts(store).filter(({ stored }) => {
    const has = stored?.resourcePublicationsV2.map(({ publication }) => publication.id)
    return !store.channelIds.every((channel) => has?.includes(channel))
  })
}

export const PUBLICATION: Need = {
  name: 'The products in the storefront’s sales channel',
  look: (store) =>
    store.channelIds.length > 0
      ? unpublished(store).length === 0
      : 'The shop has no sales channel that a storefront token belongs to: add “Headless” in Shopify, choose “Create storefront”, use its tokens, and run this again.',
  async make(store) {
    const input = store.channelIds.map((publicationId) => ({ publicationId }))
    for (const { stored } of unpublished(store))
      if (stored !== null)
        await changeStore(store, 'publishablePublish', {
          'id: ID!': stored.id,
          'input: [PublicationInput!]!': input,
        })
  },
}
