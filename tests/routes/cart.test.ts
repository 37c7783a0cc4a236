import { describe, expect, test } from 'vitest'
import type { Page } from '../support/browser.ts'
import { claim, makeGift } from '../support/gifts.ts'
import { openTestShop, type TestShop } from '../support/test-shop.ts'

const VOL_2 = { us: 'vol-ii-magical-you-pre-order', uk: 'vol-ii-magical-you-pre-order-1' }
const WAND = 'magic-wand'
const COLLECTORS_SET_OF_3 = '46510000005001'

const shop = openTestShop()

/** Name of the first field for a quantity on a cart page. */
const quantityIn = (page: Page) =>
  page.document.querySelector('input[name^="quantity:"]')?.getAttribute('name') ?? ''

describe('the cart page', () => {
  test('is empty initially, and sets no cookie', async () => {
    const visitor = shop.browser()
    const page = await visitor.visit('/us/cart')
    expect(page.status).toBe(200)
    expect(page.texts('h1')).toEqual(['Shopping Cart'])
    expect(page.main).toContain('Nothing here yet.')
    expect(page.main).toContain('0 items')
    expect(visitor.cookies.size).toBe(0)
  })

  test('shows added items with their options and the catalogue price', async () => {
    const visitor = shop.browser()
    const added = await visitor.post('/us/cart', {
      intent: 'add',
      handle: VOL_2.us,
      option: 'premium-wand',
      wand: 'dragon-oak',
      wrapping: 'printable-only',
      price: '1.00',
    })
    expect(added.path).toBe('/us/cart')
    expect(added.main).toContain('1 item')
    expect(added.main).toContain('Dragon & Oak')
    expect(added.main).toContain('Printable letter')
    expect(added.main).toContain('$98.00')
    expect(added.main).toContain('This order ships free.')
    expect(added.text).toContain('Added to cart!')
    expect((await visitor.visit('/us/cart')).text).not.toContain('Added to cart!')
  })

  test('adds the same choice to its line and another choice as another line', async () => {
    const visitor = shop.browser()
    const add = { intent: 'add', handle: VOL_2.us, option: 'box-only' }
    await visitor.post('/us/cart', add)
    await visitor.post('/us/cart', add)
    const page = await visitor.post('/us/cart', { ...add, wrapping: 'printable-only' })
    expect(page.texts('[data-line] h2')).toHaveLength(2)
    expect(page.main).toContain('3 items')
    expect(page.main).toContain('$177.00')
  })

  test('has one item after a double click on a button, whose first response is stored but not shown', async () => {
    const visitor = shop.browser()
    const press = (wand: string) =>
      visitor.fetch('/us/cart', {
        method: 'POST',
        headers: { Origin: shop.origin },
        body: new URLSearchParams({ intent: 'add', handle: WAND, wand }),
      })
    await press('dragon-yew')
    await press('dragon-yew')
    const page = await visitor.visit('/us/cart')
    expect(page.main).toContain('1 item')
    expect(page.text).toContain('Added to cart!')
    // Once it was shown, the next press counts; and so does one on another button.
    await press('dragon-yew')
    await press('dragon-oak')
    expect((await visitor.visit('/us/cart')).main).toContain('3 items')
  })

  test('changes quantities by number and by step, and removes', async () => {
    const visitor = shop.browser()
    let page = await visitor.post('/us/cart', { intent: 'add', handle: WAND, wand: 'dragon-yew' })
    expect(page.main).toContain('Add $55 more for free shipping')
    page = await visitor.submit(page, /^One more/)
    expect(page.main).toContain('2 items')
    page = await visitor.submit(page, 'Update', { [quantityIn(page)]: '5' })
    expect(page.main).toContain('5 items')
    page = await visitor.submit(page, /^One fewer/)
    expect(page.main).toContain('4 items')
    page = await visitor.submit(page, 'Update', { [quantityIn(page)]: '999' })
    expect(page.main).toContain('20 items')
    expect(page.text).toContain('20 of one thing is our limit per order. We have set it to 20.')
    page = await visitor.submit(page, 'Update', { [quantityIn(page)]: '9'.repeat(400) })
    expect(page.text).toContain('20 of one thing is our limit per order. We have set it to 20.')
    page = await visitor.submit(page, /^Remove /)
    expect(page.main).toContain('0 items')
    expect(page.text).toContain('Magic Wand, Dragon & Yew removed.')
  })

  test('a removal can be undone', async () => {
    const visitor = shop.browser()
    const bundle = new URLSearchParams({ intent: 'add', handle: 'magic-wand-collectors-set', size: '3' })
    for (const wand of ['dragon-oak', 'dragon-yew', 'phoenix-elm']) bundle.append('wands', wand)
    await visitor.post('/us/cart', bundle)
    let page = await visitor.post('/us/cart', {
      intent: 'add',
      handle: WAND,
      wand: 'dragon-yew',
      quantity: '2',
    })
    const total = page.texts('[data-line]').length
    for (const line of [/^Remove Magic Wand, Dragon & Yew/, /^Remove Magic Wand Collector/]) {
      const before = page.texts('[data-line]').toSorted()
      page = await visitor.submit(page, line)
      expect(page.texts('[data-line]')).toHaveLength(total - 1)
      page = await visitor.submit(page, /^Undo: Magic Wand/)
      expect(page.texts('[data-line]').toSorted()).toEqual(before)
    }
    expect(page.text).not.toContain('Undo')
  })

  test('a removed gift cannot be restored without its magic words', async () => {
    const visitor = shop.browser()
    await claim(visitor, (await makeGift(shop)).code)
    const page = await visitor.submit(await visitor.visit('/us/cart'), 'Remove Your gift')
    expect(page.text).toContain('Your gift removed.')
    expect(page.text).not.toContain('Undo')
  })

  test.each(['', 'x', '{}', '[{}]', '[{"variantId":"gid://shopify/ProductVariant/1","quantity":1}]'])(
    'restoring %s changes nothing',
    async (lines) => {
      const visitor = shop.browser()
      const page = await visitor.post('/us/cart', { intent: 'restore', lines })
      expect(page.main).toContain('0 items')
      expect(page.texts('[role=alert]').join()).not.toBe('')
    },
  )

  test('a quantity of zero removes a line, and no addition is reported for it', async () => {
    const visitor = shop.browser()
    const wand = { intent: 'add', handle: WAND, wand: 'dragon-yew', quantity: '20' }
    expect((await visitor.post('/us/cart', wand)).text).toContain('Added to cart!')
    const full = await visitor.post('/us/cart', wand)
    expect(full.text).toContain('20 of one thing is our limit per order.')
    expect(full.text).not.toContain('Added to cart!')
    const emptied = await visitor.submit(full, 'Update', { [quantityIn(full)]: '0' })
    expect(emptied.main).toContain('0 items')
    expect(emptied.text).toContain('Magic Wand, Dragon & Yew removed.')
  })

  test('accepts a bundle with its wands, whose number must match', async () => {
    const visitor = shop.browser()
    const bundle = (wands: string[]) => {
      const fields = new URLSearchParams({ intent: 'add', handle: 'magic-wand-collectors-set', size: '3' })
      for (const wand of wands) fields.append('wands', wand)
      return visitor.post('/uk/cart', fields)
    }
    const refused = await bundle(['dragon-oak', 'dragon-oak', 'dragon-oak'])
    expect(refused.path).toBe('/uk/product/magic-wand-collectors-set?size=3&wands=dragon-oak')
    expect(refused.text).toContain('Please select exactly 3 wands for this bundle.')
    const byVariant = await visitor.post('/uk/cart', {
      intent: 'add',
      handle: 'magic-wand-collectors-set',
      variant: COLLECTORS_SET_OF_3,
    })
    expect(byVariant.text).toContain('Please select exactly 3 wands for this bundle.')
    const page = await bundle(['dragon-oak', 'phoenix-elm', 'dragon-elder'])
    expect(page.main).toContain('Wands: Dragon & Elder, Dragon & Oak, Phoenix & Elm')
    expect(page.text).toContain('3 wands bundle added to your cart.')
    expect(page.main).toContain('£92.00')
  })

  test('requires an edition of Vol. I and keeps the other options', async () => {
    const visitor = shop.browser()
    const add = {
      intent: 'add',
      handle: 'vol-i-phoenix-edition',
      option: 'premium-wand',
      wand: 'phoenix-elm',
    }
    const refused = await visitor.post('/uk/cart', add)
    expect(refused.path).toBe(
      '/uk/product/vol-i-phoenix-edition?option=premium-wand&wand=phoenix-elm&incomplete=1',
    )
    expect(refused.text).toContain('Please select a Phoenix Edition')
    const page = await visitor.post('/uk/cart', { ...add, edition: 'ember' })
    expect(page.texts('[data-line] p')).toEqual([
      'Complete Set (inc. Premium Wand)',
      'Wand: Phoenix & Elm',
      'Edition: Ember',
    ])
  })

  test('leaves only the tax to the checkout when shipping is free', async () => {
    const visitor = shop.browser()
    let page = await visitor.post('/uk/cart', { intent: 'add', handle: WAND, wand: 'dragon-yew' })
    expect(page.main).toContain('Shipping and tax are worked out at checkout.')
    page = await visitor.post('/uk/cart', { intent: 'add', handle: WAND, wand: 'dragon-yew' })
    page = await visitor.post('/uk/cart', { intent: 'add', handle: WAND, wand: 'dragon-yew' })
    expect(page.texts('main dl dd')).toContain('FREE')
    expect(page.main).toContain('Tax is worked out at checkout.')
    expect(page.main).not.toContain('Shipping and tax')
  })

  test('sets the country of a UK cart', async () => {
    const visitor = shop.browser()
    let page = await visitor.post('/uk/cart', { intent: 'add', handle: WAND, wand: 'dragon-yew' })
    expect(page.document.querySelector('select[name=country] option')?.textContent).toBe('United Kingdom')
    page = await visitor.submit(page, 'Ship there', { country: 'FR' })
    expect(page.main).toContain('Customs duties may be due on arrival')
    page = await visitor.post('/uk/cart', { intent: 'set-country', country: 'US' })
    expect(page.text).toContain('Please select your shipping country.')
  })
})

describe('a discount code', () => {
  async function withCode(code: string) {
    const visitor = shop.browser()
    const page = await visitor.post('/us/cart', { intent: 'add', handle: VOL_2.us, option: 'classic-wand' })
    return { visitor, page: await visitor.submit(page, 'Apply', { code }) }
  }

  test('that applies lowers the total, and can be removed', async () => {
    const { visitor, page } = await withCode('owl10')
    expect(page.main).toContain('owl10 applied.')
    expect(page.main).toContain('$79.20')
    const after = await visitor.submit(page, /^Remove owl10$/)
    expect(after.main).toContain('$88.00')
    expect(after.main).not.toContain('owl10')
  })

  test('that is unknown is reported, lowers nothing, and can be removed', async () => {
    const { visitor, page } = await withCode('NOSUCH')
    expect(page.main).toContain('We do not know NOSUCH. Please check the spelling.')
    expect(page.main).toContain('$88.00')
    expect((await visitor.submit(page, /^Remove NOSUCH$/)).main).not.toContain('NOSUCH')
  })

  test('that is mistyped does not replace the one that applies', async () => {
    const { visitor } = await withCode('owl10')
    const page = await visitor.post('/us/cart', { intent: 'apply-discount', code: 'NOSUCH' })
    expect(page.text).toContain('We do not know NOSUCH. Please check the spelling.')
    expect(page.main).toContain('$79.20')
    expect(page.main).toContain('owl10 applied.')
  })

  test('that is a gift’s magic words leads to the redeem page', async () => {
    const { page } = await withCode('amber lantern owl')
    expect(page.text).toContain('Those look like the magic words of a gift. Redeem them here: Redeem a gift')
    expect(page.links('body')).toContain('/us/redeem')
    expect(page.main).not.toContain('amber lantern owl')
  })
})

describe('not allowed in a cart', () => {
  async function ids() {
    const us = await shop.services.storefront.getProduct('us', VOL_2.us)
    const uk = await shop.services.storefront.getProduct('uk', 'vol-i-phoenix-edition')
    const wands = await shop.services.storefront.getProduct('us', WAND)
    const find = (product: typeof us, title: string) =>
      product?.variants.find((variant) => variant.title.includes(title))?.id ?? ''
    return {
      gift: find(us, 'Gift Bundle - Premium'),
      upgrade: find(us, 'Premium Upgrade from Classic'),
      vol1: find(uk, 'Ember - No Wand'),
      soldOut: find(wands, 'Phoenix & Elm'),
    }
  }

  test('gifts, upgrades, the hidden book, sold-out and unknown variants are rejected with a message', async () => {
    const { gift, upgrade, vol1, soldOut } = await ids()
    const tries = [
      [VOL_2.us, gift, 'Only warehouse items can be added to cart at this time.'],
      [VOL_2.us, upgrade, 'Only warehouse items can be added to cart at this time.'],
      ['vol-i-phoenix-edition', vol1, 'This is not sold in the United States store.'],
      [WAND, soldOut, 'This has sold out.'],
      [WAND, gift, 'Please select a product option'],
      [WAND, 'gid://shopify/ProductVariant/1', 'Please select a product option'],
      ['no-such-thing', gift, 'Cannot add to cart'],
    ] as const
    for (const [handle, variant, words] of tries) {
      const visitor = shop.browser()
      const page = await visitor.post('/us/cart', { intent: 'add', handle, variant, edition: 'ember' })
      expect(page.text, words).toContain(words)
      expect((await visitor.visit('/us/cart')).main).toContain('0 items')
    }
  })

  test('the same by client-side changes and by a restored mirror', async () => {
    const { gift, upgrade, vol1, soldOut } = await ids()
    const visitor = shop.browser()
    const lines = [gift, upgrade, vol1, soldOut, 'gid://shopify/ProductVariant/1'].map((variantId) => ({
      variantId,
      quantity: 1,
    }))
    const reply = await changes(visitor, [
      { id: '1', intent: 'restore', lines },
      { id: '2', intent: 'add', handle: VOL_2.us, variant: gift },
    ])
    expect(reply.cart.lines).toEqual([])
    expect(reply.failed).toEqual(['1', '2'])
  })

  test('more than 30 lines', async () => {
    const visitor = shop.browser()
    const wands = [
      'dragon-elder',
      'dragon-oak',
      'dragon-yew',
      'unicorn-chestnut',
      'unicorn-cherry',
      'phoenix-elm',
    ]
    const adds = wands.flatMap((a, i) =>
      wands.slice(i + 1).flatMap((b, j) => wands.slice(i + j + 2).map((c) => [a, b, c])),
    )
    const boxes = wands.flatMap((wand) =>
      ['gift-edition', 'printable-only'].map((wrapping) => ({ wand, wrapping, option: 'premium-wand' })),
    )
    await changes(
      visitor,
      adds.map((three, id) => ({
        id: String(id),
        intent: 'add',
        handle: 'magic-wand-collectors-set',
        size: 3,
        wands: three,
      })),
    )
    const reply = await changes(
      visitor,
      boxes.map((box, id) => ({ id: String(id), intent: 'add', handle: VOL_2.us, ...box })),
    )
    expect(reply.cart.lines).toHaveLength(30)
    const full = await changes(visitor, [{ id: 'x', intent: 'add', handle: 'magical-af-mug' }])
    expect(full.notices[0]?.text).toBe(
      'A cart holds 30 different items. Please check out, then start another.',
    )
    const cookie = visitor.cookies.get('cart') ?? ''
    expect(`cart=${cookie}`.length).toBeLessThan(2048)
  })
})

describe('client-side changes', () => {
  test('are applied in order, each once, and return the cart', async () => {
    const visitor = shop.browser()
    const add = { id: 'a', intent: 'add', handle: WAND, wand: 'dragon-oak' }
    const first = await changes(visitor, [add, add])
    const line = first.cart.lines[0]?.key ?? ''
    expect(first.cart.itemCount).toBe(1)
    expect(first.hadCart).toBe(false)
    expect(first.notices).toMatchObject([{ operation: 'a', title: 'Added to cart!', text: 'Dragon & Oak' }])
    const second = await changes(visitor, [
      { id: 'b', intent: 'adjust', line, by: 4 },
      { id: 'c', intent: 'adjust', line: 'nonsense', by: 1 },
      { id: 'd', intent: 'adjust', line, by: -2 },
      { id: 'e', intent: 'dance' },
    ])
    expect(second.cart.itemCount).toBe(3)
    expect(second.hadCart).toBe(true)
    expect(second.failed).toEqual(['c', 'e'])
  })

  test('a restored mirror keeps valid lines with their options, once', async () => {
    const visitor = shop.browser()
    const book = await shop.services.storefront.getProduct('uk', 'vol-i-phoenix-edition')
    const variantId = book?.variants.find((variant) => variant.title === 'Dragon & Oak')?.id ?? ''
    const restore = {
      id: 'r',
      intent: 'restore',
      lines: [{ variantId, quantity: 400, edition: 'Ember', wrapping: 'gift-edition', wands: ['junk'] }],
      shippingCountry: 'FR',
      discountCode: 'OWL10',
    }
    const reply = await changes(visitor, [restore], 'uk')
    expect(reply.cart.lines).toMatchObject([
      { quantity: 20, attributes: [{ label: 'Edition', value: 'Ember' }] },
    ])
    expect(reply.cart.shippingCountry).toBe('FR')
    expect(reply.cart.discount).toMatchObject({ code: 'OWL10', state: 'applied' })
    const few = { ...restore, lines: restore.lines.map((line) => ({ ...line, quantity: 3 })) }
    const other = shop.browser()
    for (const id of ['first', 'second'])
      expect((await changes(other, [{ ...few, id }], 'uk')).cart.itemCount).toBe(3)
    expect((await changes(visitor, [{ ...few, id: 's' }], 'uk')).cart.itemCount).toBe(20)
  })

  test('invalid data is rejected without changing the cart', async () => {
    const visitor = shop.browser()
    await visitor.post('/us/cart', { intent: 'add', handle: WAND, wand: 'dragon-oak' })
    const post = (body: string, path = '/us/cart/changes') =>
      visitor.fetch(path, { method: 'POST', body, headers: { 'Content-Type': 'application/json' } })
    expect((await post('{')).status).toBe(400)
    expect((await post('{"changes":[]}')).status).toBe(400)
    expect((await post('{"changes":[{"intent":"remove"}]}')).status).toBe(400)
    expect((await post('{"changes":[]}', '/de/cart/changes')).status).toBe(404)
    expect((await visitor.visit('/us/cart')).main).toContain('1 item')
  })
})

describe('bad forms', () => {
  test('unknown intents are a 400 page, bad fields a message', async () => {
    const visitor = shop.browser()
    expect((await visitor.post('/us/cart', { intent: 'dance' })).status).toBe(400)
    expect((await visitor.post('/us/cart', {})).status).toBe(400)
    const added = await visitor.post('/us/cart', { intent: 'add', handle: WAND, wand: 'dragon-oak' })
    const key = added.document.querySelector('input[name=line]')?.getAttribute('value') ?? ''
    for (const quantity of ['', 'many', '1e9', '1.5']) {
      const page = await visitor.post('/us/cart', { intent: 'update', line: key, quantity })
      expect(page.status).toBe(200)
      expect(page.main).toContain('1 item')
      expect(page.text).toContain('That change did not go through')
    }
    const gone = await visitor.post('/us/cart', { intent: 'update', line: key, quantity: '-5' })
    expect(gone.main).toContain('0 items')
  })

  test('a browser without cookies gets a message', async () => {
    const visitor = shop.browser()
    const response = await visitor.fetch('/us/cart', {
      method: 'POST',
      body: 'intent=add&handle=magic-wand&wand=dragon-oak',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded', Origin: shop.origin },
    })
    expect(response.status).toBe(303)
    const kept = await visitor.visit(response.headers.get('Location') ?? '')
    expect(kept.path).toBe('/us/cart')
    visitor.cookies.clear()
    const lost = await visitor.visit(response.headers.get('Location') ?? '')
    expect(lost.text).toContain('Your browser is not keeping cookies for this shop')
  })

  test('a forged, expired or foreign cookie is an empty cart', async () => {
    for (const value of ['junk', 'IjEi.abc', '%00', encodeURIComponent('1~us~US~1.1~~~~')]) {
      const visitor = shop.browser()
      visitor.cookies.set('cart', value)
      const page = await visitor.visit('/us/cart')
      expect(page.status).toBe(200)
      expect(page.main).toContain('0 items')
    }
    const visitor = shop.browser()
    await visitor.post('/us/cart', { intent: 'add', handle: WAND, wand: 'dragon-oak' })
    expect((await visitor.visit('/uk/cart')).main).toContain('0 items')
    expect((await visitor.visit('/us/cart')).main).toContain('1 item')
  })
})

type Reply = {
  cart: {
    lines: { key: string; quantity: number }[]
    itemCount: number
    shippingCountry: string
    discount: unknown
  }
  failed: string[]
  hadCart: boolean
  notices: { operation: string; title: string; text?: string }[]
}

async function changes(
  visitor: ReturnType<TestShop['browser']>,
  list: unknown[],
  market = 'us',
): Promise<Reply> {
  const response = await visitor.fetch(`/${market}/cart/changes`, {
    method: 'POST',
    body: JSON.stringify({ changes: list }),
    headers: { 'Content-Type': 'application/json', Origin: shop.origin },
  })
  expect(response.status).toBe(200)
  expect(response.headers.get('Cache-Control')).toBe('private, no-store')
  return (await response.json()) as Reply
}
