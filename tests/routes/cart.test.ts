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

  test('tells the step to free shipping, with the amount that really ships free, and the bundle of single wands', async () => {
    const visitor = shop.browser()
    const set = { intent: 'add', handle: 'vol-ii-magical-you-pre-order', option: 'classic-wand' }
    const page = await visitor.post('/us/cart', set)
    expect(page.main).toContain('Add $2.01 more for free shipping')
    expect(page.main).toContain('The set with a premium wand is $10 more, and then your order ships free.')
    const wands = shop.browser()
    for (const wand of ['dragon-elder', 'dragon-oak', 'dragon-yew'])
      await wands.post('/us/cart', { ...OAK, wand })
    const fourth = await wands.post('/us/cart', { ...OAK, wand: 'unicorn-cherry' })
    expect(fourth.main).toMatch(/As a bundle, these four wands cost \$\d+ less\. See the bundle/)
    const link = fourth.links().find((href) => href.includes('collectors-set?size=4')) ?? ''
    expect((await wands.visit(link)).attributes('input[name=wands][checked]', 'value')).toHaveLength(4)
  })

  test('of one store, while it is empty, tells of the items that wait in the other', async () => {
    const visitor = shop.browser()
    await visitor.post('/uk/cart', OAK)
    const page = await visitor.visit('/us/cart')
    expect(page.main).toContain('Your items are waiting in the United Kingdom store.')
    expect(page.links()).toContain('/uk/cart')
    expect((await visitor.visit('/uk/cart')).main).not.toContain('waiting')
  })
})
