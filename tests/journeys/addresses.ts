export type Market = 'us' | 'uk'

export const MARKETS = [
  { id: 'us', lang: 'en-US', currency: '$', code: 'USD', country: 'United States' },
  { id: 'uk', lang: 'en-GB', currency: '£', code: 'GBP', country: 'United Kingdom' },
] as const

/** Addresses below that of a market. */
export const WAND = '/product/magic-wand'
export const SET = '/product/magic-wand-collectors-set'
export const MUG = '/product/magical-af-mug'
export const TOTE = '/product/keyhole-tote'
export const VOL_1 = '/product/vol-i-phoenix-edition'
export const VOL_2 = {
  us: '/product/vol-ii-magical-you-pre-order',
  uk: '/product/vol-ii-magical-you-pre-order-1',
} as const

/** Those that have no market in front, too. */
export const PLAIN_PAGES =
  `/products ${WAND} /about /faq /contact /press /gift /privacy-policy /terms-and-conditions /redeem /waitlist /subscribe`.split(
    ' ',
  )

const SHARED = ['', ...PLAIN_PAGES, SET, MUG, TOTE, '/gift-download']

/** All that search engines may know. */
export const PAGES: Record<Market, readonly string[]> = {
  us: [...SHARED, VOL_2.us],
  uk: [...SHARED, VOL_2.uk, VOL_1],
}

/** All amounts in a text, in its order. */
export const amountsIn = (text: string): number[] =>
  [...text.matchAll(/[$£](\d+(?:\.\d\d)?)/g)].map(([, amount]) => Number(amount))

/** The amount after a word: that of the total, for example. */
export function amountAfter(word: string, text: string): number {
  const [amount] = amountsIn(text.slice(text.lastIndexOf(word)))
  if (amount === undefined) throw new Error(`No amount after ${word}: ${text.slice(0, 500)}`)
  return amount
}
