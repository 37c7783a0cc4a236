import { REDEEM_HOURS } from './facts.ts'
import type { GiftCode } from './gift-code.ts'
import { MARKETS, type Market, marketPath } from './market.ts'
import { failure, LONG_TOAST_MS, success, type Toast } from './messages.ts'
import { otherStoreLink } from './page-messages.ts'
import type { RedeemError } from './redeem.ts'
import { countWord } from './wands.ts'

const NOTHING_USED = 'Nothing has been used up. Please try again in a moment.'

export const MAGIC_WORDS_UNKNOWN = failure(
  'Invalid magic words',
  'Please check your magic words and try again.',
)
export const MAGIC_WORDS_ERROR = failure('Error validating magic words', 'Please try again.')
export const MAGIC_WORDS_ACCEPTED = success(
  'Magic words accepted!',
  'Review your gift and select any upgrades below.',
)
export const DISCOUNT_CODE_FAILED = failure('Failed to create discount code', NOTHING_USED)
export const REDEMPTION_FAILED = failure('Error processing redemption', NOTHING_USED)

/** The cart already has a gift, this one or another, and may have one only. Spec: 5 Redeem */
export function giftInCart(market: Market, isSameGift: boolean): Toast {
  return {
    ...failure(
      'You already have this gift in your cart',
      isSameGift
        ? 'To choose another upgrade, remove it from the cart first. Its magic words keep.'
        : 'A cart takes one gift. Check that one out first, then redeem the other. Its magic words keep.',
    ),
    link: { href: marketPath(market, '/cart'), label: 'Open the cart' },
  }
}

/** There is no gift for the step: its time is over, or the browser rejects cookies. Spec: 8 Redeem */
export function giftNotLoaded(redeemPath: string): Toast {
  return {
    ...failure(
      'Gift data not loaded',
      `We keep one gift in mind at a time, for ${countWord(REDEEM_HOURS)} hours, and only in a browser that allows cookies.`,
    ),
    link: { href: redeemPath, label: 'Enter your magic words again' },
  }
}

/**
 * Why a gift cannot be redeemed in a market; null when it can.
 * @param gift the stored one, or null when no code matched
 * Spec: 5 Validation rules, Redeem, 8 Redeem, 9 Timing
 */
export function redeemRefused(gift: GiftCode | null, market: Market): Toast | null {
  if (gift === null) return MAGIC_WORDS_UNKNOWN
  if (gift.redeemed) {
    const { locale, timeZone } = MARKETS[market]
    const format = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone })
    const date = gift.redeemedAt && `Redeemed on ${format.format(new Date(gift.redeemedAt))}`
    return failure('These magic words have already been used', date ?? undefined)
  }
  if (gift.market === market) return null
  const { shortName } = MARKETS[gift.market]
  const text = `This gift was purchased in the ${shortName} market and can only be redeemed there.`
  const link = otherStoreLink(gift.market, '/redeem')
  return { ...failure('Market mismatch', text), durationMs: LONG_TOAST_MS, link }
}

/** The gift was removed from the cart because it can no longer be redeemed; null when it can. Spec: 8 Redeem */
export function giftRemoved(gift: GiftCode | null, market: Market): Toast | null {
  const refusal = redeemRefused(gift, market)
  const explanation = 'So your gift is out of the cart again.'
  return refusal && { ...refusal, explanation, durationMs: LONG_TOAST_MS }
}

/** Why a selection cannot be turned into cart lines. Spec: 5 Redeem, 8 Redeem */
export const SELECTION_REFUSALS: Readonly<Record<RedeemError, Toast>> = {
  'wand-required': failure('Please select your wand style'),
  'gift-variant-missing': failure('Base gift variant not found'),
  'upgrade-not-allowed': failure('Cannot add upgrade to cart', 'This gift does not take that upgrade.'),
  'upgrade-missing': failure('Cannot add upgrade to cart', 'The store does not have that upgrade just now.'),
}
