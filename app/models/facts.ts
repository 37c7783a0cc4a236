import { FREE_SHIPPING_OVER } from './free-shipping.ts'
import { LIST_PRICES, LIST_VALUES } from './list-prices.ts'
import type { Market } from './market.ts'
import type { Wrapping } from './option-choice.ts'

/** A point in time: ISO 8601 text, ms since 1970, or a Date. */
export type Moment = string | number | Date

function both(text: string): readonly [string, string] {
  return [text, text]
}

function priced(units: number | string): readonly [string, string] {
  return [`$${units}`, `£${units}`]
}

/** Figures and dates used in the texts of the shop, as [us, uk]. Empty if a store does not use one. Spec: 9 */
const FACTS = {
  storeName: ['United States store', 'United Kingdom store'],
  freeShippingOver: priced(FREE_SHIPPING_OVER),
  usDelivery: ['2–5 days', ''],
  ukDelivery: ['', '2–3 business days'],
  euDelivery: ['', '5–7 days'],
  boxOnlyPrice: priced(LIST_PRICES.boxOnly),
  classicSetPrice: priced(LIST_PRICES.classicSet),
  premiumSetPrice: priced(LIST_PRICES.premiumSet),
  boxOnlyWorth: priced(LIST_PRICES.boxOnly + LIST_VALUES.envelope),
  classicSetWorth: priced(LIST_PRICES.classicSet + LIST_VALUES.envelope),
  premiumSetWorth: priced(LIST_PRICES.premiumSet + LIST_VALUES.envelope),
  envelopeValue: priced(LIST_VALUES.envelope),
  classicWandPrice: priced(LIST_PRICES.classicWand),
  premiumWandPrice: priced(LIST_PRICES.premiumWand),
  bundle3Price: priced(LIST_PRICES.bundle[3]),
  bundle4Price: priced(LIST_PRICES.bundle[4]),
  bundle5Price: priced(LIST_PRICES.bundle[5]),
  bundle6Price: priced(LIST_PRICES.bundle[6]),
  collectorsFrom: priced(LIST_PRICES.bundle[4]),
  collectorsWas: priced(LIST_PRICES.bundle[4] + LIST_VALUES.collectorsSaving),
  giftValueBox: priced(LIST_PRICES.giftBoxOnly),
  giftValueClassic: priced(LIST_PRICES.giftClassic),
  giftValuePremium: priced(LIST_PRICES.giftPremium),
  addClassicPrice: priced(LIST_PRICES.addClassic.toFixed(2)),
  premiumFromBoxPrice: priced(LIST_PRICES.premiumFromBox),
  premiumFromClassicPrice: priced(LIST_PRICES.premiumFromClassic),
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

/** The first moment after each announced date, in the time zone of the market. */
const ANNOUNCED_UNTIL: Record<
  Market,
  { readonly vol1: string; readonly envelope: string; readonly vol2: string }
> = {
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

/** All facts of a market. */
export function factsOf(market: Market): Facts {
  return FACTS_OF[market]
}

/**
 * Replaces `{placeholders}` with facts of a market. Unknown placeholders remain, so that they are noticed.
 * @param more additional values, such as live prices or counts; they take precedence
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

/** True from 15 November 2025, when Vol. I ships without delay. Spec: 9 Availability */
export function hasVol1Shipped(market: Market, now: Moment): boolean {
  return isPast(ANNOUNCED_UNTIL[market].vol1, now)
}

/** True after the announced month of Vol. II, January 2026. Spec: 9 Availability */
export function hasVol2Shipped(market: Market, now: Moment): boolean {
  return isPast(ANNOUNCED_UNTIL[market].vol2, now)
}

/** True after the last day for envelopes before Christmas, 18 December 2025. Spec: 9 Availability */
export function haveEnvelopesPosted(market: Market, now: Moment): boolean {
  return isPast(ANNOUNCED_UNTIL[market].envelope, now)
}

/** When Vol. I ships, to follow "Ships": the date, or afterwards the number of days. */
export function vol1Ships(market: Market, now: Moment): string {
  const facts = factsOf(market)
  return hasVol1Shipped(market, now) ? `within ${facts.vol1Dispatch}` : `from ${facts.vol1ShipsFrom}`
}

/** When the box of a gift ships, to follow "Ships": as Vol. II, but the days count from the redemption. */
export function giftBoxShips(market: Market, now: Moment): string {
  return hasVol2Shipped(market, now) ? factsOf(market).giftShipsLater : factsOf(market).vol2Ships
}

/** When Vol. II ships, to follow "Ships": the month, or afterwards the number of days. */
export function vol2Ships(market: Market, now: Moment): string {
  const facts = factsOf(market)
  return hasVol2Shipped(market, now) ? facts.vol2ShipsLater : facts.vol2Ships
}

/** When a gift envelope is posted: the dates, or afterwards the number of days. */
export function envelopePosted(market: Market, now: Moment): string {
  const facts = factsOf(market)
  return haveEnvelopesPosted(market, now) ? facts.envelopePostedLater : facts.envelopePosted
}

/** Subtitle of Vol. II, on its page and its card. */
export function vol2Subtitle(market: Market, now: Moment): string {
  const ships = vol2Ships(market, now)
  return hasVol2Shipped(market, now) ? `Ships ${ships}` : `Pre-order, ships ${ships}`
}

/** Who gets the box of Vol. II, which whoever says the magic words does, and when. Spec: 2 Product detail */
export function boxRecipientNote(market: Market, now: Moment): string {
  const ships = giftBoxShips(market, now)
  return `The box goes to whoever says the magic words, at the address that they give. Is it for yourself? Then say the words yourself, on our Redeem page, and give your own address. It ships ${ships}, tracked.`
}

/** The shipping note below the wrapping; dates in the past are replaced. Spec: 2 Product detail */
export function shippingNote(market: Market, wrapping: Wrapping, now: Moment): string {
  const box = vol2Ships(market, now)
  if (wrapping === 'printable-only') {
    return `Nothing to wait for: print the letter today. The magic words come by email after purchase. The box ships ${box}, tracked.`
  }
  const envelope = `Your envelope ${market === 'us' ? 'ships' : 'is posted'} ${envelopePosted(market, now)}, untracked.`
  const to = market === 'us' ? 'within the United States' : 'to the UK and EU'
  return `${envelope} The box ${haveEnvelopesPosted(market, now) ? 'ships' : 'follows in'} ${box}, tracked, ${to}.`
}
