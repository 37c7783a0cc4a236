import { expect } from '@playwright/test'
import { addWand, cartLink, drawerOf, fillCart } from './carts.ts'
import { openPage } from './hydrated.ts'
import { post } from './post.ts'
import { test } from './visitor.ts'

/** From the drawer to the checkout. The whole way to an order is in the journeys. */

test('the checkout’s tab cannot change this one, and a page that was opened meanwhile learns of the order', async ({
  page,
  context,
}) => {
  await addWand(page, 'uk', 'Dragon & Elder')
  const cart = drawerOf(page)
  await cart.getByLabel('Ship to').focus()
  await cart.getByLabel('Ship to').selectOption('FR')
  await expect(cart.getByText('Customs duties may be due on arrival')).toBeVisible()
  await expect(cart.getByLabel('Ship to')).toBeFocused()
  const opened = context.waitForEvent('page')
  await cart.getByRole('button', { name: 'Checkout' }).click()
  const checkout = await opened
  await expect(checkout.getByText('France')).toBeVisible()
  expect(await checkout.evaluate(() => opener)).toBeNull()
  await openPage(page, '/uk/faq')
  await expect(cartLink(page)).toHaveAccessibleName('Cart, 1 item')
  await checkout.getByRole('button', { name: 'Complete order' }).click()
  await expect(checkout.getByRole('heading', { name: 'Order complete' })).toBeVisible()
  // Every tab of a headless browser counts as visible.
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await expect(cartLink(page)).toHaveAccessibleName('Cart, 0 items')
  await expect(page.getByText('Your order is placed, so the cart is empty again. Thank you.')).toBeVisible()
})

test('the pages of an order fit a phone, however long its words are @plain', async ({ page }) => {
  await fillCart(page, 'us')
  await page.setViewportSize({ width: 320, height: 640 })
  await page.goto((await post(page, '/us/checkout', {})).url())
  for (const field of ['Name', 'Address', 'City', 'State', 'ZIP code'])
    await page.getByLabel(field, { exact: true }).fill('W'.repeat(200))
  await page.getByLabel('Email').fill(`${'w'.repeat(64)}@${'w'.repeat(63)}.${'w'.repeat(63)}.example`)
  const fits = () =>
    page.locator('html').evaluate(({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth)
  expect(await fits()).toBe(true)
  await page.getByRole('button', { name: 'Complete order' }).click()
  await expect(page.getByRole('heading', { name: 'Order complete' })).toBeVisible()
  expect(await fits()).toBe(true)
})
