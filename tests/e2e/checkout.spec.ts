import { expect } from '@playwright/test'
import { countAnnouncements, recordAnnouncements } from './announcements.ts'
import { addWand, cartLink, drawerOf, fillCart } from './carts.ts'
import { openPage, submitBeforeHydration, waitForPageScripts } from './hydrated.ts'
import { test } from './visitor.ts'

/** Discount codes, and from the drawer to the checkout. The whole way to an order is in the journeys. */

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
  await fillCart(page, 'uk')
  await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })))
  await expect(cartLink(page)).toHaveAccessibleName('Cart, 1 item')
})

test('a rejected code stays in its field, with its error, until one applies, which can be removed', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await fillCart(page, 'uk')
  const cart = page.getByRole('main')
  const field = cart.getByLabel('Magic Words')
  async function apply(code: string) {
    await field.fill(code)
    await cart.getByRole('button', { name: 'Apply' }).click()
  }
  await submitBeforeHydration(page, '/uk/cart', () => apply('OWL11'))
  await waitForPageScripts(page)
  const said = await recordAnnouncements(page)
  const WHY = 'We do not know OWL11. Please check the spelling.'
  // The page itself has it; each time that it is sent again it is said again.
  for (const times of [0, 1, 2]) {
    if (times > 0) await apply('OWL11')
    await expect.poll(async () => countAnnouncements((await said()).heard, WHY)).toBe(times)
    await expect(field).toHaveAccessibleDescription(WHY)
    await expect(field).toHaveAttribute('aria-invalid', 'true')
    await expect(field).toHaveValue('OWL11')
    await expect(field).toBeFocused()
  }
  await apply('OWL10')
  await expect.poll(async () => countAnnouncements((await said()).heard, 'OWL10 applied.')).toBe(1)
  await expect(field).toHaveValue('')
  await expect(field).not.toHaveAttribute('aria-invalid')
  await expect(field).toHaveAccessibleDescription('')
  await expect(cart.getByText('−£4.40', { exact: true })).toBeVisible()
  await expect(cart.getByText('£39.60', { exact: true })).toBeVisible()
  await cart.getByRole('button', { name: 'Remove OWL10' }).press('Enter')
  await expect(cart.getByRole('button', { name: 'Apply' })).toBeFocused()
  await expect(cart.getByRole('form', { name: 'Discount code' })).toHaveCount(0)
  await expect(cart.getByText('Discount', { exact: true })).toHaveCount(0)
})
