import { expect, test } from 'vitest'
import { idOf, openGift, titleOf, vol2 } from './catalogue.fixture.ts'
import {
  decideRedeem,
  formatRedeemedAt,
  parseRedeemSelection,
  redeemLines,
  reviewGift,
  upgradePrices,
  upgradesOf,
  upgradeVariant,
  validateSelection,
} from './redeem.ts'
import { redeemRefused } from './redeem-messages.ts'
import { PREMIUM_WANDS } from './wands.ts'

const box = 'Gift Bundle - No Wand'
const classic = 'Gift Bundle - Classic Wand'
const premium = 'Gift Bundle - Premium Wand'
const used = { ...openGift, redeemed: true, redeemedAt: '2025-12-03T23:30:00.000Z' }

test('a code is accepted, or refused as unknown, used, or of the other market, in that order', () => {
  expect(decideRedeem(openGift, 'us')).toEqual({ kind: 'ok', gift: openGift })
  expect(decideRedeem(null, 'us').kind).toBe('unknown')
  expect(decideRedeem(used, 'uk').kind).toBe('redeemed')
  const mismatch = decideRedeem(openGift, 'uk')
  expect(mismatch).toEqual({ kind: 'market-mismatch', boughtIn: 'us' })
  expect(redeemRefused(mismatch, 'uk')).toMatchObject({
    durationMs: 7000,
    link: { href: '/us/redeem', label: 'Go to the United States store' },
  })
})

test('dates have the format and time zone of the market', () => {
  expect(formatRedeemedAt('2025-12-03T02:00:00Z', 'us')).toBe('December 2, 2025')
  expect(formatRedeemedAt('2025-12-03T02:00:00Z', 'uk')).toBe('3 December 2025')
  expect([formatRedeemedAt(null, 'us'), formatRedeemedAt('soon', 'us')]).toEqual([null, null])
})

test.each([
  [box, true, true],
  [classic, false, true],
  [premium, false, false],
  ['Mystery gift', false, false],
])('%s: a wand can be added %s, a premium upgrade %s', (title, addWand, upgradePremium) => {
  expect(upgradesOf(title)).toEqual({ addWand, upgradePremium })
})

test.each([
  [box, 'upgrade-premium', null, 'wand-required'],
  [premium, 'none', null, 'wand-required'],
  [classic, 'add-wand', null, 'upgrade-not-allowed'],
  [premium, 'upgrade-premium', 'Dragon & Oak', 'upgrade-not-allowed'],
] as const)('%s with %s and %s is refused: %s', (title, upgrade, wand, error) => {
  expect(validateSelection(title, { upgrade, wand })).toEqual({ ok: false, error })
})

test('a wand that is not needed is dropped', () => {
  expect(validateSelection(box, { upgrade: 'add-wand', wand: 'Dragon & Oak' })).toEqual({
    ok: true,
    value: { upgrade: 'add-wand', wand: null },
  })
})

test.each([
  [box, 'none', null, null],
  [box, 'add-wand', null, 'Upgrade - Add Classic Wand'],
  [box, 'upgrade-premium', 'Dragon & Yew', 'Dragon & Yew - Premium Upgrade from No Wand'],
  [classic, 'upgrade-premium', 'Dragon & Yew', 'Dragon & Yew - Premium Upgrade from Classic'],
] as const)('%s with %s and %s bills %s', (title, upgrade, wand, expected) => {
  const found = upgradeVariant(vol2, title, { upgrade, wand })
  expect(found.ok && titleOf(found.value)).toBe(expected)
})

test('a gift whose upgrade or own variant the store lacks cannot be redeemed', () => {
  const bare = { title: vol2.title, variants: vol2.variants.filter((v) => v.title === box) }
  const lines = (product: typeof bare, upgrade: 'add-wand' | 'none') =>
    redeemLines(product, openGift, { upgrade, wand: null })
  expect(lines(bare, 'add-wand')).toEqual({ ok: false, error: 'upgrade-missing' })
  expect(lines({ ...bare, variants: [] }, 'none')).toEqual({ ok: false, error: 'gift-variant-missing' })
})

test.each([vol2, null])('upgrade prices are live, or fall back to 26, 41 and 15 (case %#)', (product) => {
  const amounts = (title: string) => Object.values(upgradePrices(product, title, 'us')).map((p) => p.amount)
  expect([amounts(box), amounts(classic)]).toEqual([
    ['26.00', '41.00'],
    ['26.00', '15.00'],
  ])
})

test.each([
  [
    { ...openGift, productTitle: box },
    { upgrade: 'upgrade-premium', wand: 'Phoenix & Elm' } as const,
    {
      gift: { variantId: idOf(vol2, box), quantity: 1 },
      upgrade: { variantId: idOf(vol2, 'Phoenix & Elm - Premium Upgrade from No Wand'), quantity: 1 },
    },
  ],
  [
    { ...openGift, productTitle: premium },
    { upgrade: 'none', wand: 'Phoenix & Elm' } as const,
    { gift: { wands: ['Phoenix & Elm'] } },
  ],
])('a gift is one line with its chosen style, and its upgrade another (case %#)', (gift, chosen, value) => {
  expect(redeemLines(vol2, gift, chosen)).toMatchObject({ ok: true, value })
})

test('invalid values of a review form count as none', () => {
  const chosen = { upgrade: 'free-everything', wand: 'dragon-oak' }
  expect(parseRedeemSelection(chosen)).toEqual({ upgrade: 'none', wand: 'Dragon & Oak' })
  expect(parseRedeemSelection({ ...chosen, wand: 'dragon-elder' }).wand).toBeNull()
  expect(parseRedeemSelection({ upgrade: 'add-wand' })).toEqual({ upgrade: 'add-wand', wand: null })
})

test('the review offers only upgrades that the store has', () => {
  const without = (unwanted: RegExp) => ({
    ...vol2,
    variants: vol2.variants.filter(({ title }) => !unwanted.test(title)),
  })
  const reviewOf = (product: typeof vol2) => reviewGift({ ...openGift, productTitle: box }, product, 'us')
  expect(reviewOf(vol2).offer).toEqual({ addWand: true, upgradePremium: true })
  const { offer, styles } = reviewOf(without(/Add Classic|Oak - Premium|Yew - Premium/))
  expect(offer).toEqual({ addWand: false, upgradePremium: true })
  expect(styles).toEqual(PREMIUM_WANDS.filter((wand) => !/Oak|Yew/.test(wand)))
  expect(reviewOf(without(/Premium Upgrade/)).offer.upgradePremium).toBe(false)
})
