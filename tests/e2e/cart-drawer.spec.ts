import { expect } from '@playwright/test'
import { countAnnouncements, recordAnnouncements } from './announcements.ts'
import { boxOf, misplacedControls } from './boxes.ts'
import { cartLink, drawerOf, fillCart, openDrawer, openWithWand } from './carts.ts'
import { openPage, waitForHydration } from './hydrated.ts'
import { post } from './post.ts'
import { test } from './visitor.ts'

/** The drawer, which needs scripts; cart.spec.ts has the tests without. */

test('the drawer takes the focus and returns it, and the page behind it stays, until it is closed by button, Escape or a click outside', async ({
  page,
}) => {
  await openWithWand(page)
  const heading = page.getByRole('heading', { level: 1, includeHidden: true })
  for (const [reducedMotion, leave] of [
    ['reduce', () => drawerOf(page).getByRole('button', { name: 'Close cart' }).click()],
    ['no-preference', () => page.keyboard.press('Escape')],
    ['reduce', () => page.mouse.click(40, 300)],
  ] as const) {
    await page.emulateMedia({ reducedMotion })
    await openDrawer(page)
    await expect(drawerOf(page).locator(':focus')).toHaveCount(1)
    const place = await heading.boundingBox()
    await page.mouse.move(100, 300)
    await page.mouse.wheel(0, 600)
    expect(await page.evaluate(() => scrollY)).toBe(0)
    await leave()
    await expect(drawerOf(page)).toBeHidden()
    await expect(cartLink(page)).toBeFocused()
    expect(await heading.boundingBox(), 'as wide as behind the drawer').toEqual(place)
  }
  await page.mouse.wheel(0, 600)
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(0)
  await expect(page).toHaveURL(/\/us\/about$/)
})

test('a held Enter adds one item, announced once, and leaves the drawer open', async ({ page }) => {
  await page.goto('/us/product/magic-wand')
  await page.mouse.move(4, 4)
  await waitForHydration(page)
  const said = await recordAnnouncements(page)
  await page
    .getByRole('button', { name: /Add to Cart/ })
    .first()
    .focus()
  await page.keyboard.down('Enter')
  await expect(drawerOf(page).locator(':focus')).toHaveCount(1)
  for (let repeats = 0; repeats < 3; repeats++) await page.keyboard.down('Enter')
  await page.keyboard.up('Enter')
  // Under the pointer it stays.
  await drawerOf(page).locator('[data-toast]').hover()
  await expect(drawerOf(page).getByText('1 item', { exact: true })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(drawerOf(page)).toBeHidden()
  await page.getByRole('button', { name: 'Dismiss' }).click()
  await expect(page.locator('[data-toast]')).toHaveCount(0)
  const { heard, lost } = await said()
  expect(countAnnouncements(heard, 'Added to cart!')).toBe(1)
  expect(lost.filter((text) => /Added to cart/.test(text))).toEqual([])
})

test('without the drawer’s code and offline, the page stays, and another press opens the cart page later', async ({
  page,
  context,
}) => {
  await page.route('**/assets/cart-drawer*.js', (route) => route.abort())
  await openWithWand(page, '/us/products')
  await waitForHydration(page)
  await context.setOffline(true)
  await cartLink(page).click()
  await expect(page.getByRole('region', { name: 'Notifications' })).toContainText('You are offline')
  await expect(page).toHaveURL('/us/products')
  await context.setOffline(false)
  await cartLink(page).click()
  await expect(page.getByRole('heading', { name: 'Shopping Cart' })).toBeVisible()
  await expect(page).toHaveURL('/us/cart')
})

test('a link closes the drawer: to another page, whose content gets the focus, or to the page behind it', async ({
  page,
}) => {
  await openWithWand(page)
  await openDrawer(page)
  const link = drawerOf(page).getByRole('link', { name: 'Magic Wand' })
  await link.press('Enter')
  await expect(page).toHaveURL('/us/product/magic-wand')
  await expect(drawerOf(page)).toBeHidden()
  await expect(page.getByRole('main')).toBeFocused()
  await openDrawer(page)
  await link.click()
  await expect(drawerOf(page)).toBeHidden()
  await expect(page).toHaveURL('/us/product/magic-wand')
})

test('the cart link stays a link for a new tab, and on the cart page', async ({ page, context }) => {
  await openWithWand(page)
  await waitForHydration(page)
  const opened = context.waitForEvent('page')
  await cartLink(page).click({ modifiers: ['ControlOrMeta'] })
  const tab = await opened
  await expect(tab.getByRole('heading', { level: 1 })).toHaveText('Shopping Cart')
  await expect(drawerOf(page)).toBeHidden()
  await waitForHydration(tab)
  const followed = tab.waitForResponse('**/us/cart.data*')
  await cartLink(tab).click()
  await followed
  await expect(drawerOf(tab)).toBeHidden()
})

test('all of it fits the smallest phone and a low window, with the order in sight, however many lines there are', async ({
  page,
}) => {
  // The first line, and the tallest: it names its edition.
  const handle = 'vol-i-phoenix-edition'
  await post(page, '/uk/cart', { intent: 'add', handle, option: 'box-only', edition: 'ember' })
  await page.setViewportSize({ width: 320, height: 640 })
  await openPage(page, '/uk/about')
  await openDrawer(page)
  const cart = drawerOf(page)
  const field = cart.getByLabel('Magic Words')
  const line = cart.locator('[data-line]').filter({ hasText: 'Ember' })
  const button = (name: string) => cart.getByRole('button', { name })
  expect(await cart.evaluate(misplacedControls)).toEqual([])
  const more = await boxOf(page, 'dialog [aria-label^="One more"]')
  const remove = await boxOf(page, 'dialog [aria-label^="Remove "]')
  expect(remove.left - more.right, 'between One more and Remove').toBeGreaterThanOrEqual(8)
  await fillCart(page, 'uk', ['dragon-oak', 'dragon-yew', 'phoenix-elm'])
  await page.reload()
  await openDrawer(page)
  for (const [width, height] of [
    [1440, 900],
    [390, 844],
    [320, 640],
  ] as const) {
    await page.setViewportSize({ width, height })
    for (const part of [field, button('Apply'), button('Checkout'), cart.getByLabel('Ship to'), line])
      await expect(part).toBeInViewport({ ratio: 1 })
    await field.fill(width === 320 ? 'OWL10' : 'OWLFEATHER25')
    for (const box of [field, cart])
      expect(await box.evaluate((it) => it.scrollWidth - it.clientWidth), `all is shown at ${width}`).toBe(0)
  }
  await field.fill('A'.repeat(64))
  await button('Apply').click()
  await expect(cart.getByText(/We do not know AAA/)).toBeInViewport({ ratio: 1 })
  await page.setViewportSize({ width: 844, height: 390 })
  await button('Checkout').scrollIntoViewIfNeeded()
  for (const part of ['Checkout', 'Close cart']) await expect(button(part)).toBeInViewport({ ratio: 1 })
})

test('the toast of an added item stands in place of the progress, and moves nothing', async ({ page }) => {
  await openPage(page, '/uk/product/vol-i-phoenix-edition?option=classic-wand&edition=ember')
  for (const [width, height] of [
    [1440, 800],
    [320, 640],
  ] as const) {
    await page.setViewportSize({ width, height })
    await page.getByRole('button', { name: 'Add to Cart' }).first().click()
    const toast = drawerOf(page).locator('[data-toast]').filter({ hasText: 'Added to cart!' })
    await toast.hover()
    await expect(toast).toBeInViewport({ ratio: 1 })
    const checkout = drawerOf(page).getByRole('button', { name: 'Checkout' })
    const line = drawerOf(page).locator('[data-line]')
    const before = [await checkout.boundingBox(), await line.boundingBox()]
    const [from, to] = [await toast.boundingBox(), before[1]]
    expect((from?.y ?? 0) + (from?.height ?? 0), `at ${width}`).toBeLessThanOrEqual(to?.y ?? 0)
    await toast.getByRole('button', { name: 'Dismiss' }).click()
    await expect(toast).toHaveCount(0)
    expect([await checkout.boundingBox(), await line.boundingBox()], `at ${width}`).toEqual(before)
    await page.keyboard.press('Escape')
    await expect(drawerOf(page)).toBeHidden()
  }
})
