import { expect, type Page } from '@playwright/test'
import { drawerOf, openDrawer, openWithWand } from './carts.ts'
import { waitForPageScripts } from './hydrated.ts'
import { test } from './visitor.ts'

const cartLink = (page: Page, words: string) =>
  page.getByRole('link', { name: `Cart, ${words}`, exact: true })

test('a page reloaded while a checkout is open learns of the order @js', async ({ page, context }) => {
  await openWithWand(page, '/us/about')
  await openDrawer(page)
  const opened = context.waitForEvent('page')
  await drawerOf(page).getByRole('button', { name: 'Checkout' }).click()
  const checkout = await opened
  await expect(checkout.getByRole('heading', { name: 'Complete your order' })).toBeVisible()
  await page.goto('/us/faq')
  await waitForPageScripts(page)
  await expect(cartLink(page, '1 item')).toBeVisible()
  const kept = () => page.evaluate(() => JSON.parse(localStorage.getItem('wizard-box-cart') ?? '').cartId)
  expect(await kept()).toContain('gid://shopify/Cart/')
  await checkout.getByRole('button', { name: 'Complete order' }).click()
  await expect(checkout.getByRole('heading', { name: 'Order complete' })).toBeVisible()
  // Every tab of a headless browser counts as visible.
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await expect(cartLink(page, '0 items')).toBeVisible()
  await expect(page.getByText('Your order is placed, so the cart is empty again. Thank you.')).toBeVisible()
})

test('the checkout opens with the cart that is shown, also if its cookie was lost @js', async ({
  page,
  context,
}) => {
  await openWithWand(page, '/uk/about')
  await openDrawer(page)
  await context.clearCookies({ name: 'cart' })
  const opened = context.waitForEvent('page', (tab) => tab.url() === 'about:blank')
  await drawerOf(page).getByRole('button', { name: 'Checkout' }).click()
  const checkout = await opened
  await expect(checkout.getByRole('heading', { name: 'Complete your order' })).toBeVisible()
  await expect(checkout.getByText('Dragon & Oak').first()).toBeVisible()
})

test('a browser without cookies shows an error at the checkout @js', async ({ page, context }) => {
  await openWithWand(page, '/uk/about')
  await openDrawer(page)
  await context.clearCookies({ name: 'cart' })
  await page.route('**/uk/{cart/changes,checkout}', async (route) => {
    const response = await route.fetch()
    await context.clearCookies({ name: 'cart' })
    const headers = { ...response.headers() }
    delete headers['set-cookie']
    await route.fulfill({ response, headers })
  })
  await drawerOf(page).getByRole('button', { name: 'Checkout' }).click()
  await expect(drawerOf(page).getByText('Your browser is not keeping cookies for this shop')).toBeVisible()
})
