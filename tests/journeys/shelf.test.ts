import { describe, expect, test } from 'vitest'
import { amountAfter, amountsIn, MARKETS, MUG, SET, TOTE, VOL_1, VOL_2, WAND } from './addresses.ts'
import type { Fields } from './page.ts'
import { Visitor } from './visitor.ts'

/** Lists and cards, and the choices on the page of a product. */

const WANDS =
  'Dragon & Elder,Dragon & Oak,Dragon & Yew,Unicorn & Chestnut,Unicorn & Cherry,Phoenix & Elm'.split(',')
const open = (path: string) => new Visitor().visit(path)

/** Opens a page, and presses its button to order. */
async function order(path: string, fields: Fields, button = /^(Order Now|Add to Cart|.*Add Bundle.*)$/) {
  const visitor = new Visitor()
  await visitor.visit(path)
  return { visitor, page: await visitor.submit(button, fields) }
}

describe.each(MARKETS)('in the $id store', ({ id, currency }) => {
  const products = (links: string[]) => [...new Set(links.filter((href) => href.includes('/product/')))]

  test('cards name, price and link each product, in two sections', async () => {
    const page = await open(`/${id}/products`)
    for (const section of ['Wizard Boxes & Wands', 'Magical Merch'])
      expect(page.headings()).toContain(section)
    const parts = [/^Vol\. II: Magical You/, 'Magic Wand', /Collector.s Set/, 'Magical AF Mug']
    const [box = '', wand = '', set = '', mug = ''] = parts.map((name) => page.part(name))
    for (const card of [box, wand, set, mug]) expect(card).toContain('Select Options')
    expect(box).toMatch(new RegExp(`\\${currency}25.*FREE.*Gift Envelope Included.*From`))
    expect(wand).toMatch(new RegExp(`From \\${currency}\\d+`))
    expect(set).toMatch(/From .\d+.*From .\d+/)
    expect(amountsIn(mug)).toHaveLength(1)
    expect(products(page.links())).toEqual(
      expect.arrayContaining([VOL_2[id], WAND, SET, MUG, TOTE].map((path) => `/${id}${path}`)),
    )
  })

  test('Vol. II offers three options and two wrappings, the classic set first chosen', async () => {
    const page = await open(`/${id}${VOL_2[id]}`)
    expect(page.link(/Back to Shop/)).toBe(`/${id}/products`)
    const names = `1. Choose Your Option|Wizard Box Only|MOST POPULAR|Save ${currency}|33 cm|under 14`
    for (const words of names.split('|')) expect(page.main).toContain(words)
    expect([page.value('option'), page.values('wand').length]).toEqual(['classic-wand', 5])
    expect(page.values('wrapping')).toEqual(expect.arrayContaining(['gift-edition', 'printable-only']))
    expect([page.hasButton('Order Now'), page.hasButton('Add to Cart')]).toEqual([true, false])
    for (const name of ['Technical Details', 'Shipping and Returns'])
      expect(page.texts('summary')).toContain(name)
    const linked = await open(
      `/${id}${VOL_2[id]}?option=premium-wand&wand=dragon-yew&wrapping=printable-only`,
    )
    const chosen = ['option', 'wand', 'wrapping'].map((name) => linked.value(name))
    expect(chosen).toEqual(['premium-wand', 'dragon-yew', 'printable-only'])
    expect((await open(`/${id}${VOL_2[id]}?option=gold&wand=x`)).value('option')).toBe('classic-wand')
  })

  test('each option of a volume is sold at the price that it names, and said on its line', async () => {
    for (const path of id === 'uk' ? [VOL_2.uk, VOL_1] : [VOL_2.us])
      for (const [option, label, said] of [
        ['box-only', 'Wizard Box Only', 'Wizard Box Only'],
        ['classic-wand', 'Complete Set (inc. Classic Wand)', 'Classic'],
        ['premium-wand', 'Complete Set (inc. Premium Wand)', 'Dragon & Yew'],
      ] as const) {
        const page = await open(`/${id}${path}`)
        const price = amountsIn(page.texts('label').find((text) => text.includes(label)) ?? '').at(-1)
        const wand = option === 'premium-wand' && { wand: 'dragon-yew' }
        const more = path === VOL_1 ? { edition: 'ember' } : { wrapping: 'printable-only' }
        const { page: cart } = await order(`/${id}${path}`, { option, ...wand, ...more })
        expect([cart.path, cart.messages.includes('Added to cart!')]).toEqual([`/${id}/cart`, true])
        expect(amountAfter('Total', cart.main), `${path} ${option}`).toBe(price)
        for (const words of [said, path === VOL_1 ? 'Ember' : 'Printable letter'])
          expect(cart.main).toContain(words)
      }
  })

  test('wands are six, each with its price and button, and go into the cart', async () => {
    const visitor = new Visitor()
    const page = await visitor.visit(`/${id}${WAND}`)
    for (const wand of WANDS) {
      expect(page.part(wand)).toMatch(new RegExp(`\\${currency}\\d`))
      const isSold = page.hasButton(new RegExp(`^Add to Cart.*${wand}`))
      expect(isSold || page.part(wand).includes('Sold out'), wand).toBe(true)
    }
    for (const words of ['30 days', 'magnet', 'under 14', 'No box yet?']) expect(page.main).toContain(words)
    const [price] = amountsIn(page.part('Dragon & Yew'))
    const cart = await visitor.submit(/^Add to Cart.*Dragon & Yew/)
    expect(cart.messages).toContain('Added to cart!')
    expect(cart.main).toContain('Dragon & Yew')
    expect(amountAfter('Total', cart.main)).toBe(price)
  })

  test('a bundle starts with four, names its saving, and is added with its wands at its price', async () => {
    const page = await open(`/${id}${SET}`)
    expect(page.headings(1)).toEqual(['Build Your Bundle'])
    expect([page.value('size'), page.value('wands')]).toEqual(['4', undefined])
    expect(page.main).toContain(`Save ${currency}`)
    const sizes = page.texts('label').filter((text) => /\d Wands/.test(text))
    const price = amountsIn(sizes[0]?.replace(/Save.*/, '') ?? '').at(-1)
    const { page: cart } = await order(`/${id}${SET}`, {
      size: '3',
      wands: 'dragon-elder,dragon-oak,dragon-yew',
    })
    const said = ['Custom Bundle Added!', '3 wands bundle added to your cart.']
    for (const words of said) expect(cart.messages).toContain(words)
    for (const words of [...WANDS.slice(0, 3), '1 item']) expect(cart.main).toContain(words)
    expect([sizes.length, amountAfter('Total', cart.main)]).toEqual([4, price])
  })

  test('merch is sold by its variants, and a product that does not exist is said to be missing', async () => {
    const page = await open(`/${id}${TOTE}`)
    const [price] = amountsIn(page.texts('label').find((text) => text.includes('Midnight')) ?? '')
    const { page: cart } = await order(`/${id}${TOTE}`, { variant: page.values('variant')[1] ?? '' })
    expect([cart.main.includes('Midnight'), amountAfter('Total', cart.main)]).toEqual([true, price])
    for (const path of ['nothing', '%22%3E%3Cscript%3E', 'constructor']) {
      const missing = await open(`/${id}/product/${path}`)
      expect([missing.status, missing.headings(1)]).toEqual([404, ['Product not found']])
      expect(missing.main).toContain('This product may have been removed or is no longer available.')
      expect(missing.link(/Back to Shop/)).toBe(`/${id}/products`)
    }
  })
})

test('Vol. I comes first in the UK store as a limited edition, and is nowhere in the US store', async () => {
  const uk = await open('/uk/products')
  const card = uk.part(/^Vol\. I: The Phoenix Edition/)
  for (const words of ['LIMITED EDITION', 'From £', 'Select Options']) expect(card).toContain(words)
  expect(uk.links().find((href) => href.includes('/product/'))).toBe(`/uk${VOL_1}`)
  for (const path of ['/us', '/us/products', '/us/products?filter=wizard-box'])
    expect((await open(path)).links('body').join()).not.toContain(VOL_1)
})

const wands = 'dragon-elder,dragon-oak,dragon-yew'
const NO_EDITION =
  'Please select a Phoenix Edition|Choose your preferred Phoenix Edition before adding to cart.'
const NO_OPTION = 'Please select a product option|Choose your preferred option before adding to cart.'
const TOO_FEW = 'Wrong number of wands|Please select exactly 4 wands for this bundle.'
const TOO_MANY = 'Maximum 3 wands|You can only select 3 wands for this bundle. Deselect a wand first.'
const NO_SIZE = 'Choose bundle size|Please select a bundle size first.'
test.each<[string, Fields, string, Fields, string]>([
  [`/us${VOL_2.us}`, { option: 'premium-wand' }, NO_OPTION, { wand: 'phoenix-elm' }, 'option'],
  [`/uk${VOL_1}`, { option: 'box-only' }, NO_EDITION, { edition: 'ashborn' }, 'option'],
  // One that has sold out.
  [`/uk${VOL_1}`, { option: 'box-only', edition: 'sunfire' }, '', { edition: 'ashborn' }, 'option'],
  [`/us${SET}`, { size: '4', wands: 'dragon-elder' }, TOO_FEW, { size: '3', wands }, 'wands'],
  [`/uk${SET}`, { size: '3', wands: `${wands},unicorn-cherry` }, TOO_MANY, { wands }, 'wands'],
  [`/us${SET}`, { size: null, wands: 'dragon-elder' }, NO_SIZE, { size: '3', wands }, 'wands'],
])('%s with %o lacks a choice: it keeps what was chosen, and is sold with the choice', async (...row) => {
  const [path, fields, said, added, kept] = row
  const { visitor, page } = await order(path, fields)
  expect([page.url.pathname, page.items, page.messages !== '']).toEqual([path, 0, true])
  for (const words of said.split('|')) expect(page.messages).toContain(words)
  expect(String(fields[kept]).split(',')).toContain(page.value(kept))
  expect((await visitor.submit(/^(Order Now|Add to Cart|.*Add Bundle.*)$/, added)).items).toBe(1)
})

test('what has sold out cannot be put into the cart', async () => {
  const page = await open(`/us${WAND}`)
  expect(page.part('Phoenix & Elm')).toContain('Sold out')
  expect(page.hasButton(/Phoenix & Elm/)).toBe(false)
  const add = { intent: 'add', handle: 'magic-wand', wand: 'phoenix-elm' }
  expect((await new Visitor().post('/us/cart', add)).items).toBe(0)
  expect((await open(`/uk${WAND}`)).hasButton(/Phoenix & Elm/)).toBe(true)
})

test('a bundle can be started over, and six takes every wand', async () => {
  const visitor = new Visitor()
  expect((await visitor.visit(`/us${SET}?size=3&wands=dragon-oak`)).value('wands')).toBe('dragon-oak')
  expect((await visitor.submit('Start Over')).value('wands')).toBeUndefined()
  const { page } = await order(`/uk${SET}?size=6`, {})
  for (const wand of WANDS) expect(page.main).toContain(wand)
})
