import { type Cart, type CartLine, lineKey, MAX_LINES, MAX_QUANTITY } from './cart.ts'
import { MAX_CODE_LENGTH } from './cart-checkout.ts'
import { MARKETS, parseMarket, shipsToCountry } from './market.ts'
import { EDITIONS, WAND_STYLES, type WandStyle, WRAPPINGS } from './option-choice.ts'
import { parseVariantId, variantDigits } from './product.ts'

const VERSION = '1'
const LONGEST_REMOTE_ID = 300
const LONGEST_URL = 500
const MINUTE = 60_000
/** In place of the checkout's lines: those of the cart. */
const SAME = '='
/** What a cookie of 4096 bytes can hold once it is signed. */
const LONGEST = 2_900
const LINE = /^([0-9a-z]{1,13})\.([0-9a-z]{1,2})(?:\.([0-9a-z])([0-9a-z])([0-9a-z]{1,2}))?$/

/*
 * version~market~country~lines~discount~gift discount~remote cart~checkout address[~lines of the checkout~opened at[~marks[~its gift]]]
 * A line is `id.quantity` or `id.quantity.EWMM`: edition and wrapping from 1 (0 is none), wands as a bit mask,
 * all in base 36, lines joined by "_". Thirty full lines take some 600 characters. The checkout holds the lines of the
 * cart unless its own are written; "=" says so where something follows. It was opened at a minute, in base 36.
 * Marks: 1 `wasUnavailable`, 2 `hasEarlierCheckout`, 3 both. The checkout's gift discount is "=" where it is that of the cart.
 */

function text(value: string | null, longest: number): string {
  if (value === null || value.length > longest) return ''
  // Lone surrogates make encodeURIComponent throw; "~" is the one separator it lets through.
  return encodeURIComponent(value.replace(/\p{Surrogate}/gu, '')).replace(/~/g, '%7E')
}

function encodeLine(line: CartLine): string | null {
  const digits = variantDigits(line.variantId)
  if (digits === null) return null
  const edition = line.edition ? EDITIONS.indexOf(line.edition) + 1 : 0
  const wrapping = line.wrapping ? WRAPPINGS.indexOf(line.wrapping) + 1 : 0
  const wands = (line.wands ?? []).reduce((mask, wand) => mask | (1 << WAND_STYLES.indexOf(wand)), 0)
  const head = `${BigInt(digits).toString(36)}.${line.quantity.toString(36)}`
  return edition + wrapping + wands === 0 ? head : `${head}.${edition}${wrapping}${wands.toString(36)}`
}

function encodeLines(lines: readonly CartLine[]): string {
  return lines
    .slice(0, MAX_LINES)
    .flatMap((line) => encodeLine(line) ?? [])
    .join('_')
}

/** A moment as its minute. */
function encodeMinute(at: number | null): string {
  return at === null ? '' : Math.floor(at / MINUTE).toString(36)
}

function decodeMinute(encoded: string): number | null {
  return /^[0-9a-z]{1,7}$/.test(encoded) ? Number.parseInt(encoded, 36) * MINUTE : null
}

/**
 * The cart as short text for the signed cookie. Where there is no room for the lines of its checkout they are taken to
 * be those of the cart; where there is still none, the checkout is left out. Never throws.
 */
export function encodeCart(cart: Cart): string {
  const lines = encodeLines(cart.lines)
  const remote = text(cart.remoteCartId, LONGEST_REMOTE_ID)
  const encoded = [
    VERSION,
    cart.market,
    cart.shippingCountry ?? '',
    lines,
    text(cart.discountCode, MAX_CODE_LENGTH),
    text(cart.giftDiscountCode, MAX_CODE_LENGTH),
    remote,
    text(cart.checkoutUrl, LONGEST_URL),
  ].join('~')
  if (remote === '' && !cart.wasUnavailable) return encoded
  const checkoutLines = remote === '' ? lines : encodeLines(cart.checkoutLines)
  const gift =
    cart.checkoutGiftCode === cart.giftDiscountCode ? SAME : text(cart.checkoutGiftCode, MAX_CODE_LENGTH)
  const hasGift = remote !== '' && cart.checkoutGiftCode !== null
  const marks = (cart.wasUnavailable ? 1 : 0) + (hasGift && cart.hasEarlierCheckout ? 2 : 0)
  const rest = hasGift ? `~${marks}~${gift}` : marks > 0 ? `~${marks}` : ''
  const end = `~${encodeMinute(cart.checkoutOpenedAt)}${rest}`
  const whole = `${encoded}~${checkoutLines === lines ? SAME : checkoutLines}${end}`
  if (whole.length <= LONGEST) return whole
  const withoutLines = `${encoded}~${SAME}${end}`
  return withoutLines.length <= LONGEST ? withoutLines : encodeCart(withoutCheckout(cart))
}

/** The lines and codes of a cart come before the checkout that was opened for them. */
function withoutCheckout(cart: Cart): Cart {
  return { ...cart, remoteCartId: null, checkoutUrl: null, checkoutLines: [], checkoutOpenedAt: null }
}

function wandsOfMask(mask: number): WandStyle[] {
  return WAND_STYLES.filter((_, index) => mask & (1 << index))
}

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

function decodeLines(encoded: string): CartLine[] | null {
  if (encoded === '') return []
  const lines = encoded.split('_').map(decodeLine)
  const whole = lines.flatMap((line) => line ?? [])
  const distinct = new Set(whole.map(lineKey)).size
  return whole.length === lines.length && distinct === whole.length && whole.length <= MAX_LINES
    ? whole
    : null
}

function untext(encoded: string): string | null {
  return encoded === '' ? null : decodeURIComponent(encoded)
}

/** The cart behind the text of a cookie, or null for anything `encodeCart` did not write. Never throws. */
export function decodeCart(encoded: unknown): Cart | null {
  if (typeof encoded !== 'string') return null
  const parts = encoded.split('~')
  const [
    version,
    marketId,
    country = '',
    lineText = '',
    code = '',
    gift = '',
    remote = '',
    url = '',
    checkout = SAME,
    openedAt = '',
    marks = '',
    checkoutGift = '',
  ] = parts
  const market = parseMarket(marketId)
  const lines = decodeLines(lineText)
  const checkoutLines = decodeLines(checkout === SAME ? lineText : checkout)
  if (parts.length < 8 || parts.length > 12 || version !== VERSION) return null
  if (market === null || lines === null || checkoutLines === null) return null
  try {
    return {
      market,
      lines,
      shippingCountry: shipsToCountry(market, country)
        ? country
        : market === 'us'
          ? MARKETS.us.countryCode
          : null,
      discountCode: untext(code),
      giftDiscountCode: untext(gift),
      remoteCartId: untext(remote),
      checkoutUrl: untext(url),
      checkoutLines: remote === '' ? [] : checkoutLines,
      checkoutOpenedAt: remote === '' ? null : decodeMinute(openedAt),
      wasUnavailable: marks === '1' || marks === '3',
      hasEarlierCheckout: remote !== '' && (marks === '2' || marks === '3'),
      checkoutGiftCode: remote === '' ? null : untext(checkoutGift === SAME ? gift : checkoutGift),
    }
  } catch {
    return null
  }
}
