import { LIST_PRICES } from '#supabase/functions/_shared/markets/figures.ts'
import type { CartLine } from './cart.ts'
import { type GiftCode, type GiftKind, giftKindOfTitle, giftVariantOf, listedGiftValue } from './gift-code.ts'
import type { Market } from './market.ts'
import { listPrice } from './money.ts'
import {
  isBoxOnlyTitle,
  isClassicTitle,
  isPremiumWand,
  parseWandStyle,
  premiumWandsOf,
} from './option-choice.ts'
import type { Product, TitledVariants, Variant, Variants } from './product.ts'
import { err, ok, type Result } from './result.ts'
import { plainTitle, type WandStyle, wandOfTitle } from './wands.ts'

export type UpgradeChoice = 'none' | 'add-wand' | 'upgrade-premium'

export const UPGRADE_CHOICES: readonly UpgradeChoice[] = ['none', 'add-wand', 'upgrade-premium']

export type RedeemSelection = { readonly upgrade: UpgradeChoice; readonly wand: WandStyle | null }

type SelectionError = 'wand-required' | 'upgrade-not-allowed'
export type RedeemError = SelectionError | 'gift-variant-missing' | 'upgrade-missing'

/** The upgrades that a gift allows, by its product title. Spec: 4 Redeem flow */
export function upgradesOf(giftTitle: string) {
  if (isBoxOnlyTitle(giftTitle)) return { addWand: true, upgradePremium: true }
  return { addWand: false, upgradePremium: giftKindOfTitle(giftTitle) === 'classic-wand' }
}

/** Parses `upgrade` and `wand` of the review form. Invalid choices, such as the Classic Wand, count as none. */
export function parseRedeemSelection(fields: Partial<Record<'upgrade' | 'wand', string>>): RedeemSelection {
  const wand = parseWandStyle(fields.wand ?? null)
  return {
    upgrade: UPGRADE_CHOICES.find((choice) => choice === fields.upgrade) ?? 'none',
    wand: wand !== null && isPremiumWand(wand) ? wand : null,
  }
}

/** True for a premium gift or a premium upgrade. Spec: 5 Redeem */
export function needsWandStyle(gift: GiftKind, upgrade: UpgradeChoice): boolean {
  return upgrade === 'upgrade-premium' || gift === 'premium-wand'
}

/** Validates a selection for a gift, and drops a wand that is not needed. Spec: 4 Redeem flow, 5 Redeem */
export function validateSelection(
  giftTitle: string,
  selection: RedeemSelection,
): Result<RedeemSelection, SelectionError> {
  const { upgrade, wand } = selection
  const offer = upgradesOf(giftTitle)
  if (upgrade === 'add-wand' && !offer.addWand) return err('upgrade-not-allowed')
  if (upgrade === 'upgrade-premium' && !offer.upgradePremium) return err('upgrade-not-allowed')
  if (!needsWandStyle(giftKindOfTitle(giftTitle), upgrade)) return ok({ upgrade, wand: null })
  return wand !== null && isPremiumWand(wand) ? ok({ upgrade, wand }) : err('wand-required')
}

function addWandVariant({ variants }: Variants): Variant | null {
  return variants.find(({ title }) => plainTitle(title).includes('add') && isClassicTitle(title)) ?? null
}

/** Variants titled `<premium style> - Premium Upgrade from <contents of the gift>`. */
function premiumUpgrades(product: Variants, giftTitle: string) {
  const contents = isBoxOnlyTitle(giftTitle) ? ['no wand'] : ['standard', 'classic']
  return product.variants.flatMap((variant) => {
    const [base = '', rest = ''] = plainTitle(variant.title).split(' - ')
    const wand = wandOfTitle(base)
    const isUpgradeOfGift =
      rest.includes('premium upgrade') && contents.some((content) => rest.includes(`from ${content}`))
    return isUpgradeOfGift && wand !== null && isPremiumWand(wand) ? [{ wand, variant }] : []
  })
}

/** The upgrades' prices; without the store's, 26 for a wand, 41 and 15 for a premium one. Spec: 9 Other prices */
export function upgradePrices(product: Variants | null, giftTitle: string, market: Market) {
  const fallback = isBoxOnlyTitle(giftTitle) ? LIST_PRICES.premiumFromBox : LIST_PRICES.premiumFromClassic
  const premium = product ? premiumUpgrades(product, giftTitle)[0]?.variant.price : null
  const add = product ? addWandVariant(product)?.price : null
  return {
    addWand: add ?? listPrice(LIST_PRICES.addClassic, market),
    upgradePremium: premium ?? listPrice(fallback, market),
  }
}

/**
 * The lines of a gift, with its chosen style, and of its upgrade, for `addLine(…, 'redeem')`. @param selection as
 * `validateSelection` gives it. Spec: 4 Redeem flow, 5 Redeem
 */
export function redeemLines(
  product: TitledVariants,
  gift: Pick<GiftCode, 'productTitle' | 'productVariantId'>,
  selection: RedeemSelection,
): Result<{ readonly gift: CartLine; readonly upgrade: CartLine | null }, RedeemError> {
  const base = giftVariantOf(product, gift)
  if (!base) return err('gift-variant-missing')
  const { upgrade, wand } = selection
  const billed =
    upgrade === 'add-wand'
      ? addWandVariant(product)
      : premiumUpgrades(product, gift.productTitle).find((entry) => entry.wand === wand)?.variant
  if (upgrade !== 'none' && !billed) return err('upgrade-missing')
  const isPremiumGift = giftKindOfTitle(gift.productTitle) === 'premium-wand'
  return ok({
    gift: { variantId: base.id, quantity: 1, ...(isPremiumGift && wand && { wands: [wand] }) },
    upgrade: upgrade !== 'none' && billed ? { variantId: billed.id, quantity: 1 } : null,
  })
}

/** A gift as shown on the review page; without its magic words and discount code, which are secret. */
export type GiftReview = ReturnType<typeof reviewGift>

/**
 * The review page's view; with fallback value and prices for a null product, in an outage. Spec: 4 Redeem flow, 9
 * Redeem fallback gift value, Other prices
 */
export function reviewGift(gift: GiftCode, product: Product | null, market: Market) {
  const title = gift.productTitle
  const upgrades = product
    ? premiumUpgrades(product, title).filter(({ variant }) => variant.availableForSale)
    : []
  const allowed = upgradesOf(title)
  /** The premium styles to choose from: of an upgrade those that the store has. */
  const styles = premiumWandsOf(market).filter(
    (wand) =>
      !allowed.upgradePremium || product === null || upgrades.some((upgrade) => upgrade.wand === wand),
  )
  return {
    kind: giftKindOfTitle(title),
    value: (product && giftVariantOf(product, gift)?.price) ?? listedGiftValue(title, market),
    from: gift.purchaserName?.trim() || null,
    /** The style that the purchaser has chosen, if it can be had: it is taken unless the recipient takes another. */
    chosenWand: allowed.upgradePremium ? null : (styles.find((wand) => wand === gift.chosenWand) ?? null),
    /** What the gift allows and the store has; while the store is out of reach, what the gift allows. */
    offer: {
      addWand: allowed.addWand && (product === null || addWandVariant(product)?.availableForSale === true),
      upgradePremium: allowed.upgradePremium && (product === null || upgrades.length > 0),
    },
    styles,
    prices: upgradePrices(product, title, market),
  }
}
