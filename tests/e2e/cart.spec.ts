import { expect } from '@playwright/test'
import { misplacedControls } from './boxes.ts'
import { cartLink, drawerOf, fillCart, openDrawer, openWithWand, saved } from './carts.ts'
import { holdRequests } from './hold-requests.ts'
import { openPage, waitForHydration } from './hydrated.ts'
import { translate } from './translator.ts'
import { test } from './visitor.ts'

/** What the journeys of `quick.test.ts` do not show of a change in a browser. */

test('the buttons of a line fit phones @plain', async ({ page }) => {
  await openWithWand(page, '/us/cart')
  for (const width of [320, 360, 390]) {
    await page.setViewportSize({ width, height: 844 })
    expect(await page.getByRole('main').evaluate(misplacedControls), `${width} px`).toEqual([])
  }
})

test('the list takes the focus of a line that was removed, and only that', async ({ page }) => {
  await fillCart(page, 'us', ['dragon-oak', 'dragon-yew'])
  await page.goto('/us/about')
  await openDrawer(page)
  const cart = drawerOf(page)
  const list = cart.locator('ul[tabindex="-1"]')
  await cart.getByRole('button', { name: 'Remove Magic Wand, Dragon & Oak' }).click()
  await expect(cart.getByText('Magic Wand, Dragon & Oak removed.')).toBeVisible()
  await expect(list).toBeFocused()
  const quantity = cart.getByRole('spinbutton', { name: 'Dragon & Yew' })
  await quantity.fill('0')
  await quantity.press('Enter')
  await expect(cart.getByText('0 items', { exact: true })).toBeVisible()
  await expect(list).toBeFocused()
})

test('in a page translated by the browser the figures follow the cart', async ({ page }) => {
  await openWithWand(page)
  await openDrawer(page)
  await page.evaluate(translate)
  await drawerOf(page).getByRole('button', { name: 'One more' }).click()
  await expect(drawerOf(page).getByText('2 items', { exact: true })).toBeVisible()
  await expect(drawerOf(page)).not.toContainText(/\$3[45](?!\d)|1 item/)
  await expect(drawerOf(page).getByText('$88.00', { exact: true }).last()).toBeVisible()
  await expect(page.getByRole('link', { name: 'Cart, 2 items', includeHidden: true })).toBeAttached()
  await page.evaluate(translate)
  const three = saved(page, 3)
  await drawerOf(page).getByRole('button', { name: 'One more' }).click()
  await expect(drawerOf(page)).toContainText('This order ships free.')
  await expect(drawerOf(page)).not.toContainText('more for free shipping')
  await three
  await openPage(page, '/us/cart')
  await page.evaluate(translate)
  const main = page.getByRole('main')
  await main.getByRole('button', { name: 'One fewer' }).click()
  await expect(main.getByText('$88.00', { exact: true })).toHaveCount(3)
  await expect(main).not.toContainText(/\$132|3 items/)
})

test('a change of store in another tab, which it warns of, empties the cart', async ({ page, context }) => {
  await openWithWand(page)
  const other = await context.newPage()
  await openPage(other, '/us/faq')
  await expect(other.locator('header').getByText('Changing store empties this one.')).not.toHaveCount(0)
  await other.getByRole('banner').getByText('United States, USD').click()
  await other
    .getByRole('button', { name: /^United Kingdom/ })
    .first()
    .click()
  await expect(other).toHaveURL(/\/uk$/)
  await expect(cartLink(page)).toHaveAccessibleName('Cart, 0 items')
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
