import { expect, test } from 'vitest'
import { idOf, openGift, vol2 } from './catalogue.fixture.ts'
import {
  parseRedeemSelection,
  redeemLines,
  reviewGift,
  type UpgradeChoice,
  upgradePrices,
  upgradesOf,
  validateSelection,
} from './redeem.ts'
import { redeemRefused } from './redeem-messages.ts'
import { PREMIUM_WANDS } from './wands.ts'

const box = 'Gift Bundle - No Wand'
const classic = 'Gift Bundle - Classic Wand'
const premium = 'Gift Bundle - Premium Wand'
const used = { ...openGift, redeemed: true, redeemedAt: '2025-12-03T02:00:00.000Z' }

test('a code is accepted, or refused as unknown, used, or of the other market, in that order', () => {
  expect(redeemRefused(openGift, 'us')).toBeNull()
  expect(redeemRefused(null, 'us')).toMatchObject({ title: 'Invalid magic words' })
  // On the day of the market.
  expect(redeemRefused(used, 'us')?.text).toBe('Redeemed on December 2, 2025')
  expect(redeemRefused(used, 'uk')?.text).toBe('Redeemed on 3 December 2025')
  expect(redeemRefused({ ...used, redeemedAt: null }, 'us')?.text).toBeUndefined()
  expect(redeemRefused(openGift, 'uk')).toMatchObject({
    text: 'This gift was purchased in the US market and can only be redeemed there.',
    durationMs: 7000,
    link: { href: '/us/redeem', label: 'Go to the United States store' },
  })
})

test.each<[string, boolean, boolean]>([
  [box, true, true],
  [classic, false, true],
  [premium, false, false],
  ['Mystery gift', false, false],
])('%s: a wand can be added %s, a premium upgrade %s', (title, addWand, upgradePremium) => {
  expect(upgradesOf(title)).toEqual({ addWand, upgradePremium })
  const isTaken = (upgrade: UpgradeChoice) => validateSelection(title, { upgrade, wand: 'Dragon & Oak' }).ok
  expect([isTaken('add-wand'), isTaken('upgrade-premium')]).toEqual([addWand, upgradePremium])
})

test('a premium wand needs its style, and one that is not needed is dropped', () => {
  const [none, upgrade, add] = ['none', 'upgrade-premium', 'add-wand'] as const
  const wandRequired = { ok: false, error: 'wand-required' }
  expect(validateSelection(box, { upgrade, wand: null })).toEqual(wandRequired)
  expect(validateSelection(premium, { upgrade: none, wand: null })).toEqual(wandRequired)
  const selected = validateSelection(box, { upgrade: add, wand: 'Dragon & Oak' })
  expect(selected).toEqual({ ok: true, value: { upgrade: add, wand: null } })
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
    { ...openGift, productTitle: classic },
    { upgrade: 'upgrade-premium', wand: 'Dragon & Yew' } as const,
    { upgrade: { variantId: idOf(vol2, 'Dragon & Yew - Premium Upgrade from Classic') } },
  ],
  [
    openGift,
    { upgrade: 'add-wand', wand: null } as const,
    { upgrade: { variantId: idOf(vol2, 'Upgrade - Add Classic Wand') } },
  ],
  [
    { ...openGift, productTitle: premium },
    { upgrade: 'none', wand: 'Phoenix & Elm' } as const,
    { gift: { wands: ['Phoenix & Elm'] }, upgrade: null },
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
