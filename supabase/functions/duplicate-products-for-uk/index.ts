import { z } from 'zod'
import type { AdminApi } from '../_shared/environment.ts'
import { jsonResponse, serveFunction } from '../_shared/serve.ts'
import { ShopifyAdminError } from '../_shared/shopify-admin.ts'
import {
  createUkCopy,
  isUnfinished,
  type ListedProduct,
  listProducts,
  readUkSetup,
  type UkCopy,
} from './catalogue.ts'

const US_TAG = /^market:\s*us$/i
const UK_TAG = /^market:\s*uk$/i

type PlannedCopy = ListedProduct & { readonly unfinishedId: string | null }
type Skipped = { readonly handle: string; readonly title: string; readonly reason: string }

/** Shopify's suffix for the second product with a handle is `-1`. */
function ukHandle(handle: string): string {
  return `${handle}-1`
}

/** Splits the US products into those that need a UK copy and those that do not. */
function planCopies(products: readonly ListedProduct[]) {
  const hasTag = (product: ListedProduct, tag: RegExp) => product.tags.some((text) => tag.test(text.trim()))
  const uk = products.filter((product) => hasTag(product, UK_TAG))
  const toCopy: PlannedCopy[] = []
  const skipped: Skipped[] = []
  for (const product of products.filter((candidate) => hasTag(candidate, US_TAG))) {
    const { handle, title } = product
    const twin = uk.find(
      (other) => other.handle === ukHandle(handle) || (other.id !== product.id && other.title === title),
    )
    if (hasTag(product, UK_TAG)) skipped.push({ handle, title, reason: 'It is sold in both markets.' })
    else if (twin && !isUnfinished(twin))
      skipped.push({ handle, title, reason: `It has its UK copy: ${twin.handle}.` })
    else toCopy.push({ ...product, unfinishedId: twin?.id ?? null })
  }
  return { toCopy, skipped }
}

async function copyAll(admin: AdminApi, toCopy: readonly PlannedCopy[]) {
  const products: UkCopy[] = []
  const skipped: Skipped[] = []
  const failed: Skipped[] = []
  const setup = toCopy.length > 0 ? await readUkSetup(admin) : null
  for (const { unfinishedId, ...product } of toCopy) {
    const { handle, title, tags } = product
    try {
      const ukTags = tags.map((tag) => (US_TAG.test(tag.trim()) ? 'market: uk' : tag))
      const target = { handle: ukHandle(handle), tags: ukTags, unfinishedId }
      const copy = setup && (await createUkCopy(admin, product, target, setup))
      if (copy) products.push(copy)
      else skipped.push({ handle, title, reason: `A product ${target.handle} exists.` })
    } catch (error) {
      if (!(error instanceof ShopifyAdminError)) throw error
      failed.push({ handle, title, reason: error.message })
    }
  }
  return { products, skipped, failed }
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
    const plan = planCopies(await listProducts(environment.admin))
    const result = await copyAll(environment.admin, plan.toCopy)
    return jsonResponse({
      products: result.products,
      created: result.products.map((product) => product.handle),
      skipped: [...plan.skipped, ...result.skipped],
      failed: result.failed,
    })
  } catch (error) {
    if (!(error instanceof ShopifyAdminError)) throw error
    environment.log.error({ err: error }, 'products not duplicated')
    return jsonResponse({ error: 'The store could not be reached. Please try again.' }, 502)
  }
})
