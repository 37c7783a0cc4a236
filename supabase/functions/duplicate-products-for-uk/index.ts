import { z } from 'zod'
import type { AdminApi } from '../_shared/environment.ts'
import { jsonResponse, serveFunction } from '../_shared/serve.ts'
import {
  callAdmin,
  changeAdmin,
  channelIdsOf,
  channelReply,
  isTaken,
  joinErrors,
  pageOf,
  readPages,
  ShopifyAdminError,
  userErrors,
} from '../_shared/shopify-admin.ts'

const LIST = `query ProductsByMarket($after: String) {
  page: products(first: 100, after: $after) {
    nodes { id title handle tags }
    pageInfo { hasNextPage endCursor }
  }
}`

const listed = z.object({ id: z.string(), title: z.string(), handle: z.string(), tags: z.array(z.string()) })
type ListedProduct = z.output<typeof listed>

const SETUP = `query UkSetup {
  shop { currencyCode }
  priceLists(first: 100) { nodes { id currency } }
  currentAppInstallation { publication { id } }
  publications(first: 100) {
    nodes { id catalog { ... on AppCatalog { apps(first: 5) { nodes { handle title } } } } }
  }
}`

const setupReply = z.object({
  shop: z.object({ currencyCode: z.string() }),
  priceLists: z.object({ nodes: z.array(z.object({ id: z.string(), currency: z.string() })) }),
  ...channelReply,
})

type UkSetup = Awaited<ReturnType<typeof readUkSetup>>

/**
 * Every price list in pounds, none if the variant's own price is in pounds; and the publications of the shop's own channel:
 * no other channel of the store gets the copies.
 * @throws ShopifyAdminError if the shop cannot store prices in pounds, or has no channel of its own
 */
async function readUkSetup(admin: AdminApi) {
  const reply = await callAdmin(admin, SETUP, {}, setupReply)
  const publicationIds = channelIdsOf(reply)
  if (publicationIds.length === 0)
    throw new ShopifyAdminError('UkSetup', 'the store has no sales channel of this app')
  if (reply.shop.currencyCode === 'GBP') return { priceListIds: [], publicationIds }
  const priceListIds = reply.priceLists.nodes.filter(({ currency }) => currency === 'GBP').map(({ id }) => id)
  if (priceListIds.length === 0)
    throw new ShopifyAdminError('UkSetup', 'the shop has no price list in pounds')
  return { priceListIds, publicationIds }
}

/**
 * Marks a copy without its prices or publications. It is a draft, which no storefront shows; the next run finishes it.
 */
const UNFINISHED_TAG = 'uk-copy: unfinished'

/** What a copy takes over, by the names that `ProductSetInput` has for it. */
const READ = `query ProductToCopy($id: ID!) {
  product(id: $id) {
    title descriptionHtml vendor productType status
    productOptions: options { name position values: optionValues { name } }
    media(first: 50) { nodes { ... on MediaImage { image { originalSource: url alt: altText } } } }
    variants(first: 250) {
      nodes {
        title price compareAtPrice sku taxable inventoryPolicy inventoryItem { tracked }
        optionValues: selectedOptions { optionName: name name: value }
      }
    }
  }
}`

const readReply = z.object({
  product: z
    .looseObject({
      status: z.enum(['ACTIVE', 'ARCHIVED', 'DRAFT']),
      media: z.object({ nodes: z.array(z.object({ image: z.looseObject({}).nullish() })) }),
      variants: z.object({ nodes: z.array(z.looseObject({ title: z.string(), price: z.string() })) }),
    })
    .nullable(),
})

const SET = `mutation CreateUkProduct($input: ProductSetInput!) {
  productSet(synchronous: true, input: $input) {
    product { id variants(first: 250) { nodes { id price } } }
    userErrors { field message code }
  }
}`

const variantPrice = z.object({ id: z.string(), price: z.string() })
const setReply = z.object({
  productSet: z.object({
    product: z.object({ id: z.string(), variants: z.object({ nodes: z.array(variantPrice) }) }).nullable(),
    userErrors,
  }),
})

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

const US_TAG = /^market:\s*us$/i
const UK_TAG = /^market:\s*uk$/i
/** With Shopify's suffix for the second product with a handle. */
const ukHandleOf = ({ handle }: ListedProduct) => `${handle}-1`

/** A UK product in the result: prices are decimal strings. */
type UkCopy = NonNullable<Awaited<ReturnType<typeof createUkCopy>>>

/**
 * Creates the UK copy of a product as a draft, or the one of an earlier run again; sets prices, publishes, and only then
 * gives it its status and tags: no product is for sale at a wrong price. Every step can be repeated, also by two runs at once.
 * @param unfinishedId of the unfinished copy of an earlier run
 * @returns null if another product with that handle exists already
 * @throws ShopifyAdminError leaving at most a draft that the next run finishes
 */
async function createUkCopy(
  admin: AdminApi,
  original: ListedProduct,
  unfinishedId: string | undefined,
  { priceListIds, publicationIds }: UkSetup,
) {
  const handle = ukHandleOf(original)
  const tags = original.tags.map((tag) => (US_TAG.test(tag.trim()) ? 'market: uk' : tag))
  const { product: source } = await callAdmin(admin, READ, { id: original.id }, readReply)
  if (source === null) throw new ShopifyAdminError('ProductToCopy', 'the product is gone')
  const { media, variants, ...product } = source
  const input = {
    ...product,
    ...(unfinishedId && { id: unfinishedId }),
    ...{ handle, status: 'DRAFT', tags: [...tags, UNFINISHED_TAG] },
    files: media.nodes.flatMap(({ image }) => (image ? [{ ...image, contentType: 'IMAGE' }] : [])),
    variants: variants.nodes.map(({ title: _, ...variant }) => variant),
  }
  const { productSet } = await callAdmin(admin, SET, { input }, setReply)
  const { product: copy, userErrors: errors } = productSet
  if (copy === null && isTaken(errors)) return null
  if (copy === null || errors.length > 0) throw new ShopifyAdminError('CreateUkProduct', joinErrors(errors))
  for (const priceListId of priceListIds) {
    const prices = copy.variants.nodes.map(({ id, price }) => ({
      variantId: id,
      price: { amount: price, currencyCode: 'GBP' },
    }))
    await changeAdmin(admin, FIX_PRICES, { priceListId, prices })
  }
  const channels = publicationIds.map((publicationId) => ({ publicationId }))
  await changeAdmin(admin, PUBLISH, { id: copy.id, input: channels })
  await changeAdmin(admin, FINISH, { product: { id: copy.id, status: source.status, tags } })
  return {
    ...{ id: copy.id, title: original.title, handle, tags, copiedFrom: original.handle },
    variants: variants.nodes.map(({ title, price }) => ({
      title,
      price: { amount: price, currencyCode: 'GBP' as const },
    })),
  }
}

type NotCopied = { readonly handle: string; readonly title: string; readonly reason: string }

async function copyAll(admin: AdminApi) {
  const products: UkCopy[] = []
  const skipped: NotCopied[] = []
  const failed: NotCopied[] = []
  let setup: UkSetup | null = null
  const all = (await readPages(admin, LIST, {}, pageOf(listed))).flatMap(({ nodes }) => nodes)
  const taggedAs = (tag: RegExp) => all.filter(({ tags }) => tags.some((text) => tag.test(text.trim())))
  const uk = taggedAs(UK_TAG)
  for (const product of taggedAs(US_TAG)) {
    const { id, handle, title } = product
    const skip = (reason: string) => skipped.push({ handle, title, reason })
    const ukHandle = ukHandleOf(product)
    const twin = uk.find((other) => other.handle === ukHandle || (other.id !== id && other.title === title))
    if (uk.includes(product)) skip('It is sold in both markets.')
    else if (twin && !twin.tags.includes(UNFINISHED_TAG)) skip(`It has its UK copy: ${twin.handle}.`)
    else {
      setup ??= await readUkSetup(admin)
      try {
        const copy = await createUkCopy(admin, product, twin?.id, setup)
        if (copy) products.push(copy)
        else skip(`A product ${ukHandle} exists.`)
      } catch (error) {
        if (!(error instanceof ShopifyAdminError)) throw error
        failed.push({ handle, title, reason: error.message })
      }
    }
  }
  return { products, created: products.map((product) => product.handle), skipped, failed }
}

/**
 * Copies every US product without a UK copy: the same figures in pounds, the market tag replaced, the handle with
 * Shopify's suffix. Idempotent: a run finishes the copies that an earlier one left unfinished.
 * Responds with `{ products, created, skipped, failed }`. Spec: 7 Backend functions
 */
export const handler = serveFunction('duplicate-products-for-uk', z.object({}), async (_, environment) => {
  if (environment.admin === null)
    return jsonResponse({ error: 'No store is configured to copy products in.' }, 503)
  try {
    return jsonResponse(await copyAll(environment.admin))
  } catch (error) {
    if (!(error instanceof ShopifyAdminError)) throw error
    environment.log.error({ err: error }, 'products not duplicated')
    return jsonResponse({ error: 'The store could not be reached. Please try again.' }, 502)
  }
})
