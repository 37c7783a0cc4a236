import { COMPANY } from './company.ts'
import type { Market } from './market.ts'
import type { Wrapping } from './option-choice.ts'

/** A moment as a page has it: ISO text, milliseconds or a Date. */
export type Moment = string | number | Date

function both(text: string): readonly [string, string] {
  return [text, text]
}

/** Every figure and date that the shop's words hold, for us and for uk. Empty where a store does not use it. Spec: 9 */
const FACTS = {
  storeName: ['United States store', 'United Kingdom store'],
  freeShippingOver: ['$90', '£90'],
  usDelivery: ['2–5 days', ''],
  ukDelivery: ['', '2–3 business days'],
  euDelivery: ['', '5–7 days'],
  boxOnlyPrice: ['$59', '£59'],
  classicSetPrice: ['$88', '£88'],
  premiumSetPrice: ['$98', '£98'],
  boxOnlyWorth: ['$84', '£84'],
  classicSetWorth: ['$113', '£113'],
  premiumSetWorth: ['$123', '£123'],
  envelopeValue: ['$25', '£25'],
  classicWandPrice: ['$34', '£34'],
  premiumWandPrice: ['$35', '£35'],
  bundle3Price: ['$92', '£92'],
  bundle4Price: ['$119', '£119'],
  bundle5Price: ['$150', '£150'],
  bundle6Price: ['$179', '£179'],
  collectorsFrom: ['$119', '£119'],
  collectorsWas: ['$144', '£144'],
  giftValueBox: ['$59', '£59'],
  giftValueClassic: ['$85', '£85'],
  giftValuePremium: ['$100', '£100'],
  addClassicPrice: ['$26.00', '£26.00'],
  premiumFromBoxPrice: ['$41', '£41'],
  premiumFromClassicPrice: ['$15', '£15'],
  vol1Copies: both('200'),
  ashbornCopies: both('80'),
  sunfireCopies: both('35'),
  emberCopies: both('80'),
  vol1ShipsFrom: ['', '15 November 2025'],
  vol1Dispatch: ['', '2–3 business days'],
  vol2Ships: both('January 2026'),
  vol2ShipsLater: both('within 30 days of your order'),
  giftShipsLater: both('within 30 days of being redeemed'),
  envelopePosted: ['December 1–18, 2025', '1–18 December 2025'],
  envelopePostedLater: both('within 30 days of your order'),
  envelopeOccasion: both('Christmas morning'),
  wandDispatch: both('2 to 3 business days'),
  merchDispatch: both('within 30 days of your order'),
  returnDays: both('14'),
  wandReturnDays: both('30'),
  vol1ReportDays: both('7'),
  refundDays: both('14'),
  minimumAge: both('14'),
  boxHeight: ['33 cm (13 in)', '33 cm'],
  boxWidth: ['23.5 cm (9¼ in)', '23.5 cm'],
  boxDepth: ['7.5 cm (3 in)', '7.5 cm'],
  replyWithin: both('24 hours'),
  foundedYear: both('2025'),
  ...COMPANY,
  returnPostagePaidBy: both('the buyer'),
  paymentTaken: both('when you place the order'),
  policyUpdated: ['November 15, 2025', '15 November 2025'],
  keepWaitlist: both('Until Vol. II has shipped and 12 months after that'),
  keepMessages: both('24 months after our last answer'),
  keepOrders: both('As long as tax and accounting law requires'),
  keepGiftCodes: both('Until redeemed and 24 months after that'),
  keepTries: both('At most 24 hours'),
  privacyMinimumAge: both('16'),
  cartCookieLifetime: both('30 days'),
  marketCookieLifetime: both('12 months'),
  consentStorage: both('Local storage; also a cookie of that name where scripts are off'),
} satisfies Record<string, readonly [string, string]>

type FactName = keyof typeof FACTS
export type Facts = Readonly<Record<FactName, string>>

/** The first moment after each announced date, in the market's own time. */
const PASSED: Record<Market, { readonly vol1: string; readonly envelope: string; readonly vol2: string }> = {
  us: {
    vol1: '2025-11-15T00:00:00-05:00',
    envelope: '2025-12-19T00:00:00-05:00',
    vol2: '2026-02-01T00:00:00-05:00',
  },
  uk: {
    vol1: '2025-11-15T00:00:00+00:00',
    envelope: '2025-12-19T00:00:00+00:00',
    vol2: '2026-02-01T00:00:00+00:00',
  },
}

const FACTS_OF: Record<Market, Facts> = { us: column(0), uk: column(1) }

function column(index: 0 | 1): Facts {
  const entries = Object.entries(FACTS).map(([name, texts]) => [name, texts[index]])
  return Object.fromEntries(entries) as Facts
}

/** Every fact of a market as text. */
export function factsOf(market: Market): Facts {
  return FACTS_OF[market]
}

/**
 * Fills `{placeholders}` with the facts of a market, or with `more`, which wins: live prices, counts, names.
 * One that neither knows stays as it is, so that it is noticed.
 */
export function fillFacts(
  text: string,
  market: Market,
  more: Readonly<Record<string, string | number>> = {},
): string {
  const facts: Readonly<Record<string, string>> = FACTS_OF[market]
  return text.replace(/\{([\w/]+)\}/g, (whole, name: string) => String(more[name] ?? facts[name] ?? whole))
}

function isPast(moment: string, now: Moment): boolean {
  return new Date(now).getTime() >= new Date(moment).getTime()
}

/** True once Vol. I ships at once: from 15 November 2025. Spec: 9 Availability */
export function hasVol1Shipped(market: Market, now: Moment): boolean {
  return isPast(PASSED[market].vol1, now)
}

/** True once the announced month of Vol. II, January 2026, is over. Spec: 9 Availability */
export function hasVol2Shipped(market: Market, now: Moment): boolean {
  return isPast(PASSED[market].vol2, now)
}

/** True once the last day for envelopes before Christmas, 18 December 2025, is over. Spec: 9 Availability */
export function haveEnvelopesPosted(market: Market, now: Moment): boolean {
  return isPast(PASSED[market].envelope, now)
}

/** When Vol. I ships, after "Ships": the date, or the days once it has passed. */
export function vol1Ships(market: Market, now: Moment): string {
  const facts = factsOf(market)
  return hasVol1Shipped(market, now) ? `within ${facts.vol1Dispatch}` : `from ${facts.vol1ShipsFrom}`
}

/** When the box of a gift ships, after "Ships": as any Vol. II, but what has passed is counted from its redemption. */
export function giftBoxShips(market: Market, now: Moment): string {
  return hasVol2Shipped(market, now) ? factsOf(market).giftShipsLater : factsOf(market).vol2Ships
}

/** When Vol. II ships, after "Ships": the month, or the days once it has passed. */
export function vol2Ships(market: Market, now: Moment): string {
  const facts = factsOf(market)
  return hasVol2Shipped(market, now) ? facts.vol2ShipsLater : facts.vol2Ships
}

/** When a gift envelope is posted: the dates, or the days once they have passed. */
export function envelopePosted(market: Market, now: Moment): string {
  const facts = factsOf(market)
  return haveEnvelopesPosted(market, now) ? facts.envelopePostedLater : facts.envelopePosted
}

/** The line above the title of Vol. II, and its card's subtitle. */
export function vol2Subtitle(market: Market, now: Moment): string {
  const ships = vol2Ships(market, now)
  return hasVol2Shipped(market, now) ? `Ships ${ships}` : `Pre-order, ships ${ships}`
}

/** The shipping note under the wrapping; each date in it passes by itself. Spec: 2 Product detail */
export function shippingNote(market: Market, wrapping: Wrapping, now: Moment): string {
  const box = vol2Ships(market, now)
  if (wrapping === 'printable-only') {
    return `Nothing to wait for: print the letter today. The magic words come by email after purchase. The box ships ${box}, tracked.`
  }
  const envelope = `Your envelope ${market === 'us' ? 'ships' : 'is posted'} ${envelopePosted(market, now)}, untracked.`
  const sentBefore = !haveEnvelopesPosted(market, now) && !hasVol2Shipped(market, now)
  const to = market === 'us' ? 'within the United States' : 'to the UK and EU'
  return `${envelope} The box ${sentBefore ? 'follows in' : 'ships'} ${box}, tracked, ${to}.`
}
