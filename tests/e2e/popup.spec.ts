import { expect, type Page, test } from '@playwright/test'
import { violationsOf } from '../support/axe.ts'
import { openPage } from './hydrated.ts'

/** The signup popup. The rules by which it opens and waits are in email-popup.dom.test.tsx. */

let visitors = 0
// An address for each visitor, as rate limits count by it.
test.beforeEach(({ page }, { workerIndex }) =>
  page.setExtraHTTPHeaders({ 'X-Forwarded-For': `10.2.${workerIndex % 250}.${++visitors}` }),
)

const CLOSED_TIME = 'emailPopupClosedTime'
const popupOf = (page: Page) => page.getByRole('dialog', { name: 'Stay Connected' })
const stored = (page: Page, name: string) => page.evaluate((key) => localStorage.getItem(key), name)

/** Opens a page and jumps to the time at which the popup is due. */
async function openUntilDue(page: Page, path: string) {
  await openPage(page, path)
  await page.clock.fastForward(31_000)
}

async function openPopup(page: Page, path: string) {
  await page.clock.install({ time: '2025-12-01T12:00:00Z' })
  await openUntilDue(page, path)
  await expect(popupOf(page)).toBeVisible()
}

test('it takes the focus, and closed in any way is remembered', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await openPopup(page, '/us/faq')
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
  const closedAt = async () => Number(await stored(page, CLOSED_TIME))
  await popupOf(page).getByRole('button', { name: 'Close' }).click()
  await expect(popupOf(page)).toBeHidden()
  await expect.poll(closedAt).toBeGreaterThan(Date.parse('2025-12-01T12:00:00Z'))
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.clock.setSystemTime('2025-12-08T13:00:00Z')
  await openUntilDue(page, '/us/about')
  await expect(popupOf(page)).toBeVisible()
  await page.mouse.click(5, 5)
  await expect(popupOf(page)).toBeHidden()
  await expect.poll(closedAt).toBeGreaterThan(Date.parse('2025-12-08T13:00:00Z'))
})

test('the page works where the popup’s code comes late or not, or a content blocker hides it', async ({
  page,
}) => {
  await page.clock.install({ time: '2025-12-01T12:00:00Z' })
  await page.route('**/assets/email-popup-dialog*', (route) => route.abort())
  const asked = page.waitForEvent('requestfailed', (request) => /email-popup-dialog/.test(request.url()))
  await openUntilDue(page, '/us/faq')
  await asked
  await page.clock.fastForward(1_000)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Frequently asked questions')
  await expect(popupOf(page)).toBeHidden()

  await page.unroute('**/assets/email-popup-dialog*')
  await page.addInitScript(() => {
    const hidden = new CSSStyleSheet()
    hidden.replaceSync('[aria-labelledby=email-popup-title] { display: none !important }')
    document.adoptedStyleSheets = [hidden]
  })
  await openUntilDue(page, '/us/faq')
  await expect.poll(() => stored(page, CLOSED_TIME)).not.toBeNull()
  await page.getByText('How does it open?').click()
  await expect(page.getByText('Rest the tip of the wand')).toBeVisible()
})

test('missing fields are shown at the fields alone, and announced once, in low windows too', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.clock.install({ time: '2025-12-01T12:00:00Z' })
  await openUntilDue(page, '/us/product/vol-ii-magical-you-pre-order')
  // On a phone after the cookie notice, not over it.
  await page.clock.fastForward(5_000)
  await expect(popupOf(page)).toBeHidden()
  await page.getByRole('button', { name: 'Accept', exact: true }).click()
  await page.clock.fastForward(5_000)
  const form = popupOf(page)
  const button = form.getByRole('button', { name: 'Subscribe' })
  const later = form.getByRole('button', { name: 'Not now' })
  await button.click()
  await expect(form.getByLabel('Name')).toBeFocused()
  const messages = form.getByRole('region', { name: 'Notifications' })
  const message = messages.getByRole('listitem')
  await expect(message).toContainText('Missing information')
  expect(await messages.boundingBox()).toMatchObject({ width: 1, height: 1 })
  const missing = form.getByText('Please enter your email', { exact: true })
  for (const part of [form.getByLabel('Email'), missing, button, later])
    await expect(part).toBeInViewport({ ratio: 1 })
  expect(await violationsOf(page, { within: 'dialog[open]' })).toEqual([])
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

test('it closes when the page that it covers is left, not at a failure, whose message stays under the pointer', async ({
  page,
}) => {
  await page.clock.install({ time: '2025-12-01T12:00:00Z' })
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
