import { expect, test } from 'vitest'
import { idOf, line, openGift, vol2 } from './catalogue.fixture.ts'
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
import { PREMIUM_WANDS, type WandStyle } from './wands.ts'

const box = 'Gift Bundle - No Wand'
const classic = 'Gift Bundle - Classic Wand'
const premium = 'Gift Bundle - Premium Wand'
const used = { ...openGift, redeemed: true, redeemedAt: '2025-12-03T02:00:00.000Z' }

test('of a used code the day is told, in the time zone of the market', () => {
  expect(redeemRefused(used, 'us')?.text).toBe('Redeemed on December 2, 2025')
  expect(redeemRefused(used, 'uk')?.text).toBe('Redeemed on 3 December 2025')
  expect(redeemRefused({ ...used, redeemedAt: null }, 'us')?.text).toBeUndefined()
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

test.each<[string, UpgradeChoice, WandStyle | null, string | null]>([
  [box, 'upgrade-premium', 'Phoenix & Elm', 'Phoenix & Elm - Premium Upgrade from No Wand'],
  [classic, 'upgrade-premium', 'Dragon & Yew', 'Dragon & Yew - Premium Upgrade from Classic'],
  [box, 'add-wand', null, 'Upgrade - Add Classic Wand'],
  [premium, 'none', 'Phoenix & Elm', null],
])(
  'of %s with %s and the wand %s the gift is one line, with its own style, and %s another',
  (title, upgrade, wand, added) => {
    const lines = redeemLines(vol2, { ...openGift, productTitle: title }, { upgrade, wand })
    const gift = { ...line(idOf(vol2, title)), ...(title === premium && { wands: [wand] }) }
    const value = { gift, upgrade: added && line(idOf(vol2, added)) }
    expect(lines).toMatchObject({ ok: true, value })
  },
)

test('upgrades cost 26, 41 and 15 without the catalogue', () => {
  const amounts = (title: string) => Object.values(upgradePrices(null, title, 'us')).map((p) => p.amount)
  expect([...amounts(box), ...amounts(classic)]).toEqual(['26.00', '41.00', '26.00', '15.00'])
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
