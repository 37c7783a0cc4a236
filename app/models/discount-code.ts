/** Most UTF-16 code units of a code in a cart. */
export const MAX_CODE_LENGTH = 64

/** Quotes, brackets, bullets and the punctuation of sentences, never part of a code at its ends. */
const AROUND =
  /^[\s\p{Pi}\p{Pf}\p{Ps}\p{Pe}\p{Pd}\p{Extended_Pictographic}\p{Emoji_Modifier}"'`´.,:;<>*_~|•·]+/u

function trimStart(text: string): string {
  return text.replace(AROUND, '')
}

function reverse(text: string): string {
  return [...text].reverse().join('')
}

/**
 * Reads a discount code as it was typed or pasted, with the forgiving reading that magic words have: what a mail
 * program or a phone adds around it (quotes, brackets, a full stop) or inside (spaces, line breaks, invisible
 * characters, long dashes) is not part of it. Its case is kept, as the storefront ignores it.
 * @returns the code, of any length; what was typed when nothing else is, so that it is refused; empty for a blank one
 */
export function readDiscountCode(typed: string): string {
  // Composed again, as what is left out may have stood between a letter and its accent.
  const plain = typed
    .normalize('NFKC')
    .replace(/[\p{Cf}\p{Cc}\p{Z}\p{Variation_Selector}]+/gu, '')
    .normalize('NFC')
    .replace(/[\p{Pd}\u2212]/gu, '-')
    .replace(/İ\u0307*/gu, 'I')
    .replaceAll('ı', 'i')
    .normalize('NFC')
  return reverse(trimStart(reverse(trimStart(plain)))) || plain
}
