import { expect, test } from 'vitest'
import { addLine, type Cart, type CartLine, type CartVariant, emptyCart, lineKey } from './cart.ts'
import { cartForm } from './cart-fields.ts'
import { expectedView, totalRows } from './cart-totals.ts'
import { buildCartView, lineRefusal } from './cart-view.ts'
import { idOf, line, variants, vol1, vol2, wands } from './catalogue.fixture.ts'
import { type Money, moneyOf } from './money.ts'

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

const codeOf = (state: 'applied' | 'refused', amount: number) =>
  buildCartView(holding(oak), variants, { code: 'X', state, amount: moneyOf(amount, 'USD') })
const [toPay, free] = [{ Delivery: 'At checkout' }, { Delivery: 'FREE' }]

test.each([
  [viewOf(gift), '0.00', { Subtotal: '$0.00', ...free }, true],
  [viewOf(gift, upgrade), '26.00', { Subtotal: '$26.00', ...free }, true],
  [viewOf(gift, line('gid://shopify/ProductVariant/404')), '0.00', { Subtotal: '$0.00', ...toPay }],
  [viewOf(gift, oak), '88.00', { Subtotal: '$88.00', ...toPay }],
  [viewOf(upgrade), '26.00', { Subtotal: '$26.00', ...toPay }],
  [viewOf(), '0.00', { Subtotal: '$0.00', ...toPay }],
  [viewOf(oak, box), '147.00', { Subtotal: '$147.00', ...free }],
  [codeOf('applied', 7), '81.00', { Subtotal: '$88.00', Discount: '−$7.00', ...toPay }],
  [codeOf('applied', 700), '0.00', { Subtotal: '$88.00', Discount: '−$700.00', ...toPay }],
  [codeOf('refused', 7), '88.00', { Subtotal: '$88.00', ...toPay }],
  [buildCartView(holding(oak), new Map(), null), '0.00', { Subtotal: '—', ...toPay }],
])('the rows above the total; gifts alone ship free (case %#)', (view, total, rows, giftOnly = false) => {
  expect(totalRows(view)).toEqual(rows)
  expect([view.total.amount, view.freeShipping.giftOnly]).toEqual([total, giftOnly])
})

const uk = emptyCart('uk')
const ashborn = line(idOf(vol1, 'Ashborn - No Wand'))
const unavailable = [ashborn.variantId]
const sold = (id: string) => variants.get(id) ?? null

test.each([
  [null, holding(oak), sold(oak.variantId)],
  [null, holding(gift, upgrade), sold(upgrade.variantId)],
  // A gift may come from the other store's Vol. II.
  [null, uk, sold(gift.variantId)],
  [/^This goes with a gift only/, holding(upgrade), sold(upgrade.variantId)],
  [/^This is no longer in the shop/, holding(oak), null],
  [/^This is no longer in the shop/, holding(ashborn), sold(ashborn.variantId)],
  [/^This has sold out/, holding(oak), { ...sold(oak.variantId), availableForSale: false } as CartVariant],
  [/^This has sold out/, { ...uk, unavailable }, sold(ashborn.variantId)],
  [/shipping to France/, { ...uk, unavailable, shippingCountry: 'FR' }, sold(ashborn.variantId)],
])('a line blocks the checkout for one reason: %s (case %#)', (reason, cart, variant) => {
  expect(String(lineRefusal(cart, variant))).toMatch(reason ?? /^null$/)
})

test('a line that the store does not tell of is shown as it was added, without a price', () => {
  const added = addLine(holding(), oak, variants.get(oak.variantId))
  if (!added.ok) throw new Error(added.error)
  for (const storeUnavailable of [true, false]) {
    const view = buildCartView(added.value, new Map(), null, storeUnavailable)
    expect(view.lines[0]).toMatchObject({
      handle: 'magic-wand',
      title: 'Magic Wand',
      variantTitle: 'Dragon & Oak',
      image: { url: '/img/magic-wand.svg' },
      quantity: 2,
      linePrice: null,
      refusal: storeUnavailable ? null : 'This is no longer in the shop. Please remove it to check out.',
    })
    expect(view.isTotalKnown).toBe(false)
  }
  const plain = buildCartView(holding(oak), new Map(), null).lines[0]
  expect([plain?.title, plain?.handle]).toEqual(['Something you chose', null])
  expect([viewOf(oak).isTotalKnown, viewOf().isTotalKnown]).toEqual([true, true])
})

const setTo = (changed: CartLine, quantity: number) =>
  cartForm({ intent: 'update', line: lineKey(changed), quantity: String(quantity) })

test('the expected view of a change has the new total', () => {
  const view = viewOf(oak, gift)
  const more = expectedView(view, setTo(oak, 3))
  expect([more.total.amount, more.itemCount, more.freeShipping.reached]).toEqual(['132.00', 4, true])
  const fewer = expectedView(view, cartForm({ intent: 'remove', line: lineKey(oak) }))
  expect([fewer.lines.length, fewer.total.amount, fewer.freeShipping.giftOnly]).toEqual([1, '0.00', true])
  expect(expectedView(view, setTo(gift, 5))).toEqual(view)
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
