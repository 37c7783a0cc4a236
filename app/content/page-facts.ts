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
import { deliveryTime, MARKETS, type MarketFacts } from '../models/market.ts'

/** The values in a page's texts: the facts of a market on a given day, which the server sends, and the row of its store. */
export type PageFacts = SentFacts & { readonly store: MarketFacts }

export type SentFacts = ReturnType<typeof sentFacts>

/** What the server tells the pages of a store: the browser computes no dates. */
export function sentFacts(shipping: Shipping) {
  const { market, today, vol1Date, vol2Month, envelopesUntil, envelopeDays } = shipping
  const { region, zones } = MARKETS[market]
  const isPreOrder = !hasVol2Shipped(shipping)
  const arePosted = haveEnvelopesPosted(shipping)
  const lastMonth = envelopesUntil.slice(0, 'yyyy-mm'.length)
  const envelopesGoFirst = isPreOrder && !arePosted && lastMonth <= vol2Month
  const isInAdvent = /-12-(0\d|1\d|2[0-3])$/.test(envelopesUntil)
  // What is ordered after the announced days is posted some days from now.
  const posted = new Date(`${today}T00:00:00Z`)
  posted.setUTCDate(posted.getUTCDate() + Number(envelopeDays))
  const [giftShipsNow, ownShipsNow] = [ships(shipping, 'gift-edition'), ships(shipping, 'no-wrapping')]
  const times = zones.map((zone) => {
    const time = deliveryTime(zone, shipping)
    return zones.length > 1 ? `${time} in ${zone.place}` : time
  })
  return {
    ...factsOf(market),
    ...shipping,
    /** Where the store ships: continues a sentence after "to". */
    region,
    /** To follow "takes". */
    delivery: times.join(' and '),
    isPreOrder,
    /** True while envelopes are still posted before their boxes ship. */
    envelopesGoFirst,
    /** Envelopes come in time for Christmas, and boxes in the new year. */
    isForChristmas: isInAdvent && envelopesGoFirst && vol2Month > lastMonth,
    vol1HasShipped: hasVol1Shipped(shipping),
    /** Empty in a store that does not sell Vol. I, as what follows, which continues a sentence after "ships". */
    vol1ShipsFrom: vol1Date && formatDay(vol1Date, market),
    vol1ShipsNow: vol1Date && ships(shipping, 'vol-1'),
    /** Of the box of Vol. II as a gift, without a wrapping, and of both. */
    giftShipsNow,
    ownShipsNow,
    vol2ShipsNow:
      giftShipsNow === ownShipsNow ? giftShipsNow : `${giftShipsNow}; without wrapping, ${ownShipsNow}`,
    envelopeShipsNow: ships(shipping, 'envelope'),
    /** `ships` or `is posted` */
    envelopeVerb: isPosted(market),
    /** The day by which an envelope that is ordered today is posted. */
    envelopeBy: formatDay(
      arePosted ? posted.toISOString().slice(0, 'yyyy-mm-dd'.length) : envelopesUntil,
      market,
    ),
    wandShipsNow: ships(shipping, 'wand'),
    merchShipsNow: ships(shipping, 'merch'),
  }
}
