import { expect } from '@playwright/test'
import { drawerOf, fillCart, openDrawer, openWithWand } from './carts.ts'
import { test } from './visitor.ts'

test('Enter in a quantity changes it, without a checkout @plain', async ({ page }) => {
  await openWithWand(page, '/us/cart')
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
