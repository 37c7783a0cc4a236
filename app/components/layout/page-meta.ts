import { type Market, parseMarket } from '../../models/market.ts'
import type * as metaFunctions from './page-head.ts'

/** The part of the arguments of a route's `meta` that is used here. */
export type MetaArgs = {
  readonly params: { readonly market?: string }
  readonly matches: readonly ({ readonly id: string; readonly loaderData?: unknown } | undefined)[]
}

export type MetaContext = { readonly market: Market; readonly now: number; readonly origin: string | null }

/**
 * The market, the time (ms) and the origin of the page, from the market layout's data; `origin` is null without it.
 */
export function metaContextOf({ params, matches }: MetaArgs): MetaContext {
  const shop = matches.find((match) => match?.id === 'market')?.loaderData
  const { now = 0, origin = null } = (shop ?? {}) as { now?: number; origin?: string | null }
  return { market: parseMarket(params.market) ?? 'us', now, origin }
}

type MetaFunctions = typeof metaFunctions

let provided: MetaFunctions | null = null

/**
 * Provides the functions that create the pages' metadata (`page-head.ts`): on the server at the start, in the
 * browser with the code for client-side navigation. Before that, a page keeps the metadata that the server
 * rendered.
 */
export function provideMeta(functions: MetaFunctions): void {
  provided = functions
}

/** Whether the functions have been provided. */
export function hasMeta(): boolean {
  return provided !== null
}

/** The metadata of a page that both markets have (`page-head.ts`); none before `provideMeta`. */
export const pageMeta: MetaFunctions['pageMeta'] = (...args) => provided?.pageMeta(...args) ?? []

/** The metadata of a product page. */
export const productMeta: MetaFunctions['productMeta'] = (...args) => provided?.productMeta(...args) ?? []

/** The metadata of an admin page. */
export const adminMeta: MetaFunctions['adminMeta'] = (...args) => provided?.adminMeta(...args) ?? []
