import type { CartLine } from './cart.ts'
import { type GiftCode, giftKindOfTitle, giftVariantOf } from './gift-code.ts'
import { MARKETS, type Market } from './market.ts'
import { type CurrencyCode, type Money, moneyOf } from './money.ts'
import {
  CLASSIC_WAND,
  isPremiumWand,
  parseWandStyle,
  plainTitle,
  type WandStyle,
  wandOfTitle,
  wandSlug,
} from './option-choice.ts'
import { HANDLES, type Product, type Variant } from './product.ts'
import { err, ok, type Result } from './result.ts'

export type RedeemDecision =
  | { readonly kind: 'ok'; readonly gift: GiftCode }
  | { readonly kind: 'unknown' }
  | { readonly kind: 'redeemed'; readonly redeemedAt: string | null }
  | { readonly kind: 'market-mismatch'; readonly boughtIn: Market }

export type UpgradeChoice = 'none' | 'add-wand' | 'upgrade-premium'

export type RedeemSelection = { readonly upgrade: UpgradeChoice; readonly wand: WandStyle | null }

export type UpgradeOffer = { readonly addWand: boolean; readonly upgradePremium: boolean }

export type SelectionError = 'wand-required' | 'upgrade-not-allowed'
export type RedeemError = SelectionError | 'gift-variant-missing' | 'upgrade-missing'

const FALLBACK_PRICE = { addWand: '26', premiumFromBox: '41', premiumFromClassic: '15' }

/**
 * Decides whether a gift code may be redeemed in `market`.
 * @param record the stored code, or null when none matched
 * Spec: 5 Validation rules, Redeem
 */
export function decideRedeem(record: GiftCode | null, market: Market): RedeemDecision {
  if (record === null) return { kind: 'unknown' }
  if (record.redeemed) return { kind: 'redeemed', redeemedAt: record.redeemedAt }
  if (record.market !== market) return { kind: 'market-mismatch', boughtIn: record.market }
  return { kind: 'ok', gift: record }
}

/** The products to look for a gift in, in that order: the market's Vol. II, then the UK one. Spec: 7 Storefront */
export function giftProductHandles(market: Market): readonly string[] {
  return market === 'us' ? [HANDLES.vol2.us, HANDLES.vol2.uk] : [HANDLES.vol2.uk]
}

/** Which upgrades a gift allows, by its product title. Spec: 4 Redeem flow */
export function upgradesOf(giftTitle: string): UpgradeOffer {
  const title = giftTitle.toLowerCase()
  if (title.includes('no wand')) return { addWand: true, upgradePremium: true }
  const isClassic = title.includes('classic wand') || title.includes('standard wand')
  return { addWand: false, upgradePremium: isClassic }
}

/** An upgrade from a form; none for junk. */
function parseUpgrade(value: unknown): UpgradeChoice {
  return value === 'add-wand' || value === 'upgrade-premium' ? value : 'none'
}

/** Reads the review form's `upgrade` and `wand`. The Classic Wand, none of the styles to choose from, is no choice. */
export function parseRedeemSelection(fields: { get(name: string): unknown }): RedeemSelection {
  const wand = parseWandStyle(fields.get('wand'))
  return {
    upgrade: parseUpgrade(fields.get('upgrade')),
    wand: wand !== null && isPremiumWand(wand) ? wand : null,
  }
}

/** The query of a selection, without "?": what the review's address holds after a refused form. */
export function formatRedeemSelection({ upgrade, wand }: RedeemSelection): string {
  return new URLSearchParams({ upgrade, ...(wand && { wand: wandSlug(wand) }) }).toString()
}

/** True when a style must be chosen: a premium gift, or a premium upgrade. Spec: 5 Redeem */
export function needsWandStyle(giftTitle: string, upgrade: UpgradeChoice): boolean {
  return upgrade === 'upgrade-premium' || giftTitle.toLowerCase().includes('premium wand')
}

/** A selection that fits the gift; the wand is dropped where none is asked. Spec: 4 Redeem flow, 5 Redeem */
export function validateSelection(
  giftTitle: string,
  selection: RedeemSelection,
): Result<RedeemSelection, SelectionError> {
  const { upgrade, wand } = selection
  const offer = upgradesOf(giftTitle)
  if (upgrade === 'add-wand' && !offer.addWand) return err('upgrade-not-allowed')
  if (upgrade === 'upgrade-premium' && !offer.upgradePremium) return err('upgrade-not-allowed')
  if (!needsWandStyle(giftTitle, upgrade)) return ok({ upgrade, wand: null })
  return wand !== null && isPremiumWand(wand) ? ok({ upgrade, wand }) : err('wand-required')
}

function addWandVariant(product: Pick<Product, 'variants'>): Variant | null {
  const offered = product.variants.filter((variant) => /upgrade|add/.test(variant.title.toLowerCase()))
  return (
    offered.find((variant) => {
      const title = plainTitle(variant.title)
      const isClassic =
        title.includes('classic') || title.includes('standard') || wandOfTitle(title) === CLASSIC_WAND
      return title.includes('add') && isClassic && !title.includes('premium')
    }) ?? null
  )
}

/** `<style> - Premium Upgrade from …`: the base name is a premium style, and the start is what the gift holds. */
function premiumUpgrades(product: Pick<Product, 'variants'>, giftTitle: string) {
  const starts = giftTitle.toLowerCase().includes('no wand') ? ['no wand'] : ['standard', 'classic']
  return product.variants.flatMap((variant) => {
    const [base = '', rest = ''] = plainTitle(variant.title).split(' - ')
    const wand = wandOfTitle(base)
    const fits = rest.includes('premium upgrade') && starts.some((start) => rest.includes(`from ${start}`))
    return fits && wand !== null && isPremiumWand(wand) ? [{ wand, variant }] : []
  })
}

/** The variant to bill for a selection: null for no upgrade, `upgrade-missing` when the store does not have it. Spec: 4 Redeem flow */
export function upgradeVariant(
  product: Pick<Product, 'variants'>,
  giftTitle: string,
  selection: RedeemSelection,
): Result<Variant | null, 'upgrade-missing'> {
  if (selection.upgrade === 'none') return ok(null)
  const variant =
    selection.upgrade === 'add-wand'
      ? addWandVariant(product)
      : premiumUpgrades(product, giftTitle).find((entry) => entry.wand === selection.wand)?.variant
  return variant ? ok(variant) : err('upgrade-missing')
}

/** What the upgrades cost on the review page: live, else 26, and 41 from a box or 15 from a classic set. Spec: 9 Other prices */
export function upgradePrices(
  product: Pick<Product, 'variants'> | null,
  giftTitle: string,
  currency: CurrencyCode,
): { readonly addWand: Money; readonly upgradePremium: Money } {
  const fromBox = giftTitle.toLowerCase().includes('no wand')
  const fallback = fromBox ? FALLBACK_PRICE.premiumFromBox : FALLBACK_PRICE.premiumFromClassic
  const premium = product ? premiumUpgrades(product, giftTitle)[0]?.variant.price : null
  const add = product ? addWandVariant(product)?.price : null
  return {
    addWand: add ?? moneyOf(FALLBACK_PRICE.addWand, currency),
    upgradePremium: premium ?? moneyOf(fallback, currency),
  }
}

/**
 * The lines a redeemed gift puts in the cart: the gift itself, with the chosen style when it is a premium one,
 * then the upgrade. To be added with `addLine(…, 'redeem')`.
 * Spec: 4 Redeem flow, 5 Redeem
 */
export function redeemLines(
  product: Pick<Product, 'title' | 'variants'>,
  gift: Pick<GiftCode, 'productTitle' | 'productVariantId'>,
  selection: RedeemSelection,
): Result<{ readonly gift: CartLine; readonly upgrade: CartLine | null }, RedeemError> {
  const valid = validateSelection(gift.productTitle, selection)
  if (!valid.ok) return valid
  const base = giftVariantOf(product, gift)
  if (!base) return err('gift-variant-missing')
  const upgrade = upgradeVariant(product, gift.productTitle, valid.value)
  if (!upgrade.ok) return upgrade
  const isPremiumGift = giftKindOfTitle(gift.productTitle) === 'premium-wand'
  const style = isPremiumGift ? valid.value.wand : null
  return ok({
    gift: { variantId: base.id, quantity: 1, ...(style && { wands: [style] }) },
    upgrade: upgrade.value ? { variantId: upgrade.value.id, quantity: 1 } : null,
  })
}

/** A redemption date in the form of the market: `December 3, 2025` or `3 December 2025`. Null for no date. */
export function formatRedeemedAt(redeemedAt: string | null, market: Market): string | null {
  const date = new Date(redeemedAt ?? Number.NaN)
  if (Number.isNaN(date.getTime())) return null
  const { locale, timeZone } = MARKETS[market]
  return new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone }).format(date)
}
