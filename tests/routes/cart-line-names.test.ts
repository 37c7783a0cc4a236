import { expect, test } from 'vitest'
import { openTestShop } from '../support/test-shop.ts'

const shop = openTestShop()

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
