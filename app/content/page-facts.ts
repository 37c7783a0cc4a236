import type { CompanyFacts } from '#supabase/functions/_shared/forms/company-facts.ts'
import {
  formatDay,
  hasVol1Shipped,
  hasVol2Shipped,
  haveEnvelopesPosted,
  isPosted,
  type Shipping,
  ships,
} from '#supabase/functions/_shared/mail/shipping.ts'
import { factsOf } from '../models/facts.ts'
import { deliveryTime, MARKETS, type Market, type MarketFacts } from '../models/market.ts'

/** True while envelopes are still posted before their boxes ship. */
function doEnvelopesGoFirst(shipping: Shipping): boolean {
  const { envelopesUntil, vol2Month } = shipping
  return (
    !hasVol2Shipped(shipping) &&
    !haveEnvelopesPosted(shipping) &&
    envelopesUntil.slice(0, 'yyyy-mm'.length) <= vol2Month
  )
}

/** True while an envelope comes in time for Christmas, and its box in the new year. */
function isForChristmas(shipping: Shipping): boolean {
  const { envelopesUntil, vol2Month } = shipping
  const isInAdvent = /-12-(0\d|1\d|2[0-3])$/.test(envelopesUntil)
  return isInAdvent && doEnvelopesGoFirst(shipping) && vol2Month > envelopesUntil.slice(0, 'yyyy-mm'.length)
}

/** The day by which an envelope that is ordered today is posted, `2025-12-18`: the announced one, or some days from now. */
function envelopeBy(shipping: Shipping): string {
  if (!haveEnvelopesPosted(shipping)) return shipping.envelopesUntil
  const day = new Date(`${shipping.today}T00:00:00Z`)
  day.setUTCDate(day.getUTCDate() + Number(shipping.envelopeDays))
  return day.toISOString().slice(0, 'yyyy-mm-dd'.length)
}

/** When and to whom the box of Vol. II ships, wrapped as a gift or not: both, once they differ. */
function vol2Ships(shipping: Shipping): string {
  const [gift, own] = [ships(shipping, 'gift-edition'), ships(shipping, 'no-wrapping')]
  return gift === own ? gift : `${gift}; without wrapping, ${own}`
}

function deliveryOf(market: Market, company: CompanyFacts): string {
  const { zones } = MARKETS[market]
  const times = zones.map((zone) => [deliveryTime(zone, company), zone.place] as const)
  return times.map(([time, place]) => (zones.length > 1 ? `${time} in ${place}` : time)).join(' and ')
}

/** The values in a page's texts: the facts of a market on a given day, which the server sends, and the row of its store. */
export type PageFacts = SentFacts & { readonly store: MarketFacts }

export type SentFacts = ReturnType<typeof sentFacts>

/** What the server tells the pages of a store: the browser computes no dates. */
export function sentFacts(shipping: Shipping) {
  const { market } = shipping
  return {
    ...factsOf(market),
    ...shipping,
    /** Where the store ships: continues a sentence after "to". */
    region: MARKETS[market].region,
    /** To follow "takes". */
    delivery: deliveryOf(market, shipping),
    isPreOrder: !hasVol2Shipped(shipping),
    envelopesGoFirst: doEnvelopesGoFirst(shipping),
    /** Envelopes come in time for Christmas, and boxes in the new year. */
    isForChristmas: isForChristmas(shipping),
    vol1HasShipped: hasVol1Shipped(shipping),
    /** Empty in a store that does not sell Vol. I, as what follows, which continues a sentence after "ships". */
    vol1ShipsFrom: shipping.vol1Date && formatDay(shipping.vol1Date, market),
    vol1ShipsNow: shipping.vol1Date && ships(shipping, 'vol-1'),
    /** Of Vol. II as a gift, and without a wrapping; `vol2Ships` says it of both. */
    giftShipsNow: ships(shipping, 'gift-edition'),
    ownShipsNow: ships(shipping, 'no-wrapping'),
    vol2ShipsNow: vol2Ships(shipping),
    envelopeShipsNow: ships(shipping, 'envelope'),
    /** `ships` or `is posted` */
    envelopeVerb: isPosted(market),
    envelopeBy: formatDay(envelopeBy(shipping), market),
    wandShipsNow: ships(shipping, 'wand'),
    merchShipsNow: ships(shipping, 'merch'),
  }
}
