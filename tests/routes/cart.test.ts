import { describe, expect, test } from 'vitest'
import type { Browser, Page } from '../support/browser.ts'
import { claim, makeGift } from '../support/gifts.ts'
import { form, openTestShop } from '../support/test-shop.ts'

const VOL_2 = 'vol-ii-magical-you-pre-order'
const OAK = { intent: 'add', handle: 'magic-wand', wand: 'dragon-oak' }
const YEW = { ...OAK, wand: 'dragon-yew' }

const shop = openTestShop()

/** Types a quantity into the first line of a cart page. */
function update(visitor: Browser, page: Page, quantity: string): Promise<Page> {
  const [name = ''] = page.attributes('input[name^="quantity:"]', 'name')
  return visitor.submit(page, 'Update', { [name]: quantity })
}

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
    const box = { intent: 'add', handle: VOL_2, option: 'premium-wand', wand: 'dragon-oak' }
    const added = await visitor.post('/us/cart', { ...box, wrapping: 'printable-only', price: '1.00' })
    expect(added.path).toBe('/us/cart')
    for (const words of ['1 item', 'Dragon & Oak', 'Printable letter', '$98.00', 'This order ships free.'])
      expect(added.main).toContain(words)
    expect(added.text).toContain('Added to cart!')
    expect((await visitor.visit('/us/cart')).text).not.toContain('Added to cart!')
  })

  test('adds the same choice to its line and another choice as another line', async () => {
    const visitor = shop.browser()
    const box = { intent: 'add', handle: VOL_2, option: 'box-only' }
    await visitor.post('/us/cart', box)
    await visitor.post('/us/cart', box)
    const page = await visitor.post('/us/cart', { ...box, wrapping: 'printable-only' })
    expect(page.texts('[data-line] h2')).toHaveLength(2)
    expect(page.main).toContain('3 items')
    expect(page.main).toContain('$177.00')
  })

  test('has one item after a double click on a button, whose first response is stored but not shown', async () => {
    const visitor = shop.browser()
    const press = (wand: typeof OAK) => visitor.fetch('/us/cart', form(wand))
    await press(YEW)
    await press(YEW)
    const page = await visitor.visit('/us/cart')
    expect(page.main).toContain('1 item')
    expect(page.text).toContain('Added to cart!')
    // Once it was shown, the next press counts; and so does one on another button.
    await press(YEW)
    await press(OAK)
    expect((await visitor.visit('/us/cart')).main).toContain('3 items')
  })

  test('changes quantities by number and by step, and removes', async () => {
    const visitor = shop.browser()
    let page = await visitor.post('/us/cart', YEW)
    expect(page.main).toContain('Add $55 more for free shipping')
    expect(page.main).toContain('Shipping and tax are worked out at checkout.')
    page = await visitor.submit(page, /^One more/)
    expect(page.main).toContain('2 items')
    page = await update(visitor, page, '5')
    expect(page.main).toContain('5 items')
    expect(page.texts('main dl dd')).toContain('FREE')
    expect(page.main).toContain('Tax is worked out at checkout.')
    page = await visitor.submit(page, /^One fewer/)
    expect(page.main).toContain('4 items')
    page = await update(visitor, page, '9'.repeat(400))
    expect(page.main).toContain('20 items')
    expect(page.text).toContain('20 of one thing is our limit per order. We have set it to 20.')
    page = await visitor.submit(page, /^Remove /)
    expect(page.main).toContain('0 items')
    expect(page.text).toContain('Magic Wand, Dragon & Yew removed.')
  })

  test('a quantity of zero removes a line, and no addition is reported for a full one', async () => {
    const visitor = shop.browser()
    expect((await visitor.post('/us/cart', { ...YEW, quantity: '20' })).text).toContain('Added to cart!')
    const full = await visitor.post('/us/cart', YEW)
    expect(full.text).toContain('20 of one thing is our limit per order.')
    expect(full.text).not.toContain('Added to cart!')
    const emptied = await update(visitor, full, '0')
    expect(emptied.main).toContain('0 items')
    expect(emptied.text).toContain('Magic Wand, Dragon & Yew removed.')
  })

  test('a removal can be undone', async () => {
    const visitor = shop.browser()
    const bundle = new URLSearchParams({ intent: 'add', handle: 'magic-wand-collectors-set', size: '3' })
    for (const wand of ['dragon-oak', 'dragon-yew', 'phoenix-elm']) bundle.append('wands', wand)
    await visitor.post('/us/cart', bundle)
    let page = await visitor.post('/us/cart', { ...YEW, quantity: '2' })
    const before = page.texts('[data-line]').toSorted()
    for (const line of [/^Remove Magic Wand, Dragon & Yew/, /^Remove Magic Wand Collector/]) {
      page = await visitor.submit(page, line)
      expect(page.texts('[data-line]')).toHaveLength(before.length - 1)
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

  test('the controls of each line of one product are named by its options', async () => {
    const visitor = shop.browser()
    for (const wand of ['dragon-oak', 'phoenix-elm', 'dragon-elder'])
      await visitor.post('/uk/cart', { intent: 'add', handle: 'magic-wand', wand })
    const { document } = await visitor.visit('/uk/cart')
    const named = (selector: string) =>
      [...document.querySelectorAll(`main ${selector}`)].map(
        (one) => one.getAttribute('aria-label') ?? one.textContent.trim(),
      )
    const wands = ['Dragon & Oak', 'Phoenix & Elm', 'Dragon & Elder'].map((wand) => `Magic Wand, ${wand}`)
    for (const [selector, name] of [
      ['fieldset > legend', 'Quantity of'],
      ['input[type=number]', 'Quantity of'],
      ['button', 'One fewer:'],
      ['button', 'One more:'],
      ['button', 'Remove'],
    ] as const) {
      const names = named(selector).filter((text) => text.startsWith(`${name} Magic Wand`))
      expect(names.toSorted(), name).toEqual(wands.map((wand) => `${name} ${wand}`).toSorted())
    }
  })

  test('sets the country of a UK cart', async () => {
    const visitor = shop.browser()
    let page = await visitor.post('/uk/cart', YEW)
    expect(page.texts('select[name=country] option')[0]).toBe('United Kingdom')
    page = await visitor.submit(page, 'Ship there', { country: 'FR' })
    expect(page.main).toContain('Customs duties may be due on arrival')
    page = await visitor.post('/uk/cart', { intent: 'set-country', country: 'US' })
    expect(page.text).toContain('Please select your shipping country.')
  })
})

describe('a discount code', () => {
  async function withCode(code: string) {
    const visitor = shop.browser()
    const page = await visitor.post('/us/cart', { intent: 'add', handle: VOL_2, option: 'classic-wand' })
    return { visitor, page: await visitor.submit(page, 'Apply', { code }) }
  }

  test('that applies lowers the total, is not replaced by a mistyped one, and can be removed', async () => {
    const { visitor, page } = await withCode('owl10')
    expect(page.main).toContain('owl10 applied.')
    expect(page.main).toContain('$79.20')
    const mistyped = await visitor.post('/us/cart', { intent: 'apply-discount', code: 'NOSUCH' })
    expect(mistyped.text).toContain('We do not know NOSUCH. Please check the spelling.')
    expect(mistyped.main).toContain('$79.20')
    expect(mistyped.main).toContain('owl10 applied.')
    const after = await visitor.submit(mistyped, /^Remove owl10$/)
    expect(after.main).toContain('$88.00')
    expect(after.main).not.toContain('owl10')
  })

  test('that is unknown is reported, lowers nothing, and can be removed', async () => {
    const { visitor, page } = await withCode('NOSUCH')
    expect(page.main).toContain('We do not know NOSUCH. Please check the spelling.')
    expect(page.main).toContain('$88.00')
    expect((await visitor.submit(page, /^Remove NOSUCH$/)).main).not.toContain('NOSUCH')
  })

  test('that is a gift’s magic words leads to the redeem page', async () => {
    const { page } = await withCode('amber lantern owl')
    expect(page.text).toContain('Those look like the magic words of a gift. Redeem them here: Redeem a gift')
    expect(page.links('body')).toContain('/us/redeem')
    expect(page.main).not.toContain('amber lantern owl')
  })
})
