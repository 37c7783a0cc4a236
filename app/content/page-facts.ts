import { type CompanyFacts, deliveryTime } from '../models/company.ts'
import { factsOf } from '../models/facts.ts'
import type { LivePrices } from '../models/live-prices.ts'
import { MARKETS, type Market } from '../models/market.ts'
import {
  doEnvelopesGoFirst,
  formatDay,
  hasVol1Shipped,
  hasVol2Shipped,
  isForChristmas,
  type Shipping,
  ships,
  vol2Ships,
} from '../models/shipping-dates.ts'

/** Capitalizes the first letter, for a fact at the beginning of a sentence or cell. */
export function capitalizeFirst(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

function deliveryOf(market: Market, company: CompanyFacts): string {
  const { zones } = MARKETS[market]
  const times = zones.map((zone) => [deliveryTime(zone, company), zone.place] as const)
  return times.map(([time, place]) => (zones.length > 1 ? `${time} in ${place}` : time)).join(' and ')
}

/** The values in a page's texts: the facts of a market on a given day, with live prices where available. */
export type PageFacts = ReturnType<typeof pageFacts>

/** @param shop `today`: the day there, `2025-11-20`; `company`: the facts of that market */
export function pageFacts(
  { market, today, company }: Pick<Shipping, 'market' | 'today'> & { readonly company: CompanyFacts },
  prices: LivePrices = {},
) {
  const shipping = { ...company, market, today }
  const facts = factsOf(market)
  return {
    ...facts,
    ...shipping,
    ...prices,
    /** The row of the store in the table of markets. */
    store: MARKETS[market],
    /** Where the store ships: continues a sentence after "to". */
    region: MARKETS[market].region,
    /** To follow "takes". */
    delivery: deliveryOf(market, company),
    isPreOrder: !hasVol2Shipped(shipping),
    envelopesGoFirst: doEnvelopesGoFirst(shipping),
    /** Envelopes come in time for Christmas, and boxes in the new year. */
    isForChristmas: isForChristmas(shipping),
    vol1HasShipped: hasVol1Shipped(shipping),
    /** Both are empty in a store that does not sell Vol. I. The second continues a sentence after "ships". */
    vol1ShipsFrom: shipping.vol1Date && formatDay(shipping.vol1Date, market),
    vol1ShipsNow: shipping.vol1Date && ships(shipping, 'vol-1'),
    /** Of Vol. II as a gift; `vol2Ships` says it of both. */
    giftShipsNow: ships(shipping, 'gift-edition'),
    vol2ShipsNow: vol2Ships(shipping),
    envelopeShipsNow: ships(shipping, 'envelope'),
    wandShipsNow: ships(shipping, 'wand'),
    merchShipsNow: ships(shipping, 'merch'),
  }
}
