import { expect, type Page, test } from '@playwright/test'
import { violationsOf, WCAG } from './axe.ts'
import { open, openPopup, openTimed, popupOf, useOwnAddress, watchRequests } from './popup.ts'

/** The signup popup: when it opens, and what closes it. What it waits for is in popup-waits.spec.ts. */

test.beforeEach(({ page }) => useOwnAddress(page))

const stored = (page: Page, name: string) => page.evaluate((key) => localStorage.getItem(key), name)

test('it opens after 30 seconds, with the focus in it, and once closed stays closed for a week @js', async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await openTimed(page, '/us/faq')
  await page.clock.fastForward(15_000)
  await expect(popupOf(page)).toBeHidden()
  await page.clock.fastForward(16_000)
  await expect(popupOf(page)).toBeVisible()
  // Not the first field, which would open the keyboard of a phone over the text.
  await expect(popupOf(page).getByRole('heading')).toBeFocused()
  const link = popupOf(page).getByRole('link', { name: 'Privacy Policy' })
  await expect(link).toHaveAttribute('href', '/us/privacy-policy')
  // The input is kept.
  await expect(link).toHaveAttribute('target', '_blank')
  for (let n = 0; n < 12; n++) await page.keyboard.press('Tab')
  expect(
    await popupOf(page).evaluate(
      (box) => box.contains(document.activeElement) || document.activeElement === document.body,
    ),
  ).toBe(true)
  await page.keyboard.press('Escape')
  await expect(popupOf(page)).toBeHidden()
  expect(Number(await stored(page, 'emailPopupClosedTime'))).toBeGreaterThan(
    Date.parse('2025-12-01T12:00:00Z'),
  )
  for (const time of ['2025-12-08T11:00:00Z', '2025-12-08T13:00:00Z']) {
    await expect(popupOf(page)).toBeHidden()
    await page.clock.setSystemTime(time)
    await open(page, '/us/gift')
    await page.clock.fastForward(31_000)
  }
  await expect(popupOf(page)).toBeVisible()
})

test('the page stays unchanged if the popup’s code cannot be loaded @js', async ({ page }) => {
  await page.route('**/assets/email-popup-dialog*', (route) => route.abort())
  const asked = page.waitForEvent('requestfailed', (request) => /email-popup-dialog/.test(request.url()))
  await openTimed(page, '/us/faq')
  await page.clock.fastForward(31_000)
  await asked
  await page.clock.fastForward(1_000)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Frequently asked questions')
  await expect(popupOf(page)).toBeHidden()
})

test('a popup that a content blocker hides does not block the page @js', async ({ page }) => {
  await page.addInitScript(() => {
    const hidden = new CSSStyleSheet()
    hidden.replaceSync('[aria-labelledby=email-popup-title] { display: none !important }')
    document.adoptedStyleSheets = [hidden]
  })
  const loaded = page.waitForResponse(/email-popup-dialog.*\.js$/)
  await openTimed(page, '/us/faq')
  await page.clock.fastForward(31_000)
  await loaded
  await expect.poll(() => stored(page, 'emailPopupClosedTime')).not.toBeNull()
  await page.getByText('How does it open?').click()
  await expect(page.getByText('Rest the tip of the wand')).toBeVisible()
})

test('it opens past 40 percent of the page @js', async ({ page }) => {
  await openTimed(page, '/us/faq')
  await page.mouse.wheel(0, 200)
  await page.clock.fastForward(1_000)
  await expect(popupOf(page)).toBeHidden()
  await page.evaluate(() =>
    scrollTo({ top: document.documentElement.scrollHeight * 0.6, behavior: 'instant' }),
  )
  await expect(popupOf(page)).toBeVisible()
})

test('each way to close it closes it, and so does leaving the page that it covers @js', async ({ page }) => {
  await openTimed(page, '/us/about')
  await page.getByRole('navigation').getByRole('link', { name: 'FAQ' }).first().click()
  await expect(page).toHaveURL(/\/us\/faq$/)
  await page.clock.fastForward(31_000)
  await expect(popupOf(page)).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL(/\/us\/about$/)
  await expect(popupOf(page)).toBeHidden()
  for (const close of [
    () => popupOf(page).getByRole('button', { name: 'Close' }).click(),
    () => popupOf(page).getByRole('button', { name: 'Not now' }).click(),
    () => page.mouse.click(5, 5),
  ]) {
    await page.evaluate(() => localStorage.clear())
    await open(page, '/us/about')
    await page.clock.fastForward(31_000)
    await expect(popupOf(page)).toBeVisible()
    await close()
    await expect(popupOf(page)).toBeHidden()
    await expect.poll(() => stored(page, 'emailPopupClosedTime')).not.toBeNull()
  }
})

test('it does not open after a signup in another tab @js', async ({ page, context }) => {
  const requests = watchRequests(page)
  await openTimed(page, '/us/about')
  const other = await context.newPage()
  await other.goto('/us/press')
  await other.evaluate(() => localStorage.setItem('hasSubscribed', 'true'))
  await page.clock.fastForward(40_000)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(popupOf(page)).toBeHidden()
  expect(requests).toEqual([])
})

test('a signup closes it for good @js', async ({ page }) => {
  await openPopup(page, '/us/faq')
  const form = popupOf(page)
  await form.getByRole('button', { name: 'Subscribe' }).click()
  await expect(page.getByText('Please enter your name and email')).toBeVisible()
  await expect(form.getByLabel('Name')).toBeFocused()
  await form.getByLabel('Name').fill('Ada')
  await form.getByLabel('Email').fill('popup@example.com')
  const sent = page.waitForRequest((request) => request.method() === 'POST')
  await form.getByRole('button', { name: 'Subscribe' }).click()
  expect(new URLSearchParams((await sent).postData() ?? '').get('source')).toBe('FAQ')
  await Promise.all([
    expect(page.getByText('Welcome to the magic! ✨')).toBeVisible(),
    expect(page.getByText("You've been added to our mailing list.")).toBeVisible(),
  ])
  await expect(form).toBeHidden()
  expect(await stored(page, 'hasSubscribed')).toBe('true')
})

test('missing fields are shown at the fields alone, and announced once, in low windows too @js', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await openPopup(page, '/us/product/vol-ii-magical-you-pre-order')
  const form = popupOf(page)
  const button = form.getByRole('button', { name: 'Subscribe' })
  const later = form.getByRole('button', { name: 'Not now' })
  await button.click()
  const messages = form.getByRole('region', { name: 'Notifications' })
  const message = messages.getByRole('listitem')
  await expect(message).toContainText('Missing information')
  expect(await messages.boundingBox()).toMatchObject({ width: 1, height: 1 })
  const missing = form.getByText('Please enter your email', { exact: true })
  for (const part of [form.getByLabel('Email'), missing, button, later])
    await expect(part).toBeInViewport({ ratio: 1 })
  expect(await violationsOf(page, { tags: WCAG, within: 'dialog[open]' })).toEqual([])
  // Nothing lies under the pointer that it would hold.
  await page.clock.runFor(4_000)
  await expect(message).toBeHidden()
  await page.setViewportSize({ width: 320, height: 568 })
  await button.click()
  await expect(form.getByText('Please enter your name', { exact: true })).toBeInViewport({ ratio: 1 })
  await expect(messages).toContainText('Missing information')
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

test('the cookie notice hides for it and returns, until it is answered in any tab @js', async ({
  page,
  context,
}) => {
  await openPopup(page, '/us/faq')
  const notice = page.getByRole('region', { name: 'Cookie notice' })
  await expect(notice).toBeHidden()
  await page.keyboard.press('Escape')
  await expect(notice).toBeVisible()
  const other = await context.newPage()
  await other.goto('/us/press')
  await other.evaluate(() => localStorage.setItem('cookieConsent', 'accepted'))
  await expect(notice).toBeHidden()
})

test('a failure keeps it open with the input, and its message while the pointer is on it @js', async ({
  page,
}) => {
  await openPopup(page, '/us/faq')
  await page.route('**/us/subscribe.data*', (route) => route.abort())
  const form = popupOf(page)
  await form.getByLabel('Name').fill('Ada')
  await form.getByLabel('Email').fill('kept@example.com')
  await form.getByRole('button', { name: 'Subscribe' }).click()
  const toast = page.getByText('This was not sent, because the connection is gone.')
  await toast.hover()
  await page.clock.fastForward(60_000)
  await expect(toast).toBeVisible()
  await form.getByRole('heading').hover()
  await page.clock.fastForward(10_000)
  await expect(toast).toBeHidden()
  await expect(form.getByLabel('Email')).toHaveValue('kept@example.com')
})
