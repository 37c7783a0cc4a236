import { expect } from '@playwright/test'
import { boxOf, misplacedControls } from './boxes.ts'
import { drawerOf, fillCart, openDrawer, openWithWand } from './carts.ts'
import { openPage } from './hydrated.ts'
import { post } from './post.ts'
import { test } from './visitor.ts'

test.describe('the layout of the drawer', () => {
  test('fits all of its text on the smallest phone, and scrolls as a whole in a low window', async ({
    page,
  }) => {
    await page.setViewportSize({ width: 320, height: 640 })
    await openWithWand(page, '/uk/about')
    await openDrawer(page)
    expect(await drawerOf(page).evaluate(misplacedControls)).toEqual([])
    const more = await boxOf(page, 'dialog [aria-label^="One more"]')
    const remove = await boxOf(page, 'dialog [aria-label^="Remove Magic Wand"]')
    expect(remove.left - more.right, 'between One more and Remove').toBeGreaterThanOrEqual(8)
    await drawerOf(page).getByLabel('Magic Words').fill('A'.repeat(64))
    await drawerOf(page).getByRole('button', { name: 'Apply' }).click()
    await expect(drawerOf(page).getByText(/We do not know AAA/)).toBeInViewport({ ratio: 1 })

    await page.setViewportSize({ width: 844, height: 390 })
    await drawerOf(page).getByRole('button', { name: 'Checkout' }).scrollIntoViewIfNeeded()
    await expect(drawerOf(page).getByRole('button', { name: 'Checkout' })).toBeInViewport({ ratio: 1 })
    await expect(drawerOf(page).getByRole('button', { name: 'Close cart' })).toBeInViewport({ ratio: 1 })
  })

  test('prevents scrolling of the page behind it without changing its width', async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'no-preference' })
    await openWithWand(page, '/us/faq')
    await openDrawer(page)
    const heading = page.getByRole('heading', { level: 1, includeHidden: true })
    const open = await heading.boundingBox()
    await page.mouse.move(100, 300)
    await page.mouse.wheel(0, 600)
    expect(await page.evaluate(() => scrollY)).toBe(0)
    await page.keyboard.press('Escape')
    await expect(drawerOf(page)).toBeHidden()
    expect(await heading.boundingBox()).toEqual(open)
    await page.mouse.wheel(0, 600)
    await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(0)
  })

  test('country, code and the button stay in sight, however many lines there are, and leave space for one', async ({
    page,
  }) => {
    // The first line, and the tallest: it names its edition.
    const handle = 'vol-i-phoenix-edition'
    const form = { intent: 'add', handle, option: 'classic-wand', edition: 'ember' }
    await post(page, '/uk/cart', form)
    await fillCart(page, 'uk', ['dragon-oak', 'dragon-yew', 'phoenix-elm'])
    await page.goto('/uk/about')
    await openDrawer(page)
    const field = drawerOf(page).getByLabel('Magic Words')
    const line = drawerOf(page).locator('[data-line]').filter({ hasText: 'Ember' })
    await expect(drawerOf(page).getByText('4 items', { exact: true })).toBeVisible()
    for (const [width, height] of [
      [1440, 900],
      [390, 844],
      [320, 640],
    ] as const) {
      await page.setViewportSize({ width, height })
      await expect(field).toBeInViewport({ ratio: 1 })
      await expect(drawerOf(page).getByRole('button', { name: 'Apply' })).toBeInViewport({ ratio: 1 })
      await expect(drawerOf(page).getByRole('button', { name: 'Checkout' })).toBeInViewport({ ratio: 1 })
      await expect(drawerOf(page).getByLabel('Ship to')).toBeInViewport({ ratio: 1 })
      await expect(line).toBeInViewport({ ratio: 1 })
      await field.fill(width === 320 ? 'OWL10' : 'OWLFEATHER25')
      const hidden = await field.evaluate((input) => input.scrollWidth - input.clientWidth)
      expect(hidden, `the whole code is shown at ${width}`).toBe(0)
      const sideways = await drawerOf(page).evaluate((dialog) => dialog.scrollWidth - dialog.clientWidth)
      expect(sideways, `${width}`).toBe(0)
    }
  })

  test('an added line is scrolled into view, with motion and without', async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 })
    await fillCart(page, 'uk', ['dragon-oak', 'dragon-yew', 'phoenix-elm', 'unicorn-cherry'])
    await openPage(page, '/uk/product/magic-wand')
    const card = (wand: string) =>
      page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: wand }) })
    // Adding the first wand again changes its line instead of adding one.
    for (const [wand, motion] of [
      ['Dragon & Elder', 'reduce'],
      ['Dragon & Oak', 'no-preference'],
    ] as const) {
      await page.emulateMedia({ reducedMotion: motion })
      await card(wand).getByRole('button', { name: 'Add to Cart' }).click()
      const line = drawerOf(page).locator('[data-line]').filter({ hasText: wand })
      await expect(line).toBeInViewport({ ratio: 0.99 })
      await expect(drawerOf(page).locator('[data-added]')).toContainText(wand)
      expect(await drawerOf(page).evaluate((dialog) => scrollX + dialog.scrollLeft)).toBe(0)
      await page.keyboard.press('Escape')
      await expect(drawerOf(page)).toBeHidden()
    }
    await openDrawer(page)
    await expect(drawerOf(page).locator('[data-added]'), 'a look at the cart adds nothing').toHaveCount(0)
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
})
