import { expect, type Page } from '@playwright/test'
import { violationsOf } from './axe.ts'
import { countAnnouncements, recordAnnouncements } from './heard.ts'
import { openPage } from './hydrated.ts'
import { enterAdmin } from './owner.ts'
import { post } from './post.ts'
import { test } from './visitor.ts'

test('a result is visible and announced, each time, and the keyboard focus continues above it', async ({
  page,
}) => {
  const names = ['Tess Twice', 'Tom Twice']
  for (const fullName of names) {
    const email = `${fullName.replace(' ', '.').toLowerCase()}@example.com`
    await post(page, '/us/contact', { fullName, email, subject: 'Other', message: 'Hello' })
  }
  await page.setViewportSize({ width: 390, height: 600 })
  await enterAdmin(page, '/admin/messages?state=waiting&q=twice')
  const said = await recordAnnouncements(page)
  for (const name of names) {
    const row = page.getByRole('row').filter({ hasText: name })
    const button = row.getByRole('button', { name: 'Mark as answered' })
    await expect(button).toHaveAccessibleDescription(new RegExp(name))
    await button.press('Enter')
    await expect(row).toHaveCount(0)
    await expect(page.getByText('Marked as answered')).toBeInViewport({ ratio: 1 })
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  }
  const { heard } = await said()
  expect(countAnnouncements(heard, 'Marked as answered')).toBe(2)
  expect(await page.locator('[aria-live] [role=status], [aria-live] [role=alert]').count()).toBe(0)
})

test('lists can be searched, filtered and downloaded, and a link to one moves the focus to it', async ({
  page,
}) => {
  await enterAdmin(page, '/admin/gift-codes')
  await page.getByRole('searchbox', { name: 'Search' }).fill('winter quill')
  await page.getByRole('button', { name: 'Search' }).click()
  await expect(page.getByRole('row')).toHaveCount(2)
  await expect(page.getByRole('row').last()).toContainText('winter quill ember')
  await page.getByRole('link', { name: 'Redeemed' }).click()
  await expect(page.getByText('Nothing matches winter quill.')).toBeVisible()
  await page.getByRole('link', { name: 'Clear search' }).click()
  await expect(page.getByRole('cell', { name: 'gilded acorn storm' })).toBeVisible()

  const link = page.getByRole('link', { name: 'Subscribers', exact: true })
  await link.click()
  await expect(page.getByRole('heading', { level: 1, name: 'Subscribers' })).toBeVisible()
  await expect(page.getByRole('main')).toBeFocused()
  await expect(link).toHaveAttribute('aria-current', 'page')
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download CSV' }).click()
  expect((await download).suggestedFilename()).toMatch(/^subscribers-.*\.csv$/)
})

test('a subscriber is removed after a confirmation, and another window says that they are not here any more', async ({
  context,
  page,
}) => {
  // One word each, as long as they may be; the buttons stay in sight.
  const email = `${'leaver'.repeat(10)}@${'x'.repeat(63)}.${'y'.repeat(63)}.example`
  await post(page, '/us/subscribe', { fullName: 'L'.repeat(100), email })
  const path = `/admin/subscribers?q=${email}`
  await enterAdmin(page, path)
  const other = await context.newPage()
  await openPage(other, path)
  const row = page.getByRole('row').filter({ hasText: email })
  const question = row.getByText(`Take ${email} off the list?`)
  await expect(question).toBeHidden()
  await expect(row.getByText('Take off').first()).toBeInViewport({ ratio: 1 })
  await row.getByText('Take off').first().click()
  await expect(question).toBeVisible()
  await row.getByText('Take off').first().click()
  await expect(question).toBeHidden()
  for (const window of [page, other]) {
    const row = window.getByRole('row').filter({ hasText: email })
    await row.getByText('Take off').first().click()
    await row.getByRole('button', { name: 'Take off' }).click()
    await expect(row).toHaveCount(0)
  }
  await expect(page.getByText(`${email} is off the list.`)).toBeVisible()
  await expect(other.getByRole('alert')).toHaveText('That is not here any more.')
})

/** Pages with a layout of their own. */
const PAGES = ['', '/gift-codes', '/products', '/company', '/security', '/people?email=owner@example.com']
/** Their columns are their own, their colours those of the gift codes. */
const LISTS = ['/subscribers', '/waitlist', '/messages', '/orders', '/outbox', '/subscribers?q=nobody']

/** Horizontal overflow of the page, px. */
const horizontalOverflow = (page: Page) =>
  page.locator('html').evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)

/** Opens all confirmations. Runs in the page. */
function unfold() {
  for (const unfolding of document.querySelectorAll('details')) unfolding.open = true
}

/** Leaves three rows of a list, as the others have the same parts. Runs in the page. */
function shorten() {
  for (const row of document.querySelectorAll('tbody > tr:nth-child(n + 4)')) row.remove()
}

test('every admin page is accessible, and fits a phone, where the cells of a row are labelled', async ({
  page,
}) => {
  test.slow()
  await page.goto('/admin/sign-in')
  expect(await violationsOf(page)).toEqual([])
  await enterAdmin(page)
  for (const path of [...PAGES, ...LISTS]) {
    await page.goto(`/admin${path}`)
    await page.evaluate(unfold)
    await page.setViewportSize({ width: 320, height: 640 })
    expect.soft(await horizontalOverflow(page), path).toBe(0)
    if (path === '/gift-codes') {
      const label = (cell: Element) => getComputedStyle(cell, '::before').content
      expect(await page.getByRole('cell').first().evaluate(label)).toBe('"Magic words"')
    }
    await page.setViewportSize({ width: 1280, height: 844 })
    if (LISTS.includes(path)) await page.evaluate(shorten)
    // The frame round them is the same.
    const within = path === '' ? undefined : 'main'
    expect.soft(await violationsOf(page, { within, contrast: PAGES.includes(path) }), path).toEqual([])
  }
})

/** The parts of variables' names that are on two lines. Runs in the page. */
function brokenNames(): string[] {
  const texts = document.createTreeWalker(document.querySelector('main') ?? document, NodeFilter.SHOW_TEXT)
  const broken: string[] = []
  const part = document.createRange()
  for (let text = texts.nextNode(); text !== null; text = texts.nextNode())
    for (const { index, 0: name } of text.textContent?.matchAll(/[A-Z]{2,}_?/g) ?? []) {
      part.setStart(text, index)
      part.setEnd(text, index + name.length)
      if (part.getClientRects().length > 1) broken.push(name)
    }
  return broken
}

test('what a check-up has found is accessible, and fits a phone, where variables break between words', async ({
  page,
}) => {
  await post(page, '/webhooks/orders-paid', {})
  await enterAdmin(page)
  const question = page.getByRole('heading', { name: 'is WEBHOOK_SECRET right?' })
  await page.setViewportSize({ width: 320, height: 640 })
  await expect(question).toBeVisible()
  expect(await page.evaluate(brokenNames)).toEqual([])
  await page.setViewportSize({ width: 1280, height: 844 })
  await enterAdmin(page, '/admin/check-up')
  await page.getByRole('button', { name: 'Check now' }).click()
  await expect(page.getByRole('heading', { level: 2, name: /^The shop cannot open yet/ })).toBeVisible()
  await expect(page.getByRole('row', { name: /Supabase Address To mend/ })).toBeVisible()
  expect(await violationsOf(page)).toEqual([])
  await page.setViewportSize({ width: 320, height: 640 })
  expect(await horizontalOverflow(page)).toBe(0)
  expect(await page.evaluate(brokenNames)).toEqual([])
})
