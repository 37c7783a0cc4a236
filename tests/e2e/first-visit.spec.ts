import { expect, type Page, test } from '@playwright/test'
import { violationsOf } from '../support/axe.ts'
import { boxOf, expectInSight, windowsOf } from './boxes.ts'
import { fillCart } from './carts.ts'
import { openPage } from './hydrated.ts'
import { test as visit } from './visitor.ts'

/** What is shown on a first visit alone: the splash, the cookie notice and the popup, whose rules are in its dom test. */

const TOAST = '[data-cookie-notice]'
const SIDEWAYS = '844x390'

/** What is in sight above the cookie notice, and itself in a low window; of the home page, in hero.spec.ts. */
const IN_SIGHT: readonly (readonly [path: string, size: string, ...parts: string[]])[] = [
  ['/us/faq', '1024x768', 'header >> text="Our Story"'],
  [
    '/us/faq',
    '568x320',
    ...['p', 'button >> nth=0', 'button >> nth=-1', 'a'].map((part) => `${TOAST} ${part}`),
  ],
  ['/uk/redeem', '390x664', 'button:text("Redeem My Gift")'],
  ['/uk/redeem', SIDEWAYS, '[name=words]'],
  ['/uk/gift', SIDEWAYS, 'h1'],
  ['/uk/waitlist', SIDEWAYS, 'h1'],
]

visit.describe('the cookie notice @plain', () => {
  visit.beforeEach(({ context }) => context.clearCookies({ name: 'cookieConsent' }))

  visit('covers nothing of what a page is for, and is whole in low windows', async ({ page }) => {
    for (const [path, size, ...parts] of IN_SIGHT) {
      if (new URL(page.url(), 'http://x').pathname !== path) await page.goto(path)
      await expectInSight(page, parts, size)
    }
  })

  visit('covers no button of a product or the cart, on a phone', async ({ page }) => {
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
      await expect(page.locator(TOAST)).toBeInViewport({ ratio: 1 })
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
})

test('the splash fits low windows, covers all, and closes on any key', async ({ page }) => {
  // The store of an unknown country, so that no other page is opened.
  await page.goto('/uk')
  const splash = page.getByRole('button', { name: 'Tap Your Wand to Enter' })
  await expect(splash).toBeVisible()
  expect(await violationsOf(page, { within: '#splash' })).toEqual([])
  for await (const { height, size } of windowsOf(page, '844x390 667x375 320x256')) {
    const parts = ['#splash img', '#splash :text("Tap Your Wand")', '#splash :text("Click anywhere")']
    const boxes = await Promise.all(parts.map((part) => boxOf(page, part)))
    for (const { top, bottom } of boxes) {
      expect(top, size).toBeGreaterThanOrEqual(0)
      expect(bottom, size).toBeLessThanOrEqual(height)
    }
    expect(boxes[0]?.right, `words beside the wand at ${size}`).toBeLessThanOrEqual(boxes[1]?.left ?? 0)
  }
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
  const choice = page.getByRole('button', { name: /^United States/ })
  await choice.first().click()
  await expect(page).toHaveURL(/\/us$/)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.locator('html')).not.toHaveAttribute('data-splash', /./)
})

test.describe('the popup', () => {
  let visitors = 0
  test.beforeEach(async ({ page }, { workerIndex }) => {
    // An address for each visitor, as rate limits count by it.
    await page.setExtraHTTPHeaders({ 'X-Forwarded-For': `10.2.${workerIndex % 250}.${++visitors}` })
    await page.clock.install({ time: '2025-12-01T12:00:00Z' })
  })

  const popupOf = (page: Page) => page.getByRole('dialog', { name: 'Stay Connected' })
  const closedAt = (page: Page) => page.evaluate(() => Number(localStorage.getItem('emailPopupClosedTime')))

  /** Opens a page and jumps to the time at which the popup is due. */
  async function openUntilDue(page: Page, path: string) {
    await openPage(page, path)
    await page.clock.fastForward(31_000)
  }

  test('takes the focus, and closed in any way is remembered', async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'no-preference' })
    await openUntilDue(page, '/us/faq')
    const popup = popupOf(page)
    // Not the first field, which would open the keyboard of a phone over the text.
    await expect(popup.getByRole('heading')).toBeFocused()
    // The input is kept.
    await expect(popup.getByRole('link', { name: 'Privacy Policy' })).toHaveAttribute('target', '_blank')
    for (let n = 0; n < 12; n++) await page.keyboard.press('Tab')
    const isInside = (box: Element) =>
      box.contains(document.activeElement) || document.activeElement === document.body
    expect(await popup.evaluate(isInside)).toBe(true)
    await popup.getByRole('button', { name: 'Close' }).click()
    await expect(popup).toBeHidden()
    await expect.poll(() => closedAt(page)).toBeGreaterThan(Date.parse('2025-12-01T12:00:00Z'))
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await page.clock.setSystemTime('2025-12-08T13:00:00Z')
    await openUntilDue(page, '/us/about')
    await expect(popup).toBeVisible()
    await page.mouse.click(5, 5)
    await expect(popup).toBeHidden()
    await expect.poll(() => closedAt(page)).toBeGreaterThan(Date.parse('2025-12-08T13:00:00Z'))
  })

  test('leaves a page that works where its code does not come, or a content blocker hides it', async ({
    page,
  }) => {
    await page.route('**/assets/email-popup-dialog*', (route) => route.abort())
    const asked = page.waitForEvent('requestfailed', (request) => /email-popup-dialog/.test(request.url()))
    await openUntilDue(page, '/us/faq')
    await asked
    await page.getByText('How does it open?').click()
    await expect(page.getByText('Rest the tip of the wand')).toBeVisible()
    await page.unroute('**/assets/email-popup-dialog*')
    await page.addInitScript(() => {
      const hidden = new CSSStyleSheet()
      hidden.replaceSync('[aria-labelledby=email-popup-title] { display: none !important }')
      document.adoptedStyleSheets = [hidden]
    })
    await openUntilDue(page, '/us/faq')
    await expect.poll(() => closedAt(page)).toBeGreaterThan(0)
    await page.getByText('How does it open?').click()
    await expect(page.getByText('Rest the tip of the wand')).toBeVisible()
  })

  test('shows missing fields at the fields alone, and announces them once, in low windows too', async ({
    page,
  }) => {
    await page.setViewportSize({ width: 390, height: 844 })
    await openUntilDue(page, '/us/product/vol-ii-magical-you-pre-order')
    // On a phone after the cookie notice, not over it.
    await page.clock.fastForward(5_000)
    const form = popupOf(page)
    await expect(form).toBeHidden()
    await page.getByRole('button', { name: 'Accept', exact: true }).click()
    await page.clock.fastForward(5_000)
    const button = form.getByRole('button', { name: 'Subscribe' })
    const later = form.getByRole('button', { name: 'Not now' })
    await button.click()
    await expect(form.getByLabel('Name')).toBeFocused()
    const messages = form.getByRole('region', { name: 'Notifications' })
    await expect(messages.getByRole('listitem')).toContainText('Missing information')
    expect(await messages.boundingBox()).toMatchObject({ width: 1, height: 1 })
    const missing = form.getByText('Please enter your email', { exact: true })
    for (const part of [form.getByLabel('Email'), missing, button, later])
      await expect(part).toBeInViewport({ ratio: 1 })
    expect(await violationsOf(page, { within: 'dialog[open]' })).toEqual([])
    // At 400 % the text scrolls, while the frame and the close button stay.
    await page.setViewportSize({ width: 320, height: 256 })
    await form.evaluate((box) => box.querySelector('h2')?.scrollIntoView())
    const close = form.getByRole('button', { name: 'Close' })
    const before = await close.boundingBox()
    await later.focus()
    await expect(later).toBeInViewport({ ratio: 1 })
    await expect(form.getByRole('heading')).not.toBeInViewport()
    expect(await close.boundingBox()).toEqual(before)
    expect(await form.evaluate((box) => box.scrollHeight - box.clientHeight)).toBe(0)
  })

  test('closes when the page that it covers is left, not at a failure, whose message stays under the pointer', async ({
    page,
  }) => {
    await openPage(page, '/us/about')
    await page.getByRole('navigation').getByRole('link', { name: 'FAQ' }).first().click()
    await expect(page).toHaveURL(/\/us\/faq$/)
    await page.clock.fastForward(31_000)
    await page.route('**/us/forms.data*', (route) => route.abort())
    const form = popupOf(page)
    await form.getByLabel('Name').fill('Ada')
    await form.getByLabel('Email').fill('popup@example.com')
    await form.getByRole('button', { name: 'Subscribe' }).click()
    const toast = page.getByText('This was not sent, because the connection is gone.')
    await toast.hover()
    await page.clock.fastForward(60_000)
    await expect(toast).toBeVisible()
    await form.getByRole('heading').hover()
    await page.clock.fastForward(10_000)
    await expect(toast).toBeHidden()
    await expect(form.getByLabel('Email')).toHaveValue('popup@example.com')
    await page.goBack()
    await expect(page).toHaveURL(/\/us\/about$/)
    await expect(form).toBeHidden()
  })
})
