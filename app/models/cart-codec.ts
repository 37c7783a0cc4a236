import { type Cart, type CartLine, lineKey, MAX_LINES, MAX_QUANTITY } from './cart.ts'
import { MAX_CODE_LENGTH } from './discount-code.ts'
import { MARKETS, parseMarket, shipsToCountry } from './market.ts'
import { EDITIONS, WAND_STYLES, type WandStyle, WRAPPINGS } from './option-choice.ts'
import { parseVariantId, variantDigits } from './product.ts'

/*
 * The cart in the signed cookie: fields joined by "~". An empty field is null, or an empty list.
 *
 * | field | content                                                                   | present              |
 * | ----- | ------------------------------------------------------------------------- | -------------------- |
 * | 0     | format version: "1"                                                       | always               |
 * | 1     | market: "us" or "uk"                                                      | always               |
 * | 2     | shipping country, ISO 3166-1 alpha-2                                      | always               |
 * | 3     | lines                                                                     | always               |
 * | 4     | discount code, percent-encoded                                            | always               |
 * | 5     | gift discount code, percent-encoded                                       | always               |
 * | 6     | remote cart id, percent-encoded                                           | always               |
 * | 7     | checkout URL, percent-encoded                                             | always               |
 * | 8     | lines of the checkout; "=": those of field 3                              | checkout or flags    |
 * | 9     | checkout opened at: minutes since 1970, base 36                           | checkout or flags    |
 * | 10    | flags: 1 `wasUnavailable` + 2 `hasEarlierCheckout`                        | flags or field 11    |
 * | 11    | gift discount code of the checkout, percent-encoded; "=": that of field 5 | checkout with a gift |
 *
 * Lines are joined by "_". A line is `id.quantity` or `id.quantity.EWM`, all in base 36: variant id, quantity,
 * edition (E) and wrapping (W) as 1 + index or 0 for none, wands (M, one or two digits) as a bit mask.
 *
 * Example: a UK cart that ships to France, with two of variant 46 in wrapping 1, one of variant 47, and code OWL10.
 * The checkout was opened for variant 46 only, and something in it was unavailable:
 * `1~uk~FR~1a.2.010_1b.1~OWL10~~c1~https%3A%2F%2Fshop.example%2Fc1~1a.2.010~hm9ts~1`
 */

const VERSION = '1'
const MAX_REMOTE_ID_LENGTH = 300
const MAX_URL_LENGTH = 500
const MINUTE_MS = 60_000
/** Replaces a field that repeats the same field of the cart. */
const SAME = '='
const WAS_UNAVAILABLE = 1
const HAS_EARLIER_CHECKOUT = 2
/** In characters: what fits into a cookie of 4096 bytes once it is signed. */
const MAX_ENCODED_LENGTH = 2_900
const LINE = /^([0-9a-z]{1,13})\.([0-9a-z]{1,2})(?:\.([0-9a-z])([0-9a-z])([0-9a-z]{1,2}))?$/

/** Percent-encodes a text; empty when it is null or too long. */
function encodeText(value: string | null, maxLength: number): string {
  if (value === null || value.length > maxLength) return ''
  // encodeURIComponent throws on lone surrogates, and "~" is the only separator that it leaves unescaped.
  return encodeURIComponent(value.replace(/\p{Surrogate}/gu, '')).replace(/~/g, '%7E')
}

function decodeText(encoded: string): string | null {
  return encoded === '' ? null : decodeURIComponent(encoded)
}

function encodeLine(line: CartLine): string | null {
  const digits = variantDigits(line.variantId)
  if (digits === null) return null
  const edition = line.edition ? EDITIONS.indexOf(line.edition) + 1 : 0
  const wrapping = line.wrapping ? WRAPPINGS.indexOf(line.wrapping) + 1 : 0
  const wands = (line.wands ?? []).reduce((mask, wand) => mask | (1 << WAND_STYLES.indexOf(wand)), 0)
  const idAndQuantity = `${BigInt(digits).toString(36)}.${line.quantity.toString(36)}`
  const hasOptions = edition + wrapping + wands > 0
  return hasOptions ? `${idAndQuantity}.${edition}${wrapping}${wands.toString(36)}` : idAndQuantity
}

function encodeLines(lines: readonly CartLine[]): string {
  return lines
    .slice(0, MAX_LINES)
    .flatMap((line) => encodeLine(line) ?? [])
    .join('_')
}

/** @param at ms since 1970 */
function encodeMinute(at: number | null): string {
  return at === null ? '' : Math.floor(at / MINUTE_MS).toString(36)
}

function decodeMinute(encoded: string): number | null {
  return /^[0-9a-z]{1,7}$/.test(encoded) ? Number.parseInt(encoded, 36) * MINUTE_MS : null
}

/** Fields 9 to 11. */
function encodeCheckoutFields(cart: Cart, hasCheckout: boolean): string {
  const hasGift = hasCheckout && cart.checkoutGiftCode !== null
  const flags =
    (cart.wasUnavailable ? WAS_UNAVAILABLE : 0) +
    (hasGift && cart.hasEarlierCheckout ? HAS_EARLIER_CHECKOUT : 0)
  const fields = [encodeMinute(cart.checkoutOpenedAt)]
  if (hasGift || flags > 0) fields.push(String(flags))
  if (hasGift) {
    const isSameGift = cart.checkoutGiftCode === cart.giftDiscountCode
    fields.push(isSameGift ? SAME : encodeText(cart.checkoutGiftCode, MAX_CODE_LENGTH))
  }
  return fields.join('~')
}

/**
 * Encodes a cart as text for the signed cookie, 2900 characters at most. A longer cart loses the lines of its
 * checkout, which are then decoded as those of the cart; if it is still too long, the whole checkout. Never throws.
 */
export function encodeCart(cart: Cart): string {
  const lines = encodeLines(cart.lines)
  const remoteCartId = encodeText(cart.remoteCartId, MAX_REMOTE_ID_LENGTH)
  const hasCheckout = remoteCartId !== ''
  const alwaysPresent = [
    VERSION,
    cart.market,
    cart.shippingCountry ?? '',
    lines,
    encodeText(cart.discountCode, MAX_CODE_LENGTH),
    encodeText(cart.giftDiscountCode, MAX_CODE_LENGTH),
    remoteCartId,
    encodeText(cart.checkoutUrl, MAX_URL_LENGTH),
  ].join('~')
  if (!hasCheckout && !cart.wasUnavailable) return alwaysPresent
  const checkoutLines = hasCheckout ? encodeLines(cart.checkoutLines) : lines
  const checkoutFields = encodeCheckoutFields(cart, hasCheckout)
  const complete = `${alwaysPresent}~${checkoutLines === lines ? SAME : checkoutLines}~${checkoutFields}`
  if (complete.length <= MAX_ENCODED_LENGTH) return complete
  const withoutCheckoutLines = `${alwaysPresent}~${SAME}~${checkoutFields}`
  return withoutCheckoutLines.length <= MAX_ENCODED_LENGTH
    ? withoutCheckoutLines
    : encodeCart(withoutCheckout(cart))
}

function withoutCheckout(cart: Cart): Cart {
  return { ...cart, remoteCartId: null, checkoutUrl: null, checkoutLines: [], checkoutOpenedAt: null }
}

function wandsOfMask(mask: number): WandStyle[] {
  return WAND_STYLES.filter((_, index) => mask & (1 << index))
}

/** Variant ids are too large for `Number.parseInt`. */
function parseBase36(digits: string): bigint {
  return [...digits].reduce((sum, digit) => sum * 36n + BigInt(Number.parseInt(digit, 36)), 0n)
}

function decodeLine(encoded: string): CartLine | null {
  const match = LINE.exec(encoded)
  if (!match) return null
  const [, id = '', count = '', edition = '0', wrapping = '0', mask = '0'] = match
  const variantId = parseVariantId(parseBase36(id).toString())
  const quantity = Number.parseInt(count, 36)
  if (variantId === null || quantity < 1 || quantity > MAX_QUANTITY) return null
  const editionName = EDITIONS[Number.parseInt(edition, 36) - 1]
  const wrappingName = WRAPPINGS[Number.parseInt(wrapping, 36) - 1]
  const wands = wandsOfMask(Number.parseInt(mask, 36))
  return {
    variantId,
    quantity,
    ...(editionName && { edition: editionName }),
    ...(wrappingName && { wrapping: wrappingName }),
    ...(wands.length > 0 && { wands }),
  }
}

/** Null when a line is invalid or repeated, or when there are too many. */
function decodeLines(encoded: string): CartLine[] | null {
  if (encoded === '') return []
  const decoded = encoded.split('_').map(decodeLine)
  const lines = decoded.flatMap((line) => line ?? [])
  const isEachValid = lines.length === decoded.length
  const isEachDistinct = new Set(lines.map(lineKey)).size === lines.length
  return isEachValid && isEachDistinct && lines.length <= MAX_LINES ? lines : null
}

/** Decodes the text of a cookie; null for anything that `encodeCart` did not write. Never throws. */
export function decodeCart(encoded: unknown): Cart | null {
  if (typeof encoded !== 'string') return null
  const fields = encoded.split('~')
  const [
    version,
    marketId,
    country = '',
    lineText = '',
    discountCode = '',
    giftDiscountCode = '',
    remoteCartId = '',
    checkoutUrl = '',
    checkoutLineText = '',
    openedAt = '',
    flagText = '',
    checkoutGiftCode = '',
  ] = fields
  const market = parseMarket(marketId)
  const lines = decodeLines(lineText)
  const checkoutLines = decodeLines(checkoutLineText === SAME ? lineText : checkoutLineText)
  if (fields.length < 8 || fields.length > 12 || version !== VERSION) return null
  if (market === null || lines === null || checkoutLines === null) return null
  const hasCheckout = remoteCartId !== ''
  const flags = /^[1-3]$/.test(flagText) ? Number(flagText) : 0
  try {
    return {
      market,
      lines,
      shippingCountry: shipsToCountry(market, country)
        ? country
        : market === 'us'
          ? MARKETS.us.countryCode
          : null,
      discountCode: decodeText(discountCode),
      giftDiscountCode: decodeText(giftDiscountCode),
      remoteCartId: decodeText(remoteCartId),
      checkoutUrl: decodeText(checkoutUrl),
      checkoutLines: hasCheckout ? checkoutLines : [],
      checkoutOpenedAt: hasCheckout ? decodeMinute(openedAt) : null,
      wasUnavailable: (flags & WAS_UNAVAILABLE) > 0,
      hasEarlierCheckout: hasCheckout && (flags & HAS_EARLIER_CHECKOUT) > 0,
      checkoutGiftCode: hasCheckout
        ? decodeText(checkoutGiftCode === SAME ? giftDiscountCode : checkoutGiftCode)
        : null,
    }
  } catch {
    return null
  }
}
