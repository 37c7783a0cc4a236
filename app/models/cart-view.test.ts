import { expect, test } from 'vitest'
import { addLine, type Cart, type CartLine, emptyCart, lineKey } from './cart.ts'
import { checkoutAttributes, wrappingOfAttributes } from './cart-checkout.ts'
import { cartForm } from './cart-fields.ts'
import { buildCartView, expectedView, isTotalKnown } from './cart-view.ts'
import { collectorsSet, idOf, line, variants, vol1, vol2, wands } from './catalogue.fixture.ts'
import { LINE_SOLD_OUT, LINE_WITHOUT_GIFT, lineNotShipped } from './messages.ts'
import { moneyOf } from './money.ts'

const oak = line(idOf(wands, 'Dragon & Oak'), { quantity: 2 })
const gift = line(idOf(vol2, 'Gift Bundle - Premium Wand'))
const upgrade = line(idOf(vol2, 'Upgrade - Add Classic Wand'))
const holding = (...lines: CartLine[]): Cart => ({ ...emptyCart('us'), lines })
const applied = { code: 'OWL10', state: 'applied' as const, reason: null, amount: moneyOf(7, 'USD') }

test('a view prices its lines from the catalogue', () => {
  const view = buildCartView(
    holding(oak, line(idOf(vol2, 'No Wand'), { wrapping: 'gift-edition' })),
    variants,
    null,
  )
  expect(view.lines.map((l) => l.linePrice?.amount)).toEqual(['88.00', '59.00'])
  expect([view.total.amount, view.itemCount, view.canCheckout]).toEqual(['147.00', 3, true])
  expect(view.lines.map((l) => l.wasPrice)).toEqual([null, null])
  expect(view.lines[1]).toMatchObject({
    title: 'Vol. II: Magical You (Pre-Order)',
    variantTitle: 'No Wand',
    handle: 'vol-ii-magical-you-pre-order',
    details: ['Wizard Box Only', 'Gift Edition Envelope, free'],
  })
})

test('a gift is free, with its price struck through, and ships free', () => {
  const view = buildCartView(holding(gift), variants, null)
  expect(view.lines[0]).toMatchObject({
    isGift: true,
    wasPrice: { amount: '100.00' },
    linePrice: { amount: '0.00' },
  })
  expect([view.total.amount, view.freeShipping.giftOnly]).toEqual(['0.00', true])
})

test('a gift is free at whatever price the store has for it', () => {
  const dearer = new Map(
    [...variants].map(([id, v]) => [id, { ...v, price: { amount: '65.00', currencyCode: 'USD' } }] as const),
  )
  const view = buildCartView(holding(gift), dearer, null)
  expect(view.lines[0]).toMatchObject({ wasPrice: { amount: '65.00' }, linePrice: { amount: '0.00' } })
  expect(view.total.amount).toBe('0.00')
})

test('an upgrade is billed, and its gift still ships free', () => {
  const view = buildCartView(holding(gift, upgrade), variants, null)
  expect([view.total.amount, view.freeShipping.giftOnly]).toEqual(['26.00', true])
  expect(buildCartView(holding(gift, oak), variants, null).freeShipping.giftOnly).toBe(false)
  expect(buildCartView(holding(), variants, null).freeShipping.giftOnly).toBe(false)
  expect(buildCartView(holding(upgrade), variants, null).freeShipping.giftOnly).toBe(false)
  const gone = line('gid://shopify/ProductVariant/404')
  expect(buildCartView(holding(gift, gone), variants, null).freeShipping.giftOnly).toBe(false)
})

test('only an applied discount is subtracted, and never below zero', () => {
  const totalWith = (discount: Parameters<typeof buildCartView>[2]) =>
    buildCartView(holding(oak), variants, discount).total.amount
  expect(totalWith(applied)).toBe('81.00')
  expect(totalWith({ ...applied, state: 'refused' })).toBe('88.00')
  expect(totalWith({ ...applied, amount: moneyOf(700, 'USD') })).toBe('0.00')
})

test('an upgrade without its gift blocks the checkout', () => {
  const refusals = (...lines: CartLine[]) =>
    buildCartView(holding(...lines), variants, null).lines.map(({ refusal }) => refusal)
  expect(refusals(oak, upgrade)).toEqual([null, LINE_WITHOUT_GIFT])
  expect(refusals(gift, upgrade)).toEqual([null, null])
})

test('a line that is unavailable in the store’s own country is sold out, abroad it is not shipped there', () => {
  const refusalIn = (shippingCountry: string) => {
    const box = line(idOf(vol1, 'Ashborn - No Wand'))
    const cart = { ...emptyCart('uk'), shippingCountry, lines: [box], unavailable: [box.variantId] }
    return buildCartView(cart, variants, null).lines[0]?.refusal
  }
  expect([refusalIn('GB'), refusalIn('FR')]).toEqual([LINE_SOLD_OUT, lineNotShipped('France')])
})

test('a variant without a price has none in the cart; a gift without one has its listed value', () => {
  const priceless = new Map([...variants].map(([id, v]) => [id, { ...v, price: null }] as const))
  const view = buildCartView(holding(oak, gift), priceless, null)
  expect(view.lines.map((l) => [l.linePrice, l.wasPrice?.amount])).toEqual([
    [null, undefined],
    [null, '100.00'],
  ])
  expect(view.total.amount).toBe('0.00')
})

test('while the store is down, lines are shown without prices', () => {
  const view = buildCartView(holding(oak), new Map(), null, { storeUnavailable: true })
  expect(view.lines[0]).toMatchObject({ quantity: 2, linePrice: null, refusal: null })
  expect(view.storeUnavailable).toBe(true)
  expect(isTotalKnown(view)).toBe(false)
  expect(isTotalKnown(buildCartView(holding(oak), variants, null))).toBe(true)
  expect(isTotalKnown(buildCartView(holding(), new Map(), null))).toBe(true)
})

test('a line that the store does not tell of is shown as it was added', () => {
  const must = addLine(holding(), oak, variants)
  if (!must.ok) throw new Error(must.error)
  const { cart } = must.value
  for (const storeUnavailable of [true, false]) {
    const [shown] = buildCartView(cart, new Map(), null, { storeUnavailable }).lines
    expect(shown).toMatchObject({
      handle: 'magic-wand',
      title: 'Magic Wand',
      variantTitle: 'Dragon & Oak',
      image: { url: '/img/magic-wand.svg' },
      refusal: storeUnavailable ? null : 'This is no longer in the shop. Please remove it to check out.',
    })
  }
  const plain = buildCartView(holding(oak), new Map(), null).lines[0]
  expect([plain?.title, plain?.handle]).toEqual(['Something you chose', null])
})

test('a line that has another id now can be replaced', () => {
  const variant = variants.get(idOf(wands, 'Dragon & Yew'))
  if (!variant) throw new Error('no variant')
  const states = new Map([[oak.variantId, { kind: 'replaced', variant } as const]])
  const [shown] = buildCartView(holding(oak), new Map(), null, { states }).lines
  expect(shown).toMatchObject({ isReplaceable: true, refusal: expect.stringContaining('has this anew') })
})

test('a UK cart without a country, and an empty cart, cannot check out', () => {
  const uk = { ...emptyCart('uk'), lines: [oak], shippingCountry: null }
  const pounds = new Map([...variants].map(([id, v]) => [id, { ...v, price: moneyOf(35, 'GBP') }] as const))
  expect(buildCartView(uk, pounds, null).canCheckout).toBe(false)
  expect(buildCartView({ ...uk, shippingCountry: 'FR' }, pounds, null).canCheckout).toBe(true)
  expect(buildCartView(holding(), variants, null).canCheckout).toBe(false)
})

test('options are sent to the checkout', () => {
  const bundle = line(idOf(collectorsSet, '3 Wands'), {
    wands: ['Dragon & Oak', 'Dragon & Yew', 'Phoenix & Elm'],
    edition: 'Ember',
    wrapping: 'printable-only',
  })
  expect(checkoutAttributes(bundle).map(({ key, value }) => `${key}: ${value}`)).toEqual([
    'Edition: Ember',
    'Gift wrapping: Printable letter',
    'Wands: Dragon & Oak, Dragon & Yew, Phoenix & Elm',
  ])
})

test.each(['gift-edition', 'printable-only'] as const)(
  'the wrapping %s survives the attributes of an order',
  (wrapping) => {
    expect(wrappingOfAttributes(checkoutAttributes(line('x', { wrapping })))).toBe(wrapping)
    expect(wrappingOfAttributes([])).toBeNull()
  },
)

const setTo = (line: CartLine, quantity: number) =>
  cartForm({ intent: 'update', line: lineKey(line), quantity: String(quantity) })

test('an optimistic view has the new total', () => {
  const view = buildCartView(holding(oak, gift), variants, null)
  const more = expectedView(view, setTo(oak, 3))
  expect([more.total.amount, more.itemCount, more.freeShipping.reached]).toEqual(['132.00', 4, true])
  const fewer = expectedView(view, cartForm({ intent: 'remove', line: lineKey(oak) }))
  expect([fewer.lines.length, fewer.total.amount]).toEqual([1, '0.00'])
  expect(expectedView(view, setTo(gift, 5))).toEqual(view)
  expect(expectedView(view, setTo(oak, 1)).lines[0]).toEqual({
    ...view.lines[0],
    quantity: 1,
    linePrice: moneyOf(44, 'USD'),
  })
  expect(expectedView(view, setTo(oak, 25)).lines[0]?.quantity).toBe(20)
  const step = cartForm({ intent: 'adjust', line: lineKey(oak), by: '2' })
  expect(expectedView(expectedView(view, step), step).lines[0]?.quantity).toBe(6)
})

test('an optimistic view without lines cannot check out and is not gift-only', () => {
  const view = buildCartView(holding(gift), variants, null)
  const empty = expectedView(view, setTo(gift, 0))
  expect([empty.lines, empty.canCheckout, empty.freeShipping.giftOnly]).toEqual([[], false, false])
})
