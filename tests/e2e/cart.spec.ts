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

test('Undo takes the focus of the removed line, and only that, until the drawer is closed', async ({
  page,
}) => {
  await fillCart(page, 'us', ['dragon-oak', 'dragon-yew'])
  await page.goto('/us/about')
  await openDrawer(page)
  const cart = drawerOf(page)
  const undo = cart.getByRole('button', { name: /^Undo: Magic Wand, Dragon & Oak removed/ })
  await cart.getByRole('button', { name: 'Remove Magic Wand, Dragon & Oak' }).click()
  await expect(undo).toBeFocused()
  const more = cart.getByRole('button', { name: 'One more: Magic Wand, Dragon & Yew' })
  await more.click()
  await expect(cart.getByText('2 items', { exact: true })).toBeVisible()
  await expect(more).toBeFocused()
  await undo.click()
  await expect(cart.getByText('3 items', { exact: true })).toBeVisible()
  const quantity = cart.getByRole('spinbutton', { name: 'Dragon & Oak' })
  await quantity.fill('0')
  await quantity.press('Enter')
  await expect(undo).toBeFocused()
  await page.keyboard.press('Escape')
  await openDrawer(page)
  await expect(undo).toHaveCount(0)
})
