import { expect } from '@playwright/test'
import { cartLink, drawerOf, openDrawer, openWithWand } from './carts.ts'
import { countAnnouncements, recordAnnouncements } from './heard.ts'
import { waitForHydration } from './hydrated.ts'
import { test } from './visitor.ts'

// All of these need scripts; cart.spec.ts has the tests without.
test.describe('the drawer @js', () => {
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
    for (const total of ['1 item. Total $34.00', '2 items. Total $69.00']) {
      await add.nth(total.startsWith('1') ? 0 : 1).click()
      await expect(drawerOf(page)).toBeVisible()
      await expect(drawerOf(page).locator('[data-toast]')).toHaveCount(1)
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

  test('a code and its refusal survive a removal of the only line that fails', async ({ page, context }) => {
    await openWithWand(page)
    await openDrawer(page)
    await context.setOffline(true)
    const field = drawerOf(page).getByLabel('Magic Words')
    const refusal = drawerOf(page).getByRole('alert').filter({ hasText: /./ })
    await field.fill('OWL10')
    await field.press('Enter')
    await expect(refusal).toBeVisible()
    await drawerOf(page).getByRole('button', { name: 'Remove Magic Wand' }).click()
    await expect(drawerOf(page).locator('[data-toast]')).toHaveCount(1)
    await expect(field).toHaveValue('OWL10')
    await expect(refusal).toBeVisible()
    await context.setOffline(false)
    await drawerOf(page).getByRole('button', { name: 'Remove Magic Wand' }).click()
    await expect(field).toBeHidden()
  })

  test('a valid code replaces its field until it is removed', async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 })
    await openWithWand(page, '/uk/about')
    await openDrawer(page)
    const field = drawerOf(page).getByLabel('Magic Words')
    const checkout = drawerOf(page).getByRole('button', { name: 'Checkout' })
    await field.fill('OWL11')
    await field.press('Enter')
    await expect(field).toHaveAccessibleDescription(/We do not know OWL11/)
    await expect(field).toHaveValue('OWL11')
    await expect(field).toBeFocused()
    await expect(checkout).toBeInViewport({ ratio: 1 })
    await field.fill('OWL10')
    const place = await field.boundingBox()
    await field.press('Enter')
    const chip = drawerOf(page).getByRole('form', { name: 'Discount code' })
    await expect(chip).toHaveText('OWL10 applied.')
    await expect(chip).toBeFocused()
    await expect(field).toBeHidden()
    const taken = await chip.boundingBox()
    expect({ x: taken?.x, height: taken?.height }).toEqual({ x: place?.x, height: place?.height })
    await page.keyboard.press('Enter')
    await expect(chip, 'a second Enter leaves it').toHaveText('OWL10 applied.')
    await page.keyboard.press('Tab')
    await expect(drawerOf(page).getByRole('button', { name: 'Remove OWL10' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(field).toBeVisible()
    await expect(field).toBeFocused()
    await expect(field).toHaveValue('')
    await expect(chip).toHaveCount(0)
  })

  test('a click on the cart link for a new tab opens no drawer', async ({ page, context }) => {
    await openWithWand(page)
    await waitForHydration(page)
    const opened = context.waitForEvent('page')
    await cartLink(page).click({ modifiers: ['ControlOrMeta'] })
    await expect((await opened).getByRole('heading', { level: 1 })).toHaveText('Shopping Cart')
    await expect(drawerOf(page)).toBeHidden()
  })

  test('without its code and offline, the page stays, and the cart page opens later', async ({
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
    await expect(page.getByRole('heading', { name: 'Shopping Cart' })).toBeVisible()
    await expect(page).toHaveURL('/us/cart')
  })

  test('what is no discount code is announced at each attempt', async ({ page }) => {
    await openWithWand(page)
    await openDrawer(page)
    const said = await recordAnnouncements(page)
    for (const [code, message] of [
      ['NOPE10', 'We do not know NOPE10.'],
      ['amber lantern owl', 'Those look like the magic words of a gift.'],
    ] as const) {
      await drawerOf(page).getByLabel('Magic Words').fill(code)
      for (const times of [1, 2]) {
        await drawerOf(page).getByRole('button', { name: 'Apply' }).click()
        await expect.poll(async () => countAnnouncements((await said()).heard, message)).toBe(times)
      }
    }
  })

  test('a link to another page closes it, and the focus moves to the content of that page', async ({
    page,
  }) => {
    await openWithWand(page)
    await openDrawer(page)
    await drawerOf(page).getByRole('link', { name: 'Magic Wand' }).press('Enter')
    await expect(page).toHaveURL('/us/product/magic-wand')
    await expect(drawerOf(page)).toBeHidden()
    await expect(page.getByRole('main')).toBeFocused()
  })

  test('a link to the page behind the drawer closes it', async ({ page }) => {
    await page.goto('/us/products')
    await openDrawer(page)
    await drawerOf(page).getByRole('link', { name: 'Go to the shop' }).click()
    await expect(drawerOf(page)).toBeHidden()
    await expect(page).toHaveURL('/us/products')
  })

  test('switching stores warns while the cart has items', async ({ page }) => {
    const warning = page.locator('header').getByText('Changing store empties this one.')
    await page.goto('/us/product/magic-wand?wand=dragon-oak')
    await waitForHydration(page)
    await expect(warning).toHaveCount(0)
    await page.getByRole('button', { name: 'Add to Cart' }).first().click()
    await expect(warning).not.toHaveCount(0)
    await drawerOf(page).getByRole('button', { name: 'Remove Magic Wand' }).click()
    await expect(warning).toHaveCount(0)
  })

  test('opened late, after its page was left, the drawer stays closed and the message is shown', async ({
    page,
  }) => {
    const { promise: isLate, resolve: send } = Promise.withResolvers<void>()
    await page.route('**/assets/cart-drawer*.js', async (route) => {
      await isLate
      await route.continue()
    })
    await page.goto('/us/product/magic-wand')
    await waitForHydration(page)
    const changed = page.waitForResponse('**/cart/changes')
    await page.getByRole('button', { name: 'Add to Cart, Dragon & Elder' }).click()
    await changed
    await expect(cartLink(page)).toHaveText(/1 item/)
    await page.getByRole('navigation').getByRole('link', { name: 'FAQ' }).first().click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Frequently asked questions')
    send()
    await expect(page.getByRole('region', { name: 'Notifications' })).toContainText('Added to cart!')
    await expect(drawerOf(page)).toBeHidden()
    await openDrawer(page)
    await page.keyboard.press('Escape')
    await expect(drawerOf(page)).toBeHidden()
  })

  test('checkout errors are shown in the drawer', async ({ page, context }) => {
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
    const checkout = await opened
    await expect(checkout.getByRole('heading', { name: 'Complete your order' })).toBeVisible()
    // A hosted checkout is another site, which must not be able to change this page.
    expect(await checkout.evaluate(() => opener)).toBeNull()
    await expect(drawerOf(page)).toBeHidden()
  })

  test('on the cart page the cart link stays a link', async ({ page }) => {
    await openWithWand(page, '/us/cart')
    await page.getByRole('button', { name: 'One more' }).click()
    await expect(page.getByText('2 items', { exact: true })).toBeVisible()
    await expect(page).toHaveURL(/\/us\/cart$/)
    await cartLink(page).click()
    await expect(drawerOf(page)).toBeHidden()
  })
})
