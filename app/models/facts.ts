import { CART_DAYS } from './cookie-lifetimes.ts'
import { deliveryTime } from './delivery.ts'
import { FREE_SHIPPING_OVER } from './free-shipping.ts'
import { LIST_PRICES, LIST_VALUES } from './list-prices.ts'
import type { Market } from './market.ts'
import type { Edition } from './option-choice.ts'

function both(text: string): readonly [string, string] {
  return [text, text]
}

function priced(units: number | string): readonly [string, string] {
  return [`$${units}`, `£${units}`]
}

/** Copies of each edition of Vol. I, which is limited. Spec: 9 */
export const EDITION_COPIES: Readonly<Record<Edition, number>> = { Ashborn: 80, Sunfire: 35, Ember: 80 }

/** Figures used in the texts of the shop, as [us, uk]. Empty if a store does not use one. Spec: 9 */
const FACTS = {
  freeShippingOver: priced(FREE_SHIPPING_OVER),
  usDelivery: [deliveryTime('us'), ''],
  ukDelivery: ['', deliveryTime('uk')],
  euDelivery: ['', deliveryTime('eu')],
  boxOnlyPrice: priced(LIST_PRICES.boxOnly),
  classicSetPrice: priced(LIST_PRICES.classicSet),
  premiumSetPrice: priced(LIST_PRICES.premiumSet),
  boxOnlyWorth: priced(LIST_PRICES.boxOnly + LIST_VALUES.envelope),
  classicSetWorth: priced(LIST_PRICES.classicSet + LIST_VALUES.envelope),
  premiumSetWorth: priced(LIST_PRICES.premiumSet + LIST_VALUES.envelope),
  envelopeValue: priced(LIST_VALUES.envelope),
  classicWandPrice: priced(LIST_PRICES.classicWand),
  addClassicPrice: priced(LIST_PRICES.addClassic.toFixed(2)),
  premiumFromBoxPrice: priced(LIST_PRICES.premiumFromBox),
  premiumFromClassicPrice: priced(LIST_PRICES.premiumFromClassic),
  vol1Copies: both('200'),
  ashbornCopies: both(String(EDITION_COPIES.Ashborn)),
  sunfireCopies: both(String(EDITION_COPIES.Sunfire)),
  emberCopies: both(String(EDITION_COPIES.Ember)),
  vol1Dispatch: ['', '2–3 business days'],
  vol2ShipsLater: both('within 30 days of your order'),
  giftShipsLater: both('within 30 days of being redeemed'),
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
  cartCookieLifetime: both(`${CART_DAYS} days`),
  marketCookieLifetime: both('12 months'),
  consentStorage: both('Local storage; also a cookie of that name where scripts are off'),
} satisfies Record<string, readonly [string, string]>

type FactName = keyof typeof FACTS
export type Facts = Readonly<Record<FactName, string>>

const FACTS_OF: Record<Market, Facts> = { us: column(0), uk: column(1) }

function column(index: 0 | 1): Facts {
  const entries = Object.entries(FACTS).map(([name, texts]) => [name, texts[index]])
  return Object.fromEntries(entries) as Facts
}

/** All facts of a market. */
export function factsOf(market: Market): Facts {
  return FACTS_OF[market]
}
