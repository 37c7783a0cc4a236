import { expect, test } from 'vitest'
import { addLine, type Cart, type CartLine, emptyCart, lineKey, toCartVariant } from './cart.ts'
import { cartForm } from './cart-fields.ts'
import { expectedView, isTotalKnown } from './cart-totals.ts'
import { buildCartView, tipOf } from './cart-view.ts'
import { idOf, line, variants, vol1, vol2, wandBundle, wands } from './catalogue.fixture.ts'
import { MARKETS } from './market.ts'
import { LINE_SOLD_OUT, LINE_WITHOUT_GIFT, lineNotShipped } from './messages.ts'
import { type Money, moneyOf } from './money.ts'
import { isClassicTitle } from './option-choice.ts'
import type { Product } from './product.ts'

const oak = line(idOf(wands, 'Dragon & Oak'), { quantity: 2 })
const box = line(idOf(vol2, 'No Wand'), { wrapping: 'gift-edition' })
const gift = line(idOf(vol2, 'Gift Bundle - Premium Wand'), { kind: 'gift' })
const upgrade = line(idOf(vol2, 'Upgrade - Add Classic Wand'), { kind: 'upgrade' })
const holding = (...lines: CartLine[]): Cart => ({ ...emptyCart('us'), lines })
const viewOf = (...lines: CartLine[]) => buildCartView(holding(...lines), variants, null)
const priced = (price: Money | null) =>
  new Map([...variants].map(([id, v]) => [id, { ...v, price }] as const))

test('a view prices its lines from the catalogue', () => {
  const view = viewOf(oak, box)
  expect(view.lines.map(({ linePrice, wasPrice }) => [linePrice?.amount, wasPrice])).toEqual([
    ['88.00', null],
    ['59.00', null],
  ])
  expect([view.total.amount, view.itemCount, view.canCheckout]).toEqual(['147.00', 3, true])
  expect(view.lines[1]).toMatchObject({
    title: 'Vol. II: Magical You (Pre-Order)',
    variantTitle: 'No Wand',
    handle: 'vol-ii-magical-you-pre-order',
    details: ['Wizard Box Only', 'Gift Edition Envelope, free'],
  })
})

test.each([
  [variants, '100.00', '0.00'],
  [priced(moneyOf(65, 'USD')), '65.00', '0.00'],
  // Without a price it has its listed value.
  [priced(null), '100.00', undefined],
])('a gift is free at whatever price the store has for it (case %#)', (catalogue, was, now) => {
  const { lines, total } = buildCartView(holding(gift), catalogue, null)
  expect([lines[0]?.wasPrice?.amount, lines[0]?.linePrice?.amount]).toEqual([was, now])
  expect(total.amount).toBe('0.00')
})

test.each([
  [[gift], '0.00', true],
  [[gift, upgrade], '26.00', true],
  [[gift, oak], '88.00', false],
  [[upgrade], '26.00', false],
  [[], '0.00', false],
  [[gift, line('gid://shopify/ProductVariant/404')], '0.00', false],
] as const)('a gift alone ships free (case %#)', (lines, total, giftOnly) => {
  const view = viewOf(...lines)
  expect([view.total.amount, view.freeShipping.giftOnly]).toEqual([total, giftOnly])
})

test.each([
  ['applied', 7, '81.00'],
  ['refused', 7, '88.00'],
  ['applied', 700, '0.00'],
] as const)('a discount that is %s takes %i off', (state, amount, total) => {
  const discount = { code: 'OWL10', state, reason: null, amount: moneyOf(amount, 'USD') }
  expect(buildCartView(holding(oak), variants, discount).total.amount).toBe(total)
})

test('an upgrade without its gift, and what a checkout was refused for, block the checkout', () => {
  const refusals = (...lines: CartLine[]) => viewOf(...lines).lines.map(({ refusal }) => refusal)
  expect(refusals(oak, upgrade)).toEqual([null, LINE_WITHOUT_GIFT])
  expect(refusals(gift, upgrade)).toEqual([null, null])
  const refusalIn = (shippingCountry: string) => {
    const ashborn = line(idOf(vol1, 'Ashborn - No Wand'))
    const cart = { ...emptyCart('uk'), shippingCountry, lines: [ashborn], unavailable: [ashborn.variantId] }
    return buildCartView(cart, variants, null).lines[0]?.refusal
  }
  expect([refusalIn('GB'), refusalIn('FR')]).toEqual([LINE_SOLD_OUT, lineNotShipped('France')])
})

test('a line that the store does not tell of is shown as it was added, without a price', () => {
  const added = addLine(holding(), oak, variants.get(oak.variantId))
  if (!added.ok) throw new Error(added.error)
  for (const storeUnavailable of [true, false]) {
    const view = buildCartView(added.value, new Map(), null, { storeUnavailable })
    expect(view.lines[0]).toMatchObject({
      handle: 'magic-wand',
      title: 'Magic Wand',
      variantTitle: 'Dragon & Oak',
      image: { url: '/img/magic-wand.svg' },
      quantity: 2,
      linePrice: null,
      refusal: storeUnavailable ? null : 'This is no longer in the shop. Please remove it to check out.',
    })
    expect([view.storeUnavailable, isTotalKnown(view)]).toEqual([storeUnavailable, false])
  }
  const plain = buildCartView(holding(oak), new Map(), null).lines[0]
  expect([plain?.title, plain?.handle]).toEqual(['Something you chose', null])
  expect([isTotalKnown(viewOf(oak)), isTotalKnown(viewOf())]).toEqual([true, true])
})

test('a line that has another id now can be replaced', () => {
  const variant = variants.get(idOf(wands, 'Dragon & Yew'))
  if (!variant) throw new Error('no variant')
  const states = new Map([[oak.variantId, { refusal: 'anew', replacement: variant }]])
  const [shown] = buildCartView(holding(oak), new Map(), null, { states }).lines
  expect(shown).toMatchObject({ isReplaceable: true, refusal: 'anew' })
})

const setTo = (changed: CartLine, quantity: number) =>
  cartForm({ intent: 'update', line: lineKey(changed), quantity: String(quantity) })

test('the expected view of a change has the new total', () => {
  const view = viewOf(oak, gift)
  const more = expectedView(view, setTo(oak, 3))
  expect([more.total.amount, more.itemCount, more.freeShipping.reached]).toEqual(['132.00', 4, true])
  const fewer = expectedView(view, cartForm({ intent: 'remove', line: lineKey(oak) }))
  expect([fewer.lines.length, fewer.total.amount, fewer.freeShipping.giftOnly]).toEqual([1, '0.00', true])
  expect(expectedView(view, setTo(gift, 5))).toEqual({ ...view, tip: undefined })
  expect(expectedView(view, setTo(oak, 1)).lines[0]).toEqual({
    ...view.lines[0],
    quantity: 1,
    linePrice: moneyOf(44, 'USD'),
  })
  expect(expectedView(view, setTo(oak, 25)).lines[0]?.quantity).toBe(20)
  const step = cartForm({ intent: 'adjust', line: lineKey(oak), by: '2' })
  expect(expectedView(expectedView(view, step), step).lines[0]?.quantity).toBe(6)
  const empty = expectedView(viewOf(gift, upgrade), setTo(gift, 0))
  expect([empty.lines, empty.canCheckout, empty.freeShipping.giftOnly]).toEqual([[], false, false])
})

/** A product whose variants cost what `priceOf` says of their titles; sold out without a price. */
const soldAt = (product: Product, priceOf: (title: string) => number): Product => ({
  ...product,
  variants: product.variants.map((one) => ({
    ...one,
    price: moneyOf(priceOf(one.title), 'USD'),
    availableForSale: priceOf(one.title) > 0,
  })),
})
const at = (product: Product, price: number) => soldAt(product, () => price)

const OVER = MARKETS.us.freeShippingOver
/** Vol. II in a store where only the premium set is over the threshold of free shipping. */
const volume = soldAt(vol2, (title) => (isClassicTitle(title) ? OVER - 2 : OVER + 8))
const sold = new Map([
  ...variants,
  ...volume.variants.map((variant) => [variant.id, toCartVariant(volume, variant)] as const),
])
const tipFor = (...lines: CartLine[]) => tipOf(buildCartView(holding(...lines), sold, null))
const wand = (style: string) => line(idOf(wands, style))
const volumeOf = (title: string) => line(idOf(volume, title))

test('a set that is a step from free shipping tells the premium one; a box, or two sets, have none', () => {
  const set = tipFor(volumeOf('Standard (Dragon and Elder)'))
  expect(set?.handle).toBe(volume.handle)
  expect(set?.tell(volume)).toEqual({
    text: 'The set with a premium wand is $10 more, and then your order ships free.',
    label: 'Choose a premium wand',
    href: `/us/product/${volume.handle}?option=premium-wand`,
  })
  expect(set?.tell(at(volume, OVER)), 'over means over').toBeNull()
  expect(tipFor(volumeOf('No Wand'))).toBeNull()
  expect(tipFor(volumeOf('Standard (Dragon and Elder)'), wand('Dragon & Oak'))).toBeNull()
})

test('from three single wands on, the bundle of them is told with its saving', () => {
  const four = tipFor(...['Dragon & Elder', 'Dragon & Oak', 'Dragon & Yew', 'Phoenix & Elm'].map(wand))
  expect(four?.handle).toBe(wandBundle.handle)
  expect(four?.tell(wandBundle)).toEqual({
    text: 'As a bundle, these four wands cost $11 less.',
    label: 'See the bundle',
    href: `/us/product/${wandBundle.handle}?size=4&wands=dragon-elder&wands=dragon-oak&wands=dragon-yew&wands=phoenix-elm`,
  })
  expect(four?.tell(at(wandBundle, 166)), 'nothing saved').toBeNull()
  expect(four?.tell(at(wandBundle, 0)), 'sold out').toBeNull()
  expect(tipFor(wand('Dragon & Elder'), wand('Dragon & Oak'))).toBeNull()
})
