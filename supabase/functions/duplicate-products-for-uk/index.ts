import { z } from 'zod'
import type { AdminApi } from '../_shared/environment.ts'
import { jsonResponse, serveFunction } from '../_shared/serve.ts'
import { ShopifyAdminError } from '../_shared/shopify-admin.ts'
import {
  createUkCopy,
  isUnfinished,
  listProducts,
  readUkSetup,
  type UkCopy,
  type UkSetup,
} from './catalogue.ts'

const US_TAG = /^market:\s*us$/i
const UK_TAG = /^market:\s*uk$/i

type NotCopied = { readonly handle: string; readonly title: string; readonly reason: string }

async function copyAll(admin: AdminApi) {
  const products: UkCopy[] = []
  const skipped: NotCopied[] = []
  const failed: NotCopied[] = []
  let setup: UkSetup | null = null
  const all = await listProducts(admin)
  const taggedAs = (tag: RegExp) => all.filter(({ tags }) => tags.some((text) => tag.test(text.trim())))
  const uk = taggedAs(UK_TAG)
  for (const product of taggedAs(US_TAG)) {
    const { id, handle, title, tags } = product
    const skip = (reason: string) => skipped.push({ handle, title, reason })
    // Shopify's suffix for the second product with a handle.
    const ukHandle = `${handle}-1`
    const twin = uk.find((other) => other.handle === ukHandle || (other.id !== id && other.title === title))
    if (uk.includes(product)) skip('It is sold in both markets.')
    else if (twin && !isUnfinished(twin)) skip(`It has its UK copy: ${twin.handle}.`)
    else {
      setup ??= await readUkSetup(admin)
      const ukTags = tags.map((tag) => (US_TAG.test(tag.trim()) ? 'market: uk' : tag))
      const target = { handle: ukHandle, tags: ukTags, unfinishedId: twin?.id ?? null }
      try {
        const copy = await createUkCopy(admin, product, target, setup)
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
