import { z } from 'zod'
import type { AdminApi } from '../_shared/environment.ts'
import {
  callAdmin,
  changeAdmin,
  isTaken,
  joinErrors,
  ShopifyAdminError,
  userErrors,
} from '../_shared/shopify-admin.ts'
import type { SourceProduct, UkSetup } from './read.ts'

/**
 * Marks a copy without its prices or publications. It is a draft, which no storefront shows; the next run finishes it.
 */
const UNFINISHED_TAG = 'uk-copy: unfinished'

/** Whether a product is a copy that an earlier run left without its prices or publications. */
export function isUnfinished({ tags }: { readonly tags: readonly string[] }): boolean {
  return tags.includes(UNFINISHED_TAG)
}

type Target = {
  readonly handle: string
  readonly tags: readonly string[]
  /** Id of the unfinished copy of an earlier run, or null. */
  readonly unfinishedId: string | null
}

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
    status: 'DRAFT',
    tags: [...target.tags, UNFINISHED_TAG],
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
      inventoryItem: { tracked: variant.inventoryItem.tracked },
    })),
  }
}

const FIX_PRICES = `mutation FixUkPrices($priceListId: ID!, $prices: [PriceListPriceInput!]!) {
  priceListFixedPricesAdd(priceListId: $priceListId, prices: $prices) {
    userErrors { field message code }
  }
}`

const PUBLISH = `mutation PublishUkProduct($id: ID!, $input: [PublicationInput!]!) {
  publishablePublish(id: $id, input: $input) { userErrors { field message } }
}`

const FINISH = `mutation FinishUkProduct($product: ProductUpdateInput!) {
  productUpdate(product: $product) { userErrors { field message } }
}`

/**
 * Sets prices, publishes, and only then gives a copy its status and tags: no product is for sale at a wrong price. Every
 * step can be repeated, also by two runs at once.
 */
async function finish(
  admin: AdminApi,
  product: CreatedProduct,
  { status, tags, setup }: Pick<SourceProduct, 'status'> & Pick<Target, 'tags'> & { readonly setup: UkSetup },
): Promise<void> {
  const { priceListIds, publicationIds } = setup
  for (const priceListId of priceListIds) {
    const prices = product.variants.nodes.map((variant) => ({
      variantId: variant.id,
      price: { amount: variant.price, currencyCode: 'GBP' },
    }))
    await changeAdmin(admin, FIX_PRICES, { priceListId, prices })
  }
  const input = publicationIds.map((publicationId) => ({ publicationId }))
  await changeAdmin(admin, PUBLISH, { id: product.id, input })
  await changeAdmin(admin, FINISH, { product: { id: product.id, status, tags } })
}

const READ_COPY = `query UnfinishedUkProduct($id: ID!) {
  product(id: $id) { id handle variants(first: 250) { nodes { id title price } } }
}`

/** The copy that an earlier run created. @throws ShopifyAdminError if it no longer exists */
async function readCopy(admin: AdminApi, id: string): Promise<CreatedProduct> {
  const schema = z.object({ product: createdProduct.nullable() })
  const { product } = await callAdmin(admin, READ_COPY, { id }, schema)
  if (product === null) throw new ShopifyAdminError('UnfinishedUkProduct', 'the product is gone')
  return product
}

/** Creates a copy as an unfinished draft. @returns null if a product with that handle exists already */
async function createDraft(
  admin: AdminApi,
  source: SourceProduct,
  target: Target,
): Promise<CreatedProduct | null> {
  const reply = await callAdmin(admin, CREATE, { input: inputOf(source, target) }, createReply)
  const { product, userErrors: errors } = reply.productSet
  if (product === null && isTaken(errors)) return null
  if (product === null || errors.length > 0)
    throw new ShopifyAdminError('CreateUkProduct', joinErrors(errors))
  return product
}

/** A UK product in the result: prices are decimal strings. */
export type UkCopy = NonNullable<Awaited<ReturnType<typeof createUkCopy>>>

/**
 * Creates the UK copy of a product or finishes the one of an earlier run.
 * @returns null if another product with that handle exists already
 * @throws ShopifyAdminError leaving at most a draft that the next run finishes
 */
export async function createUkCopy(admin: AdminApi, source: SourceProduct, target: Target, setup: UkSetup) {
  const { unfinishedId } = target
  const product = unfinishedId
    ? await readCopy(admin, unfinishedId)
    : await createDraft(admin, source, target)
  if (product === null) return null
  await finish(admin, product, { status: source.status, tags: target.tags, setup })
  return {
    id: product.id,
    title: source.title,
    handle: product.handle,
    tags: target.tags,
    copiedFrom: source.handle,
    variants: source.variants.nodes.map(({ title, price }) => ({
      title,
      price: { amount: price, currencyCode: 'GBP' as const },
    })),
  }
}
