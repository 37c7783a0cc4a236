import { expect, type Page } from '@playwright/test'
import { addWand, drawerOf, openDrawer } from './carts.ts'
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
  const undo = page.getByRole('button', { name: /^Undo: Magic Wand, Dragon & Oak removed/ })
  await undo.click()
  await expect(cart.getByText('3 items', { exact: true })).toBeVisible()
  if (!hasScripts()) return
  await quantity.fill('0')
  await quantity.press('Enter')
  await expect(undo).toBeFocused()
  await page.keyboard.press('Escape')
  await openDrawer(page)
  await expect(cart.getByText('Nothing here yet. The shelf is that way.')).toBeVisible()
  await expect(undo).toBeHidden()
})

test('Undo takes the focus of the removed line, and only that @js', async ({ page }) => {
  await addWand(page, 'us', 'Dragon & Oak')
  await addWand(page, 'us', 'Dragon & Yew')
  const cart = drawerOf(page)
  await cart.getByRole('button', { name: 'Remove Magic Wand, Dragon & Oak' }).click()
  await expect(cart.getByRole('button', { name: /^Undo/ })).toBeFocused()
  const more = cart.getByRole('button', { name: 'One more: Magic Wand, Dragon & Yew' })
  await more.click()
  await expect(cart.getByText('2 items', { exact: true })).toBeVisible()
  await expect(more).toBeFocused()
})
