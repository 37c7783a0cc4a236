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
})
