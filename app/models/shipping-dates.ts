import {
  formatDay,
  hasVol1Shipped,
  hasVol2Shipped,
  haveEnvelopesPosted,
  isPosted,
  type Shipping,
  shippingOf,
  ships,
} from '#supabase/functions/_shared/mail/shipping.ts'
import { MARKETS } from './market.ts'
import type { Wrapping } from './option-choice.ts'

/** What pages say of announced dates. The dates and the one rule of when something ships are shared with the mails. */
export { formatDay, hasVol1Shipped, hasVol2Shipped, isPosted, type Shipping, shippingOf, ships }

/** The announced dates of a store that are over, so that its pages say a number of days instead. */
export function announcedDatesOver(shipping: Shipping) {
  return [
    ...(shipping.vol1Date !== '' && hasVol1Shipped(shipping) ? (['vol1Date'] as const) : []),
    ...(hasVol2Shipped(shipping) ? (['vol2Month'] as const) : []),
    ...(haveEnvelopesPosted(shipping) ? (['envelopesUntil'] as const) : []),
  ]
}

/** True while envelopes are still posted before their boxes ship. */
export function doEnvelopesGoFirst(shipping: Shipping): boolean {
  const { envelopesUntil, vol2Month } = shipping
  return (
    !hasVol2Shipped(shipping) &&
    !haveEnvelopesPosted(shipping) &&
    envelopesUntil.slice(0, 'yyyy-mm'.length) <= vol2Month
  )
}

/** True while an envelope comes in time for Christmas, and its box in the new year. */
export function isForChristmas(shipping: Shipping): boolean {
  const { envelopesUntil, vol2Month } = shipping
  const isInAdvent = /-12-(0\d|1\d|2[0-3])$/.test(envelopesUntil)
  return isInAdvent && doEnvelopesGoFirst(shipping) && vol2Month > envelopesUntil.slice(0, 'yyyy-mm'.length)
}

/** The day by which an envelope that is ordered today is posted, `2025-12-18`: the announced one, or some days from now. */
export function envelopeBy(shipping: Shipping): string {
  if (!haveEnvelopesPosted(shipping)) return shipping.envelopesUntil
  const day = new Date(`${shipping.today}T00:00:00Z`)
  day.setUTCDate(day.getUTCDate() + Number(shipping.envelopeDays))
  return day.toISOString().slice(0, 'yyyy-mm-dd'.length)
}

/** Subtitle of Vol. II, on its page and its card. */
export function vol2Subtitle(shipping: Shipping, wrapping: Wrapping = 'gift-edition'): string {
  const when = ships(shipping, wrapping)
  return hasVol2Shipped(shipping) ? `Ships ${when}` : `Pre-order, ships ${when}`
}

/** When and to whom the box of Vol. II ships, wrapped as a gift or not: both, once they differ. */
export function vol2Ships(shipping: Shipping): string {
  const [gift, own] = [ships(shipping, 'gift-edition'), ships(shipping, 'no-wrapping')]
  return gift === own ? gift : `${gift}; without wrapping, ${own}`
}

/** The shipping note below the wrapping; dates in the past are replaced. Spec: 2 Product detail */
export function shippingNote(shipping: Shipping, wrapping: Wrapping): string {
  const { market } = shipping
  const when = ships(shipping, wrapping)
  switch (wrapping) {
    case 'gift-edition': {
      const envelope = `Your envelope ${isPosted(market)} ${ships(shipping, 'envelope')}, untracked.`
      return `${envelope} The box ${doEnvelopesGoFirst(shipping) ? 'follows in' : 'ships'} ${when}, tracked, ${MARKETS[market].shipsWhere}.`
    }
    case 'printable-only':
      return `Nothing to wait for: print the letter today. The magic words come by email after purchase. The delivery that you pay now is the box’s, which ships ${when}, tracked.`
    case 'no-wrapping':
      return `No magic words are made. The box ships ${when}, tracked, to the address of this order.`
  }
}
