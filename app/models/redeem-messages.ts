import { REDEEM_HOURS } from './facts.ts'
import { MARKETS, type Market, marketPath } from './market.ts'
import { failure, LONG_TOAST_MS, success, type Toast } from './messages.ts'
import { otherStoreLink } from './page-messages.ts'
import { formatRedeemedAt, type RedeemDecision, type RedeemError } from './redeem.ts'
import { assertNever } from './result.ts'
import { countWord } from './wands.ts'

const NOTHING_USED = 'Nothing has been used up. Please try again in a moment.'

export const MAGIC_WORDS_UNKNOWN = failure(
  'Invalid magic words',
  'Please check your magic words and try again.',
)
export const MAGIC_WORDS_ERROR = failure('Error validating magic words', 'Please try again.')
export const MAGIC_WORDS_TOO_MANY = failure(
  'That is a lot of guesses. Please wait a few minutes, then try again with the card in your hand.',
)
export const MAGIC_WORDS_ACCEPTED = success(
  'Magic words accepted!',
  'Review your gift and select any upgrades below.',
)
export const DISCOUNT_CODE_FAILED = failure('Failed to create discount code', NOTHING_USED)
export const REDEMPTION_FAILED = failure('Error processing redemption', NOTHING_USED)
export const WAND_STYLE_REQUIRED = failure('Please select your wand style')

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

/** The words were used before; with the date in the format of the market. Spec: 8 Redeem */
function alreadyRedeemed(redeemedAt: string | null, market: Market): Toast {
  const date = formatRedeemedAt(redeemedAt, market)
  return failure('These magic words have already been used', date ? `Redeemed on ${date}` : undefined)
}

/** The gift belongs to another store. Spec: 8 Redeem, 9 Timing */
function marketMismatch(boughtIn: Market): Toast {
  const { shortName } = MARKETS[boughtIn]
  return {
    ...failure(
      'Market mismatch',
      `This gift was purchased in the ${shortName} market and can only be redeemed there.`,
    ),
    durationMs: LONG_TOAST_MS,
    link: otherStoreLink(boughtIn, '/redeem'),
  }
}

/** The toast for a refusal; null when the words are accepted. Spec: 8 Redeem */
export function redeemRefused(decision: RedeemDecision, market: Market): Toast | null {
  switch (decision.kind) {
    case 'ok':
      return null
    case 'unknown':
      return MAGIC_WORDS_UNKNOWN
    case 'redeemed':
      return alreadyRedeemed(decision.redeemedAt, market)
    case 'market-mismatch':
      return marketMismatch(decision.boughtIn)
    default:
      return assertNever(decision)
  }
}

/** The gift was removed from the cart because it can no longer be redeemed; null when it can. Spec: 8 Redeem */
export function giftRemoved(decision: RedeemDecision, market: Market): Toast | null {
  const refusal = redeemRefused(decision, market)
  return (
    refusal && {
      ...refusal,
      explanation: 'So your gift is out of the cart again.',
      durationMs: LONG_TOAST_MS,
    }
  )
}

/** The selection cannot be turned into cart lines. Spec: 5 Redeem, 8 Redeem */
export function selectionRefused(error: RedeemError): Toast {
  switch (error) {
    case 'wand-required':
      return WAND_STYLE_REQUIRED
    case 'gift-variant-missing':
      return failure('Base gift variant not found')
    case 'upgrade-not-allowed':
      return failure('Cannot add upgrade to cart', 'This gift does not take that upgrade.')
    case 'upgrade-missing':
      return failure('Cannot add upgrade to cart', 'The store does not have that upgrade just now.')
    default:
      return assertNever(error)
  }
}
