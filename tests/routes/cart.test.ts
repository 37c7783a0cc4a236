import { describe, expect, test } from 'vitest'
import { form, openTestShop } from '../support/test-shop.ts'

const OAK = { intent: 'add', handle: 'magic-wand', wand: 'dragon-oak' }
const YEW = { ...OAK, wand: 'dragon-yew' }

const shop = openTestShop()

describe('the cart page', () => {
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

  test('of one store, while it is empty, tells of the items that wait in the other', async () => {
    const visitor = shop.browser()
    await visitor.post('/uk/cart', OAK)
    const page = await visitor.visit('/us/cart')
    expect(page.main).toContain('Your items are waiting in the United Kingdom store.')
    expect(page.links()).toContain('/uk/cart')
    expect((await visitor.visit('/uk/cart')).main).not.toContain('waiting')
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
})
