import { expect, type Page } from '@playwright/test'
import { violationsOf } from './axe.ts'
import { countAnnouncements, recordAnnouncements } from './heard.ts'
import { hasScripts, waitForHydration } from './hydrated.ts'
import { post } from './post.ts'
import { test } from './visitor.ts'

/** Both projects use the same shop concurrently, so each has a gift of its own. */
function ownWords(): string {
  return hasScripts() ? 'amber lantern owl' : 'copper fern riddle'
}

async function open(page: Page, path: string) {
  await page.goto(path)
  if (hasScripts()) await waitForHydration(page)
}

async function signIn(page: Page, password = 'correct horse battery') {
  await page.getByLabel('Email').fill('owner@wizardbox.example')
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

/** Opens a page as the signed-in owner. */
async function enter(page: Page, path = '/admin') {
  const form = { step: 'password', email: 'owner@wizardbox.example', password: 'correct horse battery' }
  await post(page, '/admin/sign-in', form)
  await open(page, path)
  await expect(page.getByRole('button', { name: 'Sign out' })).toBeVisible()
}

test('the owner signs in, marks a gift code as complete, undoes it and signs out', async ({ page }) => {
  await open(page, '/admin')
  await expect(page).toHaveURL(/\/admin\/sign-in$/)
  await signIn(page, 'correct pony battery')
  await expect(page.getByText('That email and password do not open this door.')).toBeVisible()
  await signIn(page)
  await expect(page.getByRole('heading', { level: 1, name: 'The owner’s room' })).toBeVisible()

  const pending = page.getByRole('region', { name: 'Gift codes to finish' })
  const gift = pending.getByRole('listitem').filter({ hasText: ownWords() })
  const button = gift.getByRole('button', { name: 'Mark Complete' })
  await expect(button).toHaveAccessibleDescription(ownWords())
  await button.click()
  await expect(page.getByText('Marked as complete')).toBeVisible()
  await expect(gift).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('Back on the list.')).toBeVisible()
  await expect(gift).toBeVisible()

  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page.getByText('You are signed out. Good night.')).toBeVisible()
  await page.goto('/admin/gift-codes')
  await expect(page).toHaveURL(/\/admin\/sign-in\?returnTo=/)
})

test('a result is visible and announced once, and the keyboard focus continues from there @js', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 600 })
  await enter(page)
  const said = await recordAnnouncements(page)
  const pending = page.getByRole('region', { name: 'Gift codes to finish' })
  const rowOf = (words: string) => pending.getByRole('listitem').filter({ hasText: words })
  // In the row that is now at the place of the one before; which it is depends on gifts of other tests.
  const focused = pending.getByRole('listitem').locator(':focus')
  for (const words of ['silver birch comet', 'velvet moon harbour']) {
    await rowOf(words).getByRole('button', { name: 'Mark Complete' }).press('Enter')
    await expect(rowOf(words)).toHaveCount(0)
    await expect(page.getByText('Marked as complete')).toBeInViewport({ ratio: 1 })
    await expect(page.getByRole('button', { name: 'Undo' })).toBeInViewport({ ratio: 1 })
    await expect(focused).toHaveText('Mark Complete')
    await expect(focused).toBeInViewport({ ratio: 1 })
    await page.getByRole('button', { name: 'Undo' }).press('Enter')
    await expect(rowOf(words)).toBeVisible()
    await expect(page.getByText('Back on the list.')).toBeInViewport({ ratio: 1 })
    await expect(rowOf(words).getByRole('button', { name: 'Mark Complete' })).toBeFocused()
  }
  const { heard } = await said()
  // Another row has come above it when it is back: the focus follows the row, not its old place.
  const two = pending.getByRole('listitem').filter({ hasText: /silver birch comet|velvet moon harbour/ })
  const above = await two.first().locator('input[name=id]').inputValue()
  const words = (await two.last().locator('code').textContent()) ?? ''
  await post(page, '/admin', { intent: 'complete', id: above })
  await open(page, '/admin')
  await rowOf(words).getByRole('button', { name: 'Mark Complete' }).press('Enter')
  await expect(rowOf(words)).toHaveCount(0)
  await post(page, '/admin', { intent: 'reopen', id: above })
  await page.getByRole('button', { name: 'Undo' }).press('Enter')
  await expect(two).toHaveCount(2)
  await expect(rowOf(words).getByRole('button', { name: 'Mark Complete' })).toBeFocused()
  expect(countAnnouncements(heard, 'Marked as complete')).toBe(2)
  expect(countAnnouncements(heard, 'Back on the list.')).toBe(2)
  expect(await page.locator('[aria-live] [role=status], [aria-live] [role=alert]').count()).toBe(0)
})

test('after a confirmed action that leaves its row, the keyboard focus is on what asked for it @js', async ({
  page,
}) => {
  await post(page, '/us/cart', { intent: 'add', handle: 'vol-ii-magical-you-pre-order', option: 'box-only' })
  await page.goto((await post(page, '/us/checkout', {})).url())
  await page.getByLabel('Name').fill('Focus Giver')
  await page.getByRole('button', { name: 'Complete order' }).click()
  await expect(page.getByRole('heading', { name: 'Order complete' })).toBeVisible()

  await enter(page, '/admin/gift-codes?q=Focus+Giver')
  const ask = page.locator('summary', { hasText: 'Send the gift email again' })
  // The order notice creates the gift.
  await expect(async () => {
    await open(page, page.url())
    await expect(ask).toBeVisible({ timeout: 1_000 })
  }).toPass()
  await ask.press('Enter')
  await page.getByRole('button', { name: 'Send', exact: true }).press('Enter')
  await expect(page.getByText('Sent to a•••@example.com.')).toBeVisible()
  await expect(ask).toBeFocused()
})

test('lists can be searched, filtered and downloaded @js', async ({ page }) => {
  await open(page, '/admin/gift-codes')
  await signIn(page)
  await expect(page).toHaveURL(/\/admin\/gift-codes$/)
  await page.getByRole('searchbox', { name: 'Search' }).fill('winter quill')
  await page.getByRole('button', { name: 'Search' }).click()
  await expect(page.getByRole('row')).toHaveCount(2)
  await expect(page.getByRole('row').last()).toContainText('winter quill ember')
  await page.getByRole('link', { name: 'Redeemed' }).click()
  await expect(page.getByText('Nothing matches winter quill.')).toBeVisible()
  await page.getByRole('link', { name: 'Clear search' }).click()
  await expect(page.getByRole('cell', { name: 'gilded acorn storm' })).toBeVisible()

  await page.getByRole('link', { name: 'Subscribers', exact: true }).click()
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download CSV' }).click()
  expect((await download).suggestedFilename()).toMatch(/^subscribers-.*\.csv$/)
})

test('a message can be read and marked as answered @js', async ({ page }) => {
  const from = 'Scripted Quill'
  await page.goto('/us/contact')
  const form = page.getByRole('form', { name: 'Send a message' })
  await form.getByLabel('Name').fill(from)
  await form.getByLabel('Email').fill('quill@example.com')
  await form.getByLabel('Subject').selectOption('Press Inquiry')
  await form.getByLabel('Message').fill(`${from} would like to write about the box.\n${'Soon. '.repeat(30)}`)
  await form.getByRole('button', { name: 'Send Message' }).click()
  await expect(page.getByText('Message sent!')).toBeVisible()

  await enter(page, '/admin/messages?state=waiting')
  const row = page.getByRole('row').filter({ hasText: from })
  await row.getByText('would like to write').first().click()
  await expect(
    row.getByText('Soon. Soon. Soon. Soon. Soon. Soon. Soon. Soon. Soon. Soon. Soon. Soon.'),
  ).toBeVisible()
  await expect(row.getByRole('link', { name: 'Reply by email' })).toHaveAttribute('href', /^mailto:quill/)
  await row.getByRole('button', { name: 'Mark as answered' }).click()
  await expect(page.getByText('Marked as answered.')).toBeVisible()
  await expect(row).toHaveCount(0)
})

test('a subscriber is removed after a confirmation @js', async ({ page }) => {
  const email = 'leaver@example.com'
  await post(page, '/us/subscribe', { fullName: 'Leaver', email })
  await enter(page, `/admin/subscribers?q=${email}`)
  const row = page.getByRole('row').filter({ hasText: email })
  const question = row.getByText(`Take ${email} off the list?`)
  await expect(question).toBeHidden()
  await row.getByText('Take off').first().click()
  await expect(question).toBeVisible()
  await row.getByRole('link', { name: 'Cancel' }).click()
  await expect(question).toBeHidden()
  await row.getByText('Take off').first().click()
  await row.getByRole('button', { name: 'Take off' }).click()
  await expect(page.getByText(`${email} is off the list.`)).toBeVisible()
})

test('a row that was removed in another window goes with the message that it is not here any more @js', async ({
  context,
  page,
}) => {
  const email = 'gone@example.com'
  await post(page, '/us/subscribe', { fullName: 'Gone', email })
  const path = `/admin/subscribers?q=${email}`
  await enter(page, path)
  const other = await context.newPage()
  await open(other, path)
  for (const window of [page, other]) {
    const row = window.getByRole('row').filter({ hasText: email })
    await row.getByText('Take off').first().click()
    await row.getByRole('button', { name: 'Take off' }).click()
    await expect(row).toHaveCount(0)
  }
  await expect(other.getByRole('alert')).toHaveText('That is not here any more.')
})

test('products are previewed and then duplicated @js', async ({ page }) => {
  await enter(page)
  await page.getByRole('button', { name: 'Show me first' }).click()
  await expect(page.getByText('Every US product has its UK copy already.')).toBeVisible()
  await expect(page.locator('pre')).toContainText('"skipped"')
  await page.getByRole('button', { name: 'Duplicate products' }).click()
  await expect(page.getByText('Nothing to do')).toBeVisible()
  await expect(
    page.getByText('Created 0 UK products. Every US product has its UK copy already.'),
  ).toBeVisible()
  expect(JSON.parse((await page.locator('pre').textContent()) ?? '')).toMatchObject({
    created: [],
    failed: [],
  })
})

const PAGES = [
  '',
  '/gift-codes',
  '/subscribers',
  '/waitlist',
  '/messages',
  '/webhooks',
  '/outbox',
  '/products',
  '/company',
  '/check-up',
  '/security',
]

/** Horizontal overflow of the page, px. */
const horizontalOverflow = (page: Page) =>
  page.locator('html').evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)

test('on a phone the cells of a row are labelled @plain', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await enter(page, '/admin/gift-codes')
  const cell = page.getByRole('cell').first()
  await expect(cell).toBeVisible()
  expect(await cell.evaluate((element) => getComputedStyle(element, '::before').content)).toBe(
    '"Magic words"',
  )
})

/** Opens all confirmations. Runs in the page. */
function unfold() {
  for (const unfolding of document.querySelectorAll('details')) unfolding.open = true
}

test('every admin page is accessible, and fits a phone @js', async ({ page }) => {
  test.slow()
  await open(page, '/admin/sign-in')
  expect(await violationsOf(page)).toEqual([])
  await enter(page)
  for (const path of [...PAGES, '/subscribers?q=nobody-of-that-name']) {
    await page.setViewportSize({ width: 1280, height: 844 })
    await open(page, `/admin${path}`)
    await page.evaluate(unfold)
    // The frame round them is the same.
    expect(await violationsOf(page, { within: path === '' ? undefined : 'main' }), path).toEqual([])
    for (const width of [390, 320]) {
      await page.setViewportSize({ width, height: 640 })
      expect(await horizontalOverflow(page), `${path} at ${width}`).toBe(0)
    }
  }
})

test('what a check-up has found is accessible, and fits a phone @js', async ({ page }) => {
  await enter(page, '/admin/check-up')
  await page.getByRole('button', { name: 'Check now' }).click()
  await expect(page.getByRole('heading', { level: 2, name: /^The shop cannot open yet/ })).toBeVisible()
  await expect(page.getByRole('row', { name: /Supabase Address To mend/ })).toBeVisible()
  expect(await violationsOf(page)).toEqual([])
  await page.setViewportSize({ width: 320, height: 640 })
  expect(await horizontalOverflow(page)).toBe(0)
})

test('navigation in the admin area moves the focus to the page, and offline keeps the page @js', async ({
  page,
  context,
}) => {
  await open(page, '/admin')
  await context.setOffline(true)
  await signIn(page)
  await expect(page.getByText('This was not sent, because the connection is gone.')).toBeVisible()
  await context.setOffline(false)
  await page.route('**/admin/sign-in.data*', (route) => route.abort(), { times: 1 })
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('alert')).toContainText('The room cannot be reached just now.')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('link', { name: 'Outbox' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Outbox' })).toBeVisible()
  await expect(page.getByRole('main')).toBeFocused()
  await expect(page.getByRole('link', { name: 'Outbox' })).toHaveAttribute('aria-current', 'page')
  await page.getByRole('searchbox', { name: 'Search' }).fill('ada')
  await context.setOffline(true)
  await page.getByRole('button', { name: 'Search' }).click()
  await expect(page.getByRole('alert')).toContainText('This was not sent')
  await expect(page.getByRole('searchbox', { name: 'Search' })).toHaveValue('ada')
  await context.setOffline(false)
  await page.getByRole('link', { name: 'Products' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Products' })).toBeVisible()
  await expect(page.getByText('This was not sent')).toHaveCount(0)
  await page.route('**/admin/products.data*', (route) => route.abort())
  await page.getByRole('button', { name: 'Show me first' }).click()
  await expect(page.getByRole('heading', { name: 'The room cannot be reached just now.' })).toBeVisible()
})
