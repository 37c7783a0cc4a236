import {
  envelopePosted,
  type Facts,
  factsOf,
  hasVol1Shipped,
  hasVol2Shipped,
  haveEnvelopesPosted,
  vol1Ships,
  vol2Ships,
} from '../../models/facts.ts'
import type { LivePrices } from '../../models/live-prices.ts'
import type { Market } from '../../models/market.ts'

/** What the words of a page are made of: the facts of a market on a day, with live prices where they are known. */
export type PageFacts = Facts & {
  readonly market: Market
  /** Before the announced month of Vol. II is over. */
  readonly isPreOrder: boolean
  /** While envelopes still go out ahead of their boxes. */
  readonly envelopesGoFirst: boolean
  readonly vol1HasShipped: boolean
  /** After "ships"; empty in a store that does not sell Vol. I. */
  readonly vol1ShipsNow: string
  readonly vol2ShipsNow: string
  readonly envelopeShipsNow: string
}

/** A fact at the beginning of a sentence or a cell. */
export function capitalizeFirst(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** @param now milliseconds since 1970 */
export function pageFacts(market: Market, now: number, prices: LivePrices = {}): PageFacts {
  const isPreOrder = !hasVol2Shipped(market, now)
  return {
    ...factsOf(market),
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
