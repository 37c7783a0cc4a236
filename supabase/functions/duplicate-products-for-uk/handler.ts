import { z } from 'zod'
import type { AdminApi } from '../_shared/environment.ts'
import { answer, guarded } from '../_shared/serve.ts'
import { ShopifyAdminError } from '../_shared/shopify-admin.ts'
import { createUkCopy, type UkCopy } from './copy.ts'
import { type ListedProduct, listProducts, readProduct, readUkSetup } from './read.ts'

const body = z.object({ dryRun: z.boolean().default(false) })

const US_TAG = /^market:\s*us$/i
const UK_TAG = /^market:\s*uk$/i

type Skipped = { readonly handle: string; readonly title: string; readonly reason: string }

/** Shopify numbers the second product of a name with `-1`. */
function ukHandle(handle: string): string {
  return `${handle}-1`
}

/** The tags of the UK copy: the same, with the market changed. */
function ukTags(tags: readonly string[]): string[] {
  return tags.map((tag) => (US_TAG.test(tag.trim()) ? 'market: uk' : tag))
}

/** Sorts the catalogue into what needs a UK copy and what has no need of one. */
function planCopies(products: readonly ListedProduct[]) {
  const has = (product: ListedProduct, tag: RegExp) => product.tags.some((text) => tag.test(text.trim()))
  const uk = products.filter((product) => has(product, UK_TAG))
  const toCopy: ListedProduct[] = []
  const skipped: Skipped[] = []
  for (const product of products.filter((candidate) => has(candidate, US_TAG))) {
    const { handle, title } = product
    const twin = uk.find(
      (other) => other.handle === ukHandle(handle) || (other.id !== product.id && other.title === title),
    )
    if (has(product, UK_TAG)) skipped.push({ handle, title, reason: 'It is sold in both markets.' })
    else if (twin) skipped.push({ handle, title, reason: `It has its UK copy: ${twin.handle}.` })
    else toCopy.push(product)
  }
  return { toCopy, skipped }
}

async function copyAll(admin: AdminApi, toCopy: readonly ListedProduct[], dryRun: boolean) {
  const products: UkCopy[] = []
  const skipped: Skipped[] = []
  const failed: Skipped[] = []
  const setup = toCopy.length > 0 ? await readUkSetup(admin) : null
  for (const { id, handle, title, tags } of toCopy) {
    try {
      const source = await readProduct(admin, id)
      const target = { handle: ukHandle(handle), tags: ukTags(tags) }
      const copy = setup && (await createUkCopy(admin, source, target, setup, dryRun))
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
 * Copies every US product that has no UK twin: the same figures in pounds, the market tag changed, the handle
 * suffixed as Shopify does. Running it again changes nothing. `{ dryRun: true }` only says what it would do.
 * Answers `{ products, created, skipped, failed }`. Spec: 7 Backend functions
 */
export const handler = guarded('duplicate-products-for-uk', body, async ({ dryRun }, environment) => {
  if (environment.admin === null) return answer({ error: 'No store is configured to copy products in.' }, 503)
  try {
    const plan = planCopies(await listProducts(environment.admin))
    const done = await copyAll(environment.admin, plan.toCopy, dryRun)
    return answer({
      dryRun,
      products: done.products,
      created: dryRun ? [] : done.products.map((product) => product.handle),
      skipped: [...plan.skipped, ...done.skipped],
      failed: done.failed,
    })
  } catch (error) {
    if (!(error instanceof ShopifyAdminError)) throw error
    environment.log.error({ err: error }, 'products not duplicated')
    return answer({ error: 'The store could not be reached. Please try again.' }, 502)
  }
})
