/* The figures that shop and mails say, and that the owner does not edit. */

/** Of whoever uses a wand, in years. */
export const MINIMUM_AGE = '14'

/**
 * The list prices of the catalogue, in whole currency units of either market. The store's own prices are what is
 * charged; these are for a new store, for mails, and for pages while the store cannot be reached. Spec: 9 Business constants
 */
export const LIST_PRICES = {
  boxOnly: 59,
  classicSet: 88,
  premiumSet: 98,
  gift: { 'box-only': 59, 'classic-wand': 85, 'premium-wand': 100 },
  addClassic: 26,
  premiumFromBox: 41,
  premiumFromClassic: 15,
  classicWand: 34,
  premiumWand: 44,
  bundle: { 3: 119, 4: 155, 5: 195, 6: 224 },
  tote: 24,
  mug: 16,
} as const

/** Figures that no variant has, in the same units. Spec: 9 Gift Edition Envelope, Other prices */
export const LIST_VALUES = {
  /** Of the Gift Edition Envelope, which is free with Vol. II. */
  envelope: 25,
  /** By which the card of the collector's set is struck through. */
  bundleCardSaving: 25,
  setSaving: 5,
  /** On the cards of a product without such a variant. */
  classicSetCard: 85,
  premiumSetCard: 95,
} as const
