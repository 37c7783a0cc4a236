import type { CompanyFacts } from '../models/company.ts'
import {
  envelopePosted,
  type Facts,
  factsOf,
  hasVol1Shipped,
  hasVol2Shipped,
  haveEnvelopesPosted,
  vol1Ships,
  vol2Ships,
} from '../models/facts.ts'
import type { LivePrices } from '../models/live-prices.ts'
import type { Market } from '../models/market.ts'

/** The values in a page's texts: the facts of a market on a given day, with live prices where available. */
export type PageFacts = Facts &
  CompanyFacts & {
    readonly market: Market
    /** True until the end of the month announced for Vol. II. */
    readonly isPreOrder: boolean
    /** True while envelopes are still sent before their boxes. */
    readonly envelopesGoFirst: boolean
    readonly vol1HasShipped: boolean
    /** Continues a sentence after "ships"; empty in a store that does not sell Vol. I. */
    readonly vol1ShipsNow: string
    readonly vol2ShipsNow: string
    readonly envelopeShipsNow: string
  }

/** Capitalizes the first letter, for a fact at the beginning of a sentence or cell. */
export function capitalizeFirst(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** @param shop `now`: ms since the Unix epoch; `company`: the facts of that market */
export function pageFacts(
  { market, now, company }: { readonly market: Market; readonly now: number; readonly company: CompanyFacts },
  prices: LivePrices = {},
): PageFacts {
  const isPreOrder = !hasVol2Shipped(market, now)
  return {
    ...factsOf(market),
    ...company,
    ...prices,
    market,
    isPreOrder,
    envelopesGoFirst: isPreOrder && !haveEnvelopesPosted(market, now),
    vol1HasShipped: hasVol1Shipped(market, now),
    vol1ShipsNow: market === 'uk' ? vol1Ships(market, now) : '',
    vol2ShipsNow: vol2Ships(market, now),
    envelopeShipsNow: envelopePosted(market, now),
  }
}
