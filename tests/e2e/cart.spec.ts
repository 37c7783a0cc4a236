import { expect, type Page } from '@playwright/test'
import { addWand, drawerOf } from './carts.ts'
import { hasScripts } from './hydrated.ts'
import { test } from './visitor.ts'

/** The cart after an addition: the drawer with scripts, the page without. */
function cartOf(page: Page) {
  return hasScripts() ? drawerOf(page) : page.getByRole('main')
}

test('a wand is added, counted, changed and removed', async ({ page }) => {
  await addWand(page, 'us', 'Dragon & Oak')
  const cart = cartOf(page)
  await expect(cart.getByText('1 item', { exact: true })).toBeVisible()
  await expect(page.getByText('Added to cart!')).toBeVisible()
  await expect(cart.getByText('Add $55 more for free shipping')).toBeVisible()
  await cart.getByRole('button', { name: 'One more' }).click()
  await expect(cart.getByText('2 items', { exact: true })).toBeVisible()
  const quantity = cart.getByRole('spinbutton', { name: 'Quantity of Magic Wand' })
  await quantity.fill('3')
  await quantity.press('Enter')
  await expect(cart.getByText('3 items', { exact: true })).toBeVisible()
  if (hasScripts()) await expect(quantity).toBeFocused()
  await expect(cart.getByText('$105.00').last()).toBeVisible()
  await expect(cart.getByText('This order ships free.')).toBeVisible()
  await cart.getByRole('button', { name: 'Remove Magic Wand' }).click()
  await expect(page.getByText('Magic Wand, Dragon & Oak removed.').first()).toBeVisible()
  await expect(cart.getByText('0 items', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: /^Undo: Magic Wand, Dragon & Oak removed/ }).click()
  await expect(cart.getByText('3 items', { exact: true })).toBeVisible()
})

test('the checkout opens in a new tab, and the cart is empty after the order @js', async ({
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
  await expect(checkout.getByRole('heading', { name: 'Complete your order' })).toBeVisible()
  await expect(checkout.getByText('France')).toBeVisible()
  await expect(cart).toBeHidden()
  await checkout.getByRole('button', { name: 'Complete order' }).click()
  await expect(checkout.getByRole('heading', { name: 'Order complete' })).toBeVisible()
  await page.goto('/uk/cart')
  await expect(page.getByText('Your order is placed, so the cart is empty again. Thank you.')).toBeVisible()
  await expect(page.getByText('0 items', { exact: true })).toBeVisible()
})
