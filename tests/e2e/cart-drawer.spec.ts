import { expect } from '@playwright/test'
import { countAnnouncements, recordAnnouncements } from './announcements.ts'
import { cartLink, drawerOf, openDrawer, openWithWand } from './carts.ts'
import { waitForHydration } from './hydrated.ts'
import { test } from './visitor.ts'

// All of these need scripts; cart.spec.ts has the tests without.
test.describe('the drawer', () => {
  test('takes the focus and returns it, closed by button, Escape or a click outside', async ({ page }) => {
    await openWithWand(page)
    for (const [reducedMotion, leave] of [
      ['reduce', () => drawerOf(page).getByRole('button', { name: 'Close cart' }).click()],
      ['no-preference', () => page.keyboard.press('Escape')],
      ['reduce', () => page.mouse.click(40, 300)],
    ] as const) {
      await page.emulateMedia({ reducedMotion })
      await openDrawer(page)
      await expect(drawerOf(page).locator(':focus')).toHaveCount(1)
      await leave()
      await expect(drawerOf(page)).toBeHidden()
      await expect(cartLink(page)).toBeFocused()
    }
    await expect(page).toHaveURL(/\/us\/about$/)
  })

  test('a held Enter adds one item and leaves the drawer open', async ({ page }) => {
    await page.goto('/us/product/magic-wand')
    await page.mouse.move(4, 4)
    await waitForHydration(page)
    await page
      .getByRole('button', { name: /Add to Cart/ })
      .first()
      .focus()
    await page.keyboard.down('Enter')
    await expect(drawerOf(page)).toBeVisible()
    await expect(drawerOf(page).locator(':focus')).toHaveCount(1)
    for (let repeats = 0; repeats < 3; repeats++) await page.keyboard.down('Enter')
    await page.keyboard.up('Enter')
    await expect(drawerOf(page)).toBeVisible()
    await expect(drawerOf(page).getByText('1 item', { exact: true })).toBeVisible()
  })

  test('the added item and the total are announced once, while the drawer opens', async ({ page }) => {
    await page.goto('/us/product/magic-wand')
    await page.mouse.move(4, 4)
    await waitForHydration(page)
    const said = await recordAnnouncements(page)
    const add = page.getByRole('button', { name: /Add to Cart/ })
    for (const total of ['1 item. Total $34.00', '2 items. Total $78.00']) {
      await add.nth(total.startsWith('1') ? 0 : 1).click()
      await expect(drawerOf(page)).toBeVisible()
      // Under the pointer it stays.
      await drawerOf(page).locator('[data-toast]').hover()
      await expect(drawerOf(page).getByText(total, { exact: true })).toBeAttached()
      await page.keyboard.press('Escape')
      await expect(drawerOf(page)).toBeHidden()
      await page.getByRole('button', { name: 'Dismiss' }).click()
      await expect(page.locator('[data-toast]')).toHaveCount(0)
      const { heard, lost } = await said()
      expect(countAnnouncements(heard, total)).toBe(1)
      expect(lost.filter((text) => /Added to cart|Total/.test(text))).toEqual([])
    }
    expect(countAnnouncements((await said()).heard, 'Added to cart!')).toBe(2)
  })

  test('without its code and offline, the page stays, and another press opens the cart page later', async ({
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

  test('a link closes it: to another page, whose content gets the focus, or to the page behind it', async ({
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
})
