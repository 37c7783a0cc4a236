import { type CurrencyCode, type Money, moneyOf } from './money.ts'

/**
 * The listed prices, in whole units of either market's currency: in texts, and in place of the catalogue's while it
 * cannot be reached. Spec: 9 Bundle savings, Other prices
 */
export const LIST_PRICES = {
  boxOnly: 59,
  classicSet: 88,
  premiumSet: 98,
  classicWand: 34,
  premiumWand: 35,
  threeWands: 92,
  fourWands: 119,
  fiveWands: 150,
  sixWands: 179,
  /** What the collector's set card is struck through by, on top of its price. */
  collectorsSaving: 25,
  /** Value of the Gift Edition Envelope, which is free with Vol. II. */
  envelope: 25,
  giftOfBox: 59,
  giftOfClassicSet: 85,
  giftOfPremiumSet: 100,
  /** Cards of a product page without a variant of that option. */
  classicSetCard: 85,
  premiumSetCard: 95,
  setSaving: 5,
  addClassicWand: 26,
  premiumFromBox: 41,
  premiumFromClassic: 15,
} as const

/** The listed price of a name in `LIST_PRICES`. */
export function listPrice(name: keyof typeof LIST_PRICES, currency: CurrencyCode): Money {
  return moneyOf(LIST_PRICES[name], currency)
}
