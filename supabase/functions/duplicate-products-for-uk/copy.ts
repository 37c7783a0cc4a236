import { z } from 'zod'
import type { AdminApi } from '../_shared/environment.ts'
import { callAdmin, isTaken, joinErrors, ShopifyAdminError, userErrors } from '../_shared/shopify-admin.ts'
import type { SourceProduct, UkSetup } from './read.ts'

/** A UK product in the result. Prices are decimal strings. */
export type UkCopy = {
  /** Null in a preview. */
  readonly id: string | null
  readonly title: string
  readonly handle: string
  readonly tags: readonly string[]
  readonly copiedFrom: string
  readonly variants: readonly {
    readonly title: string
    readonly price: { readonly amount: string; readonly currencyCode: 'GBP' }
  }[]
}

type Target = { readonly handle: string; readonly tags: readonly string[] }

const CREATE = `mutation CreateUkProduct($input: ProductSetInput!) {
  productSet(synchronous: true, input: $input) {
    product { id handle variants(first: 250) { nodes { id title price } } }
    userErrors { field message code }
  }
}`

const createdProduct = z.object({
  id: z.string(),
  handle: z.string(),
  variants: z.object({ nodes: z.array(z.object({ id: z.string(), title: z.string(), price: z.string() })) }),
})
type CreatedProduct = z.output<typeof createdProduct>

const createReply = z.object({ productSet: z.object({ product: createdProduct.nullable(), userErrors }) })

function inputOf(source: SourceProduct, target: Target) {
  return {
    title: source.title,
    handle: target.handle,
    descriptionHtml: source.descriptionHtml,
    vendor: source.vendor ?? undefined,
    productType: source.productType ?? undefined,
    status: source.status,
    tags: target.tags,
    productOptions: source.options.map((option) => ({
      name: option.name,
      position: option.position,
      values: option.optionValues.map(({ name }) => ({ name })),
    })),
    files: source.media.nodes.flatMap(({ image }) =>
      image ? [{ originalSource: image.url, alt: image.altText ?? '', contentType: 'IMAGE' }] : [],
    ),
    variants: source.variants.nodes.map((variant) => ({
      optionValues: variant.selectedOptions.map(({ name, value }) => ({ optionName: name, name: value })),
      price: variant.price,
      compareAtPrice: variant.compareAtPrice,
      sku: variant.sku ?? undefined,
      taxable: variant.taxable,
      inventoryPolicy: variant.inventoryPolicy,
    })),
  }
}

const FIX_PRICES = `mutation FixUkPrices($priceListId: ID!, $prices: [PriceListPriceInput!]!) {
  priceListFixedPricesAdd(priceListId: $priceListId, prices: $prices) {
    userErrors { field message code }
  }
}`

async function setPrices(admin: AdminApi, priceListId: string, product: CreatedProduct): Promise<void> {
  const prices = product.variants.nodes.map((variant) => ({
    variantId: variant.id,
    price: { amount: variant.price, currencyCode: 'GBP' },
  }))
  const operation = { name: 'FixUkPrices', query: FIX_PRICES, variables: { priceListId, prices } }
  const reply = await callAdmin(
    admin,
    operation,
    z.object({ priceListFixedPricesAdd: z.object({ userErrors }) }),
  )
  const errors = reply.priceListFixedPricesAdd.userErrors
  if (errors.length > 0) throw new ShopifyAdminError('FixUkPrices', joinErrors(errors))
}

const PUBLISH = `mutation PublishUkProduct($id: ID!, $input: [PublicationInput!]!) {
  publishablePublish(id: $id, input: $input) { userErrors { field message } }
}`

async function publish(admin: AdminApi, id: string, publicationIds: readonly string[]): Promise<void> {
  const input = publicationIds.map((publicationId) => ({ publicationId }))
  const operation = { name: 'PublishUkProduct', query: PUBLISH, variables: { id, input } }
  const reply = await callAdmin(admin, operation, z.object({ publishablePublish: z.object({ userErrors }) }))
  const errors = reply.publishablePublish.userErrors
  if (errors.length > 0) throw new ShopifyAdminError('PublishUkProduct', joinErrors(errors))
}

/** Sets prices before publishing, so that no product is published with wrong prices. */
async function setPricesAndPublish(admin: AdminApi, product: CreatedProduct, setup: UkSetup): Promise<void> {
  if (setup.priceListId !== null) await setPrices(admin, setup.priceListId, product)
  if (setup.publicationIds.length > 0) await publish(admin, product.id, setup.publicationIds)
}

const DELETE = `mutation TakeBackUkProduct($input: ProductDeleteInput!) {
  productDelete(input: $input) { deletedProductId userErrors { field message } }
}`

/** Deletes a copy whose prices in pounds could not be set: it would be sold at another price. */
async function deleteCopy(admin: AdminApi, id: string): Promise<void> {
  const operation = { name: 'TakeBackUkProduct', query: DELETE, variables: { input: { id } } }
  await callAdmin(admin, operation, z.object({ productDelete: z.object({ userErrors }) }))
}

/**
 * Creates the UK copy of a product, or only describes it (`dryRun`).
 * @returns null if a product with that handle exists already
 * @throws ShopifyAdminError leaving no incomplete copy
 */
export async function createUkCopy(
  admin: AdminApi,
  source: SourceProduct,
  target: Target,
  setup: UkSetup,
  dryRun: boolean,
): Promise<UkCopy | null> {
  const plan = {
    title: source.title,
    handle: target.handle,
    tags: target.tags,
    copiedFrom: source.handle,
    variants: source.variants.nodes.map(({ title, price }) => ({
      title,
      price: { amount: price, currencyCode: 'GBP' as const },
    })),
  }
  if (dryRun) return { id: null, ...plan }
  const operation = { name: 'CreateUkProduct', query: CREATE, variables: { input: inputOf(source, target) } }
  const { product, userErrors: errors } = (await callAdmin(admin, operation, createReply)).productSet
  if (product === null && isTaken(errors)) return null
  if (product === null || errors.length > 0)
    throw new ShopifyAdminError('CreateUkProduct', joinErrors(errors))
  await setPricesAndPublish(admin, product, setup).catch(async (error: unknown) => {
    await deleteCopy(admin, product.id)
    throw error
  })
  return { id: product.id, ...plan, handle: product.handle }
}
