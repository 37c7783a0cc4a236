import { expect, type Page, test } from '@playwright/test'
import { waitForHydration } from './hydrated.ts'

let visitors = 0
test.beforeEach(({ page }) => {
  const { workerIndex } = test.info()
  return page.setExtraHTTPHeaders({ 'X-Forwarded-For': `10.2.${workerIndex % 250}.${++visitors}` })
})

const popup = (page: Page) => page.getByRole('dialog', { name: 'Stay Connected' })
const stored = (page: Page, name: string) => page.evaluate((key) => localStorage.getItem(key), name)

/**
 * Opens a page with a mocked clock, and waits for hydration. Tests jump (`fastForward`) over long times, and run through
 * (`runFor`) where one timer starts another.
 */
async function open(page: Page, path: string) {
  await page.goto(path)
  await waitForHydration(page)
}

async function openPopup(page: Page, path: string) {
  await page.clock.install({ time: '2025-12-01T12:00:00Z' })
  await open(page, path)
  await page.clock.fastForward(31_000)
  await expect(popup(page)).toBeVisible()
}

/** Requests for the popup's code from now on: it is requested when the popup is about to open. */
function watchRequests(page: Page): readonly string[] {
  const urls: string[] = []
  page.on('request', (request) => {
    if (/email-popup-dialog.*\.js$/.test(request.url())) urls.push(request.url())
  })
  return urls
}

test('without scripts nothing covers the page @plain', async ({ page }) => {
  await page.goto('/us/faq')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(popup(page)).toBeHidden()
})

test('it opens after 30 seconds, with the focus in it @js', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await page.clock.install({ time: '2025-12-01T12:00:00Z' })
  await open(page, '/us/faq')
  await page.clock.fastForward(15_000)
  await expect(popup(page)).toBeHidden()
  await page.clock.fastForward(16_000)
  await expect(popup(page)).toBeVisible()
  // Not the first field, which would open the keyboard of a phone over the text.
  await expect(popup(page).getByRole('heading')).toBeFocused()
  const link = popup(page).getByRole('link', { name: 'Privacy Policy' })
  await expect(link).toHaveAttribute('href', '/us/privacy-policy')
  // The input is kept.
  await expect(link).toHaveAttribute('target', '_blank')
  for (let n = 0; n < 12; n++) await page.keyboard.press('Tab')
  expect(
    await popup(page).evaluate(
      (box) => box.contains(document.activeElement) || document.activeElement === document.body,
    ),
  ).toBe(true)
})

test('the page stays unchanged if the popup’s code cannot be loaded @js', async ({ page }) => {
  await page.clock.install({ time: '2025-12-01T12:00:00Z' })
  await page.route('**/assets/email-popup-dialog*', (route) => route.abort())
  const asked = page.waitForEvent('requestfailed', (request) => /email-popup-dialog/.test(request.url()))
  await open(page, '/us/faq')
  await page.clock.fastForward(31_000)
  await asked
  await page.clock.fastForward(1_000)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Frequently asked questions')
  await expect(popup(page)).toBeHidden()
})

test('a popup that a content blocker hides does not block the page @js', async ({ page }) => {
  await page.addInitScript(() => {
    const hidden = new CSSStyleSheet()
    hidden.replaceSync('[aria-labelledby=email-popup-title] { display: none !important }')
    document.adoptedStyleSheets = [hidden]
  })
  await page.clock.install({ time: '2025-12-01T12:00:00Z' })
  const loaded = page.waitForResponse(/email-popup-dialog.*\.js$/)
  await open(page, '/us/faq')
  await page.clock.fastForward(31_000)
  await loaded
  await expect.poll(() => stored(page, 'emailPopupClosedTime')).not.toBeNull()
  await page.getByText('How does it open?').click()
  await expect(page.getByText('Rest the tip of the wand')).toBeVisible()
})

test('it opens past 40 percent of the page @js', async ({ page }) => {
  await page.clock.install({ time: '2025-12-01T12:00:00Z' })
  await open(page, '/us/faq')
  await page.mouse.wheel(0, 200)
  await page.clock.fastForward(1_000)
  await expect(popup(page)).toBeHidden()
  await page.evaluate(() =>
    scrollTo({ top: document.documentElement.scrollHeight * 0.6, behavior: 'instant' }),
  )
  await expect(popup(page)).toBeVisible()
})

test('once closed it stays closed for a week @js', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await openPopup(page, '/us/about')
  await page.keyboard.press('Escape')
  await expect(popup(page)).toBeHidden()
  expect(Number(await stored(page, 'emailPopupClosedTime'))).toBeGreaterThan(
    Date.parse('2025-12-01T12:00:00Z'),
  )
  await page.clock.setSystemTime('2025-12-08T11:00:00Z')
  await open(page, '/us/gift')
  await page.clock.fastForward(31_000)
  await expect(popup(page)).toBeHidden()
  await page.clock.setSystemTime('2025-12-08T13:00:00Z')
  await open(page, '/us/gift')
  await page.clock.fastForward(31_000)
  await expect(popup(page)).toBeVisible()
})

test('it closes with the page that it covers @js', async ({ page }) => {
  await page.clock.install({ time: '2025-12-01T12:00:00Z' })
  await open(page, '/us/about')
  await page.getByRole('navigation').getByRole('link', { name: 'FAQ' }).first().click()
  await expect(page).toHaveURL(/\/us\/faq$/)
  await page.clock.fastForward(31_000)
  await expect(popup(page)).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL(/\/us\/about$/)
  await expect(popup(page)).toBeHidden()
})

test('each way to close it closes it @js', async ({ page }) => {
  await page.clock.install({ time: '2025-12-01T12:00:00Z' })
  for (const close of [
    () => popup(page).getByRole('button', { name: 'Close' }).click(),
    () => popup(page).getByRole('button', { name: 'Not now' }).click(),
    () => page.mouse.click(5, 5),
  ]) {
    await open(page, '/us/about')
    await page.clock.fastForward(31_000)
    await expect(popup(page)).toBeVisible()
    await close()
    await expect(popup(page)).toBeHidden()
    await expect.poll(() => stored(page, 'emailPopupClosedTime')).not.toBeNull()
    await page.evaluate(() => localStorage.clear())
  }
})

test('it does not open after a signup in another tab @js', async ({ page, context }) => {
  await page.clock.install({ time: '2025-12-01T12:00:00Z' })
  const requests = watchRequests(page)
  await open(page, '/us/about')
  const other = await context.newPage()
  await other.goto('/us/press')
  await other.evaluate(() => localStorage.setItem('hasSubscribed', 'true'))
  await page.clock.fastForward(40_000)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(popup(page)).toBeHidden()
  expect(requests).toEqual([])
})

test('it waits while a menu is open @js', async ({ page }) => {
  await page.clock.install({ time: '2025-12-01T12:00:00Z' })
  const requests = watchRequests(page)
  await open(page, '/us/contact')
  await page.getByRole('navigation', { name: 'Main' }).locator('summary').first().focus()
  await page.keyboard.press('Enter')
  await page.clock.fastForward(40_000)
  await expect(popup(page)).toBeHidden()
  expect(requests).toEqual([])
  await page.keyboard.press('Escape')
  await page.clock.runFor(4_000)
  await expect(popup(page)).toBeVisible()
})

test('it waits until the splash has gone @js', async ({ page }) => {
  await page.clock.install({ time: '2025-12-01T12:00:00Z' })
  const requests = watchRequests(page)
  await page.goto('/us')
  const splash = page.getByRole('button', { name: 'Tap Your Wand to Enter' })
  await expect(splash).toBeVisible()
  await waitForHydration(page)
  await page.clock.fastForward(40_000)
  await expect(popup(page)).toBeHidden()
  expect(requests).toEqual([])
  await splash.click()
  await page.clock.fastForward(6_000)
  await expect(splash).toBeHidden()
  await expect(popup(page)).toBeVisible()
})

test('a signup closes it for good @js', async ({ page }) => {
  await openPopup(page, '/us/faq')
  const form = popup(page)
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
  await page.clock.setSystemTime('2026-06-01T12:00:00Z')
  await open(page, '/us/faq')
  await page.clock.fastForward(31_000)
  await expect(popup(page)).toBeHidden()
})

test('missing fields are shown at the fields alone, and announced once, in low windows too @js', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await openPopup(page, '/us/product/vol-ii-magical-you-pre-order')
  const form = popup(page)
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

test('it waits until the cart drawer is closed @js', async ({ page }) => {
  await page.clock.install({ time: '2025-12-01T12:00:00Z' })
  const requests = watchRequests(page)
  await open(page, '/us/faq')
  await page
    .getByRole('banner')
    .getByRole('link', { name: /^Cart/ })
    .or(page.getByRole('button', { name: /^Cart/ }))
    .first()
    .click()
  const drawer = page.getByRole('dialog', { name: 'Shopping Cart' })
  await expect(drawer).toBeVisible()
  await page.clock.fastForward(40_000)
  await expect(popup(page)).toBeHidden()
  expect(requests).toEqual([])
  await page.keyboard.press('Escape')
  await expect(drawer).toBeHidden()
  await page.clock.runFor(4_000)
  await expect(popup(page)).toBeVisible()
})

test('it waits for the cart drawer also when its code arrives late @js', async ({ page }) => {
  await page.clock.install({ time: '2025-12-01T12:00:00Z' })
  const { promise: isLate, resolve: send } = Promise.withResolvers<void>()
  await page.route('**/assets/email-popup-dialog*.js', async (route) => {
    await isLate
    await route.continue()
  })
  const asked = page.waitForRequest(/email-popup-dialog.*\.js$/)
  await open(page, '/us/faq')
  await page.clock.fastForward(31_000)
  await asked
  const drawer = page.getByRole('dialog', { name: 'Shopping Cart' })
  await page.getByRole('link', { name: /^Cart, / }).click()
  await expect(drawer).toBeVisible()
  const received = page.waitForResponse(/email-popup-dialog.*\.js$/)
  send()
  await (await received).finished()
  await page.clock.fastForward(10_000)
  await expect(popup(page)).toBeHidden()
  await page.keyboard.press('Escape')
  await expect(drawer).toBeHidden()
  await page.clock.runFor(4_000)
  await expect(popup(page)).toBeVisible()
})

test('it waits while an item is being added, and while the drawer for it is loading @js', async ({
  page,
}) => {
  await page.clock.install({ time: '2025-12-01T12:00:00Z' })
  const requests = watchRequests(page)
  const added = Promise.withResolvers<void>()
  const loaded = Promise.withResolvers<void>()
  await page.route('**/us/cart/changes', (route) => added.promise.then(() => route.continue()))
  await page.route('**/assets/cart-drawer*.js', (route) => loaded.promise.then(() => route.continue()))
  await open(page, '/us/product/magic-wand-collectors-set?size=6')
  await page.clock.fastForward(25_000)
  await page.getByRole('button', { name: 'Add Bundle' }).first().click()
  await page.clock.fastForward(10_000)
  const answered = page.waitForResponse('**/us/cart/changes')
  added.resolve()
  await (await answered).finished()
  await page.clock.fastForward(10_000)
  await expect(popup(page)).toBeHidden()
  expect(requests).toEqual([])
  loaded.resolve()
  const drawer = page.getByRole('dialog', { name: 'Shopping Cart' })
  await expect(drawer).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(drawer).toBeHidden()
  await page.clock.runFor(4_000)
  await expect(popup(page)).toBeVisible()
})

test('it waits while a form is in use, and while a gift is being redeemed @js', async ({ page }) => {
  await page.clock.install({ time: '2025-12-01T12:00:00Z' })
  const requests = watchRequests(page)
  await open(page, '/us/redeem')
  const words = page.getByRole('textbox', { name: 'Magic words' })
  await words.fill('amber lantern owl')
  await words.blur()
  await page.clock.fastForward(40_000)
  await expect(popup(page)).toBeHidden()
  expect(requests).toEqual([])
  await page.getByRole('button', { name: 'Redeem My Gift' }).click()
  await expect(page).toHaveURL(/review$/)
  await page.clock.fastForward(40_000)
  await expect(popup(page)).toBeHidden()
  expect(requests).toEqual([])
})

test('it does not cover the message that a form was sent @js', async ({ page }) => {
  await page.clock.install({ time: '2025-12-01T12:00:00Z' })
  await open(page, '/us/contact')
  const form = page.getByRole('main')
  await form.getByLabel('Name').fill('Ada')
  await form.getByLabel('Email').fill('ada@example.com')
  await form.getByLabel('Subject').selectOption({ index: 1 })
  await form.getByRole('textbox', { name: 'Message' }).fill('Does it open with any wand?')
  await page.clock.fastForward(40_000)
  await form.getByRole('button', { name: 'Send Message' }).click()
  await expect(page.getByText('Message sent!')).toBeVisible()
  await page.clock.fastForward(40_000)
  await expect(popup(page)).toBeHidden()
  await expect(page.getByText('Message sent!')).toBeVisible()
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
  const form = popup(page)
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

test('after an answer to the cookie notice the focus is on the page, and the notice stays away @js', async ({
  page,
}) => {
  await open(page, '/us/faq')
  const notice = page.getByRole('region', { name: 'Cookie notice' })
  await notice.getByRole('button', { name: 'Accept', exact: true }).click()
  await expect(notice).toBeHidden()
  await expect(page.getByRole('main')).toBeFocused()
  await open(page, '/us/contact')
  await expect(notice).toBeHidden()
})
