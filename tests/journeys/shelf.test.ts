import { describe, expect, test } from 'vitest'
import { amountAfter, amountsIn, MARKETS, MUG, SET, VOL_1, VOL_2, WAND } from './addresses.ts'
import { Visitor } from './visitor.ts'

/** Lists and cards, and the choices on the page of a product. */

const open = (path: string) => new Visitor().visit(path)
const VOLUME_2 = /^Vol\. II: Magical You/
const PREMIUM = ['Unicorn & Cherry', 'Unicorn & Chestnut', 'Dragon & Oak', 'Dragon & Yew', 'Phoenix & Elm']

describe.each(MARKETS)('the list of the $id store', ({ id, currency }) => {
  test('has its sections, and cards that name, price and link each product', async () => {
    const page = await open(`/${id}/products`)
    for (const section of ['Wizard Boxes & Wands', 'Magical Merch'])
      expect(page.headings()).toContain(section)
    const [box, wand, set, mug] = [VOLUME_2, 'Magic Wand', /Collector.s Set/, 'Magical AF Mug'].map((name) =>
      page.part(name),
    )
    for (const card of [box, wand, set, mug]) expect(card).toContain('Select Options')
    expect(box).toContain(`${currency}25`)
    expect(box).toMatch(/FREE.*Gift Envelope Included.*From/)
    expect(wand).toMatch(new RegExp(`From \\${currency}\\d+`))
    expect(set).toMatch(/From .\d+.*From .\d+/)
    expect(amountsIn(mug ?? '')).toHaveLength(1)
    for (const path of [VOL_2[id], WAND, SET, MUG]) expect(page.links('main')).toContain(`/${id}${path}`)
    expect(page.main).toContain('Join the Waitlist')
  })

  test('can be filtered by plain links', async () => {
    const visitor = new Visitor()
    const all = await visitor.visit(`/${id}/products`)
    const boxes = await visitor.follow('Wizard Boxes')
    expect(boxes.path).toBe(`/${id}/products?filter=wizard-box`)
    expect(boxes.links('main')).toContain(`/${id}${VOL_2[id]}`)
    expect(boxes.links('main')).not.toContain(`/${id}${MUG}`)
    const wands = await visitor.follow('Wands')
    expect(wands.links('main')).toContain(`/${id}${WAND}`)
    expect(wands.links('main')).not.toContain(`/${id}${VOL_2[id]}`)
    const merch = await visitor.follow('Merch')
    expect(merch.links('main')).toContain(`/${id}${MUG}`)
    expect(merch.links('main')).not.toContain(`/${id}${WAND}`)
    expect((await visitor.visit(`/${id}/products?filter=nonsense`)).links('main')).toEqual(
      expect.arrayContaining(all.links('main').filter((href) => href.includes('/product/'))),
    )
  })

  test('shows at most six products on the home page, in the order of the list', async () => {
    const products = (links: string[]) => [...new Set(links.filter((href) => href.includes('/product/')))]
    const home = await open(`/${id}`)
    const shown = products(home.linksIn('Featured Collection'))
    expect(shown.length).toBeLessThanOrEqual(6)
    const listed = products((await open(`/${id}/products`)).links('main'))
    expect(shown).toEqual(listed.slice(0, shown.length))
  })
})

test('Vol. I comes first in the UK store as a limited edition, and is nowhere in the US store', async () => {
  const uk = await open('/uk/products')
  const card = uk.part(/^Vol\. I: The Phoenix Edition/)
  for (const words of ['LIMITED EDITION', 'From £', 'Select Options']) expect(card).toContain(words)
  expect(uk.links('main').find((href) => href.includes('/product/'))).toBe(`/uk${VOL_1}`)
  for (const path of ['/us', '/us/products', '/us/products?filter=wizard-box'])
    expect((await open(path)).links().join()).not.toContain(VOL_1)
})

describe('the page of a volume', () => {
  test.each(MARKETS)(
    'of the $id store offers three options, the classic set first chosen',
    async ({ id, currency }) => {
      const page = await open(`/${id}${VOL_2[id]}`)
      expect(page.link(/Back to Shop/)).toBe(`/${id}/products`)
      for (const words of [
        '1. Choose Your Option',
        'Wizard Box Only',
        'Complete Set (inc. Classic Wand)',
        'Complete Set (inc. Premium Wand)',
      ])
        expect(page.main).toContain(words)
      for (const words of ['MOST POPULAR', `Save ${currency}`, 'vs buying separately'])
        expect(page.main).toContain(words)
      expect(page.value('option')).toBe('classic-wand')
      expect(page.values('wand')).toHaveLength(5)
      expect(page.values('wrapping')).toEqual(expect.arrayContaining(['gift-edition', 'printable-only']))
      expect(page.hasButton('Order Now')).toBe(true)
      expect(page.hasButton('Add to Cart')).toBe(false)
      for (const summary of ['Technical Details', 'Shipping and Returns'])
        expect(page.texts('main details summary')).toContain(summary)
      for (const words of ['33 cm', '23.5 cm', '7.5 cm', 'under 14']) expect(page.main).toContain(words)
    },
  )

  test('sells each option at the price that it names', async () => {
    for (const [path, market] of [
      [VOL_2.us, 'us'],
      [VOL_2.uk, 'uk'],
      [VOL_1, 'uk'],
    ] as const)
      for (const [option, label] of [
        ['box-only', 'Wizard Box Only'],
        ['classic-wand', 'Complete Set (inc. Classic Wand)'],
        ['premium-wand', 'Complete Set (inc. Premium Wand)'],
      ] as const) {
        const visitor = new Visitor()
        const page = await visitor.visit(`/${market}${path}`)
        const price = amountsIn(page.texts('label').find((text) => text.includes(label)) ?? '').at(-1)
        const edition = path === VOL_1 && { edition: 'ember' }
        const cart = await visitor.submit(/^(Order Now|Add to Cart)$/, {
          option,
          ...(option === 'premium-wand' && { wand: 'dragon-yew' }),
          ...edition,
        })
        expect(cart.path).toBe(`/${market}/cart`)
        expect(cart.text).toContain('Added to cart!')
        expect(amountAfter('Total', cart.main), `${path} ${option}`).toBe(price)
        expect(cart.main).toContain(option === 'premium-wand' ? 'Dragon & Yew' : label)
      }
  })

  test('says each wrapping on the line of the cart', async () => {
    for (const [wrapping, said] of [
      ['gift-edition', 'Gift Edition Envelope'],
      ['printable-only', 'Printable letter'],
    ] as const) {
      const visitor = new Visitor()
      await visitor.visit(`/us${VOL_2.us}`)
      const cart = await visitor.submit('Order Now', { option: 'box-only', wrapping })
      expect(cart.main).toContain(said)
    }
  })

  test('asks for the premium wand that was not chosen, and keeps what was', async () => {
    const visitor = new Visitor()
    await visitor.visit(`/us${VOL_2.us}`)
    const refused = await visitor.submit('Order Now', { option: 'premium-wand', wrapping: 'printable-only' })
    expect(refused.messages).toContain('Please select a product option')
    expect(refused.messages).toContain('Choose your preferred option before adding to cart.')
    expect([refused.value('option'), refused.items]).toEqual(['premium-wand', 0])
    expect((await visitor.submit('Order Now', { wand: 'phoenix-elm' })).main).toContain('Phoenix & Elm')
  })

  test('asks for the Phoenix Edition that was not chosen, and keeps what was', async () => {
    const visitor = new Visitor()
    const page = await visitor.visit(`/uk${VOL_1}`)
    for (const words of ['Ashborn', 'Sunfire', 'Ember', '200']) expect(page.main).toContain(words)
    expect(page.value('edition')).toBeUndefined()
    expect(page.links('main')).toContain(`/uk${VOL_2.uk}`)
    const refused = await visitor.submit('Add to Cart', { option: 'box-only' })
    expect(refused.messages).toContain('Please select a Phoenix Edition')
    expect(refused.messages).toContain('Choose your preferred Phoenix Edition before adding to cart.')
    expect(refused.value('option')).toBe('box-only')
    const cart = await visitor.submit('Add to Cart', { edition: 'ashborn' })
    for (const words of ['Ashborn', 'Wizard Box Only']) expect(cart.main).toContain(words)
  })

  test('does not sell an edition that has sold out', async () => {
    const visitor = new Visitor()
    await visitor.visit(`/uk${VOL_1}`)
    const refused = await visitor.submit('Add to Cart', { option: 'box-only', edition: 'sunfire' })
    expect(refused.items).toBe(0)
    expect(refused.messages).not.toBe('')
    expect((await visitor.submit('Add to Cart', { option: 'classic-wand' })).main).toContain('Sunfire')
  })

  test('opens as its address says, and as usual where that is nonsense', async () => {
    const page = await open(`/uk${VOL_2.uk}?option=premium-wand&wand=dragon-yew&wrapping=printable-only`)
    expect(['option', 'wand', 'wrapping'].map((name) => page.value(name))).toEqual([
      'premium-wand',
      'dragon-yew',
      'printable-only',
    ])
    const odd = await open(`/uk${VOL_1}?option=gold&wand=dragon-elder&edition=ash&wrapping=none`)
    expect([odd.status, odd.value('option'), odd.value('edition')]).toEqual([200, 'classic-wand', undefined])
  })
})

describe('wands', () => {
  test.each(MARKETS)(
    'are six in the $id store, each with its price and button, and go into the cart',
    async ({ id, currency }) => {
      const visitor = new Visitor()
      const page = await visitor.visit(`/${id}${WAND}`)
      for (const wand of ['Dragon & Elder', ...PREMIUM]) {
        expect(page.part(wand)).toMatch(new RegExp(`\\${currency}\\d`))
        const isSold = page.hasButton(new RegExp(`^Add to Cart.*${wand}`))
        expect(isSold || page.part(wand).includes('Sold out'), wand).toBe(true)
      }
      for (const words of ['30 days', 'magnet', 'under 14', 'No box yet?']) expect(page.main).toContain(words)
      const price = amountsIn(page.part('Dragon & Yew'))[0]
      const cart = await visitor.submit(/^Add to Cart.*Dragon & Yew/)
      expect(cart.messages).toContain('Added to cart!')
      expect(cart.main).toContain('Dragon & Yew')
      expect([amountAfter('Total', cart.main)]).toEqual([price])
    },
  )

  test('that have sold out cannot be put into the cart', async () => {
    const page = await open(`/us${WAND}`)
    expect(page.part('Phoenix & Elm')).toContain('Sold out')
    expect(page.hasButton(/Phoenix & Elm/)).toBe(false)
    const visitor = new Visitor()
    const refused = await visitor.post('/us/cart', {
      intent: 'add',
      handle: 'magic-wand',
      wand: 'phoenix-elm',
    })
    expect(refused.items).toBe(0)
    expect((await open(`/uk${WAND}`)).hasButton(/Phoenix & Elm/)).toBe(true)
  })
})

describe('a bundle', () => {
  const THREE = 'dragon-elder,dragon-oak,dragon-yew'
  async function build(size: string | null, wands: string, market = 'us') {
    const visitor = new Visitor()
    await visitor.visit(`/${market}${SET}`)
    return { visitor, page: await visitor.submit(/Add Bundle/, { size, wands }) }
  }

  test.each(MARKETS)(
    'of the $id store starts with four, names its saving, and is added with its wands',
    async ({ id, currency }) => {
      const page = await open(`/${id}${SET}`)
      expect(page.headings(1)).toEqual(['Build Your Bundle'])
      expect([page.value('size'), page.value('wands')]).toEqual(['4', undefined])
      expect(page.main).toContain(`Save ${currency}`)
      const sizes = page.texts('label').filter((text) => /\d Wands/.test(text))
      expect(sizes).toHaveLength(4)
      const price = amountsIn(sizes[0]?.replace(/Save.*/, '') ?? '').at(-1)
      const { page: cart } = await build('3', THREE, id)
      expect(cart.path).toBe(`/${id}/cart`)
      for (const words of ['Custom Bundle Added!', '3 wands bundle added to your cart.'])
        expect(cart.messages).toContain(words)
      for (const words of ['Dragon & Elder', 'Dragon & Oak', 'Dragon & Yew', '1 item'])
        expect(cart.main).toContain(words)
      expect(amountAfter('Total', cart.main)).toBe(price)
    },
  )

  test.each([
    ['4', 'dragon-elder', 'Wrong number of wands', 'Please select exactly 4 wands for this bundle.'],
    [
      '3',
      `${THREE},unicorn-cherry`,
      'Maximum 3 wands',
      'You can only select 3 wands for this bundle. Deselect a wand first.',
    ],
    [null, 'dragon-elder', 'Choose bundle size', 'Please select a bundle size first.'],
  ])('of size %s with %s is refused: %s', async (size, wands, title, text) => {
    const { visitor, page } = await build(size, wands)
    expect(page.url.pathname).toBe(`/us${SET}`)
    for (const words of [title, text]) expect(page.messages).toContain(words)
    expect(page.items).toBe(0)
    expect(page.value('wands')).toBe('dragon-elder')
    const next = await visitor.submit(/Add Bundle/, { size: '3', wands: THREE })
    expect(next.messages).toContain('Custom Bundle Added!')
  })

  test('can be started over, and six chooses all', async () => {
    const visitor = new Visitor()
    const chosen = await visitor.visit(`/us${SET}?size=3&wands=dragon-oak`)
    expect([chosen.value('size'), chosen.value('wands')]).toEqual(['3', 'dragon-oak'])
    expect((await visitor.submit('Start Over')).value('wands')).toBeUndefined()
    const all = await visitor.visit(`/uk${SET}?size=6`)
    const cart = await visitor.submit(/Add Bundle/)
    expect(all.value('size')).toBe('6')
    for (const wand of ['Dragon & Elder', ...PREMIUM]) expect(cart.main).toContain(wand)
  })
})

test('merch is chosen by its variants, with the price of each', async () => {
  const visitor = new Visitor()
  const page = await visitor.visit('/us/product/keyhole-tote')
  const [price] = amountsIn(page.texts('label').find((text) => text.includes('Midnight')) ?? '')
  const cart = await visitor.submit('Add to Cart', { variant: page.values('variant')[1] ?? '' })
  expect(cart.main).toContain('Midnight')
  expect(amountAfter('Total', cart.main)).toBe(price)
})

test('a product that does not exist is said to be missing, with a way back', async () => {
  for (const path of ['/us/product/nothing', '/uk/product/%22%3E%3Cscript%3E', '/us/product/constructor']) {
    const page = await open(path)
    expect([page.status, page.headings(1)]).toEqual([404, ['Product not found']])
    expect(page.main).toContain('This product may have been removed or is no longer available.')
    expect(page.link(/Back to Shop/)).toBe(`${path.slice(0, 3)}/products`)
    expect(page.meta('robots')).toContain('noindex')
  }
})
