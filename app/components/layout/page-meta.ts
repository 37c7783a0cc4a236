import { type Market, parseMarket } from '../../models/market.ts'
import type * as heads from './page-head.ts'

/** What `meta` of a route under a market is called with, as far as it is used here. */
export type MetaArgs = {
  readonly params: { readonly market?: string }
  readonly matches: readonly ({ readonly id: string; readonly loaderData?: unknown } | undefined)[]
}

export type MetaFrame = { readonly market: Market; readonly now: number; readonly origin: string | null }

/** The market, moment and origin of the page, from the market layout's data. No origin where that never loaded. */
export function metaFrame({ params, matches }: MetaArgs): MetaFrame {
  const shop = matches.find((match) => match?.id === 'market')?.loaderData
  const { now = 0, origin = null } = (shop ?? {}) as { now?: number; origin?: string | null }
  return { market: parseMarket(params.market) ?? 'us', now, origin }
}

type MetaFunctions = typeof heads

let all: MetaFunctions | null = null

/**
 * From here on pages have heads of their own: on the server always, in the browser with what leads to other pages. Until
 * then a page has the head that it came with.
 */
export function provideMeta(heads: MetaFunctions): void {
  all = heads
}

/** Whether a page that is shown now would get a head of its own. */
export function hasMeta(): boolean {
  return all !== null
}

/** The head of a page that both markets have (`page-head.ts`); nothing before heads have come. */
export const pageMeta: MetaFunctions['pageMeta'] = (...facts) => all?.pageMeta(...facts) ?? []

/** The head of a product's page. */
export const productMeta: MetaFunctions['productMeta'] = (...facts) => all?.productMeta(...facts) ?? []

/** The head of a page of the owner's room. */
export const adminMeta: MetaFunctions['adminMeta'] = (...facts) => all?.adminMeta(...facts) ?? []
