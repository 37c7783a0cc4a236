import { expect } from '@playwright/test'
import { addWand, cartLink, drawerOf, openDrawer, openWithWand } from './carts.ts'
import { waitForPageScripts } from './hydrated.ts'
import { test } from './visitor.ts'

/** From the drawer to the checkout. The whole way to an order is in buy.spec.ts. */

test('the checkout opens in a new tab, and a page that was opened meanwhile learns of the order @js', async ({
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
  // A hosted checkout is another site, which must not be able to change this page.
  expect(await checkout.evaluate(() => opener)).toBeNull()
  await expect(cart).toBeHidden()

  await page.goto('/uk/faq')
  await waitForPageScripts(page)
  await expect(cartLink(page)).toHaveAccessibleName('Cart, 1 item')
  const kept = () => page.evaluate(() => JSON.parse(localStorage.getItem('wizard-box-cart') ?? '').cartId)
  expect(await kept()).toContain('gid://shopify/Cart/')
  await checkout.getByRole('button', { name: 'Complete order' }).click()
  await expect(checkout.getByRole('heading', { name: 'Order complete' })).toBeVisible()
  // Every tab of a headless browser counts as visible.
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await expect(cartLink(page)).toHaveAccessibleName('Cart, 0 items')
  await expect(page.getByText('Your order is placed, so the cart is empty again. Thank you.')).toBeVisible()
})

test('a failure is shown in the drawer, and the checkout opens later @js', async ({ page, context }) => {
  await openWithWand(page)
  await openDrawer(page)
  const tabs = context.pages().length
  await page.route('**/us/checkout', (route) => route.abort())
  await drawerOf(page).getByRole('button', { name: 'Checkout' }).click()
  await expect(
    drawerOf(page).getByRole('alert').filter({ hasText: 'Failed to create checkout.' }),
  ).toBeVisible()
  await expect.poll(() => context.pages().length).toBe(tabs)
  await page.unroute('**/us/checkout')
  const opened = context.waitForEvent('page')
  await drawerOf(page).getByRole('button', { name: 'Checkout' }).click()
  await expect((await opened).getByRole('heading', { name: 'Complete your order' })).toBeVisible()
})

test('the checkout opens with the cart that is shown, also if its cookie was lost, but not where none is kept @js', async ({
  page,
  context,
}) => {
  await openWithWand(page, '/uk/about')
  await openDrawer(page)
  await context.clearCookies({ name: 'cart' })
  const opened = context.waitForEvent('page')
  await drawerOf(page).getByRole('button', { name: 'Checkout' }).click()
  const checkout = await opened
  await expect(checkout.getByRole('heading', { name: 'Complete your order' })).toBeVisible()
  await expect(checkout.getByText('Dragon & Oak').first()).toBeVisible()

  await page.route('**/uk/{cart/changes,checkout}', async (route) => {
    const response = await route.fetch()
    await context.clearCookies({ name: 'cart' })
    const headers = { ...response.headers() }
    delete headers['set-cookie']
    await route.fulfill({ response, headers })
  })
  await context.clearCookies({ name: 'cart' })
  await openDrawer(page)
  await drawerOf(page).getByRole('button', { name: 'Checkout' }).click()
  await expect(drawerOf(page).getByText('Your browser is not keeping cookies for this shop')).toBeVisible()
})
