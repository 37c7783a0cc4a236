import { expect, test } from '@playwright/test'
import { violationsOf } from '../support/axe.ts'
import { expectInSight, type Size } from './boxes.ts'
import { fillCart } from './carts.ts'
import { test as visit } from './visitor.ts'

/** What is shown on a first visit alone: the splash, and the cookie notice. */

const TOAST = '[data-cookie-notice]'
const PHONE: Size = [390, 664]
const SIDEWAYS: Size = [844, 390]
const LOW: Size = [568, 320]

/** What is in sight above the cookie notice; of the home page, in hero.spec.ts. */
const IN_SIGHT: Readonly<Record<string, readonly (readonly [part: string, size: Size])[]>> = {
  '/us/faq': [['header >> text="Our Story"', [1024, 768]]],
  '/us/redeem': [['button:text("Redeem My Gift")', PHONE]],
  '/uk/redeem': [
    ['button:text("Redeem My Gift")', PHONE],
    ['[name=words]', SIDEWAYS],
  ],
  '/uk/gift': [['h1', SIDEWAYS]],
  '/uk/waitlist': [['h1', SIDEWAYS]],
  '/uk/subscribe': [['h1', SIDEWAYS]],
}

visit.describe('on a first visit @plain', () => {
  visit.beforeEach(({ context }) => context.clearCookies({ name: 'cookieConsent' }))

  visit('what a page is for is in sight, and the cookie notice covers none of it', async ({ page }) => {
    for (const [path, parts] of Object.entries(IN_SIGHT))
      await visit.step(path, async () => {
        await page.goto(path)
        for (const [part, size] of parts) await expectInSight(page, part, [size])
      })
  })

  visit('the cookie notice covers no button of a product or the cart, on a phone', async ({ page }) => {
    await page.setViewportSize({ width: 412, height: 823 })
    await fillCart(page, 'us')
    for (const path of [
      '/us/product/vol-ii-magical-you-pre-order',
      '/us/product/magic-wand',
      '/us/product/magic-wand-collectors-set',
      '/us/product/keyhole-tote',
      '/us/cart',
    ]) {
      await page.goto(path)
      const toast = page.getByRole('region', { name: 'Cookie notice' })
      await expect(toast).toBeInViewport({ ratio: 1 })
      const buttons = page
        .getByRole('main')
        .getByRole('button', { name: /^(Add to Cart|Order Now|Select \d|Checkout)/ })
      await expect(buttons).not.toHaveCount(0)
      const covered = await buttons.evaluateAll(
        (all) =>
          all.filter((button) => {
            // At the window's edge, where the notice of other pages lies.
            const top = button.getBoundingClientRect().bottom - innerHeight + scrollY
            scrollTo({ top, behavior: 'instant' })
            const { left, bottom } = button.getBoundingClientRect()
            return !button.contains(document.elementFromPoint(left + 12, bottom - 6))
          }).length,
      )
      expect(covered, path).toBe(0)
    }
  })

  visit('the cookie notice is whole in low windows', async ({ page }) => {
    for (const path of ['/us', '/uk'])
      await visit.step(path, async () => {
        await page.goto(path)
        for (const part of ['p', 'button >> nth=0', 'button >> nth=-1', 'a'])
          await expectInSight(page, `${TOAST} ${part}`, [LOW])
      })
  })
})

test('the splash covers all, and closes on any key', async ({ page }) => {
  // The store of an unknown country, so that no other page is opened.
  await page.goto('/uk')
  const splash = page.getByRole('button', { name: 'Tap Your Wand to Enter' })
  await expect(splash).toBeVisible()
  expect(await violationsOf(page, { within: '#splash' })).toEqual([])
  await page.keyboard.press('Control+c')
  await expect(page.locator('html')).toHaveAttribute('data-splash', 'idle')
  // Nothing behind it can be reached.
  await expect(page.locator('#splash:modal')).toHaveCount(1)
  await page.keyboard.press('Enter')
  await expect(splash).toBeHidden()
  await expect(page.locator(':modal')).toHaveCount(0)
})

test('no splash interrupts a visit in which the store is changed', async ({ page }) => {
  await page.goto('/uk/faq')
  await page.getByRole('banner').getByText('United Kingdom, GBP').click()
  await page
    .getByRole('button', { name: /^United States/ })
    .first()
    .click()
  await expect(page).toHaveURL(/\/us$/)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.locator('html')).not.toHaveAttribute('data-splash', /./)
})
