import { expect, type Page } from '@playwright/test'
import { misplacedControls } from './boxes.ts'
import { cartLink, drawerOf, fillCart, openDrawer, openWithWand } from './carts.ts'
import { holdRequests } from './hold-requests.ts'
import { openPage, waitForHydration, waitForPageScripts } from './hydrated.ts'
import { test } from './visitor.ts'

/** What the journeys of `quick.test.ts` do not show of a change in a browser. */

async function openCart(page: Page) {
  await fillCart(page, 'us')
  await openPage(page, '/us/cart')
  return page.getByRole('main')
}

test('Enter in a quantity changes it, without a checkout, beside buttons that fit phones @plain', async ({
  page,
}) => {
  await openWithWand(page, '/us/cart')
  for (const width of [320, 360, 390]) {
    await page.setViewportSize({ width, height: 844 })
    expect(await page.getByRole('main').evaluate(misplacedControls), `${width} px`).toEqual([])
  }
  const quantity = page.getByRole('spinbutton', { name: 'Quantity of Magic Wand' })
  await quantity.fill('3')
  await quantity.press('Enter')
  await expect(page.getByRole('main').getByText('3 items', { exact: true })).toBeVisible()
  await expect(page).toHaveURL(/\/us\/cart$/)
})

test('the list takes the focus of a line that was removed, and only that', async ({ page }) => {
  await fillCart(page, 'us', ['dragon-oak', 'dragon-yew'])
  await page.goto('/us/about')
  await openDrawer(page)
  const cart = drawerOf(page)
  await cart.getByRole('button', { name: 'Remove Magic Wand, Dragon & Oak' }).click()
  await expect(cart.getByText('Magic Wand, Dragon & Oak removed.')).toBeVisible()
  await expect(cart.locator('ul[tabindex="-1"]')).toBeFocused()
})

/** Wraps every text, as Chromium's translation does. Runs in the page. */
function translate() {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  const texts: Text[] = []
  while (walker.nextNode()) texts.push(walker.currentNode as Text)
  for (const text of texts) {
    if (!text.data.trim() || text.parentElement?.closest('script, style, noscript, svg')) continue
    const words = document.createElement('font')
    words.textContent = text.data
    text.replaceWith(words)
  }
}

test('in a page translated by the browser the figures follow the cart, and the button keeps its place', async ({
  page,
}) => {
  // As most people see the lines, which move.
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  const cart = await openCart(page)
  const checkout = cart.getByRole('button', { name: 'Checkout' })
  const before = await checkout.boundingBox()
  await page.evaluate(translate)
  const quantity = cart.getByRole('spinbutton')
  await quantity.fill('3')
  await quantity.press('Enter')
  await expect(cart.getByText('3 items', { exact: true })).toBeVisible()
  await expect(cart.getByText('$132.00', { exact: true })).toHaveCount(3)
  await expect(cart.getByText('This order ships free.')).toBeVisible()
  await expect(cart).not.toContainText(/\$3[45](?!\d)|1 item|more for free shipping/)
  await expect(cartLink(page)).toHaveAccessibleName('Cart, 3 items')
  expect((await checkout.boundingBox())?.y).toBe(before?.y)
})

test('a slow addition does not change the next page', async ({ page }) => {
  await page.goto(
    '/us/product/magic-wand-collectors-set?size=3&wands=dragon-oak&wands=dragon-yew&wands=unicorn-cherry',
  )
  await waitForHydration(page)
  const answer = await holdRequests(page, '**/cart/changes')
  await page.getByRole('button', { name: 'Add Bundle' }).first().click()
  await page.getByRole('contentinfo').getByRole('link', { name: 'Magic Wand', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Magic Wand' })).toBeVisible()
  const address = page.url()
  answer()
  await expect(page.getByText('Custom Bundle Added!')).toBeVisible()
  await expect(cartLink(page)).toHaveAccessibleName('Cart, 1 item')
  await expect(drawerOf(page)).toBeHidden()
  expect(page.url()).toBe(address)
})

/** What comes of `window.open` in browsers that give no window. */
const GIVEN = [
  '({ closed: false, document: { title: "", body: {} }, location: { replace() {} }, close() {} })',
  'null',
  'window',
  '{ throw new Error("not allowed") }',
]

test('in a browser that gives no new window the checkout opens in this one, and Back returns', async ({
  page,
}) => {
  const cart = await openCart(page)
  const checkout = cart.getByRole('button', { name: 'Checkout' })
  for (const given of GIVEN) {
    await waitForPageScripts(page)
    await page.evaluate(`window.open = () => ${given}`)
    if (given === 'null') {
      await page.route('**/us/cart/changes', (route) => route.abort())
      await checkout.click()
      await expect(cart.getByText('Failed to create checkout. Please try again.')).toBeVisible()
      await expect(page).toHaveURL(/\/us\/cart$/)
      await page.unroute('**/us/cart/changes')
    }
    await checkout.click()
    await expect(page.getByRole('heading', { name: 'Complete your order' })).toBeVisible()
    await page.goBack()
    await expect(page, given).toHaveURL(/\/us\/cart$/)
    await expect(cart.getByText('1 item', { exact: true })).toBeVisible()
    await expect(checkout).toBeEnabled()
  }
})
