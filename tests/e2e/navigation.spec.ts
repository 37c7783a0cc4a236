import { chromium, expect, type Page } from '@playwright/test'
import { browserPath } from '#scripts/programs.mjs'
import { countAnnouncements, recordAnnouncements } from './announcements.ts'
import { openPage } from './hydrated.ts'
import { test } from './visitor.ts'

/** Links: prefetched before the click, and followed whatever happens; and the way back. */

const mainLink = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true })

test('a hovered product is shown without the network when clicked', async ({ page, baseURL }) => {
  // A first page stores it when its scripts have come, and what was fetched before is asked for again.
  await page.context().addCookies([{ name: 'selected_market', value: 'us', url: baseURL ?? '' }])
  const path = '/us/product/vol-ii-magical-you-pre-order'
  // Those in the window are fetched at once.
  const fetched = page.waitForResponse(`**${path}.data*`)
  await openPage(page, '/us/products')
  const link = page.getByRole('main').locator('a[href*="/product/"]').first()
  await link.hover()
  const answer = await fetched
  expect(answer.headers()['cache-control']).toMatch(/^public, max-age=[1-9]/)
  await answer.finished()
  await link.click()
  await expect(page).toHaveURL(path)
  await expect(page.getByRole('heading', { level: 1, name: 'Vol. II: Magical You' })).toBeVisible()
  /** Whether bytes came over the network, each time the data was asked for. Runs in the page. */
  const transfers = (wanted: string) =>
    (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
      .filter(({ name }) => new URL(name).pathname === wanted)
      .map(({ transferSize }) => transferSize > 0)
  expect(await page.evaluate(transfers, `${path}.data`)).toEqual([true, false])
  expect(await page.evaluate(() => performance.getEntriesByType('navigation').length)).toBe(1)
})

test('a click offline, or on code that a newer deployment has replaced, keeps page and text, and leads on later', async ({
  page,
  context,
}) => {
  await openPage(page, '/us/contact')
  const message = page.getByRole('textbox', { name: 'Message' })
  await message.fill('Half a sentence')
  const said = page.getByRole('region', { name: 'Notifications' })
  await context.setOffline(true)
  await mainLink(page, 'FAQ').click()
  await expect(said).toContainText('You are offline')
  await expect(said).toContainText('Your cart is kept on this device.')
  await expect(message).toHaveValue('Half a sentence')
  await context.setOffline(false)
  await page.route('**/assets/about-*.js', (route) => route.fulfill({ status: 404 }))
  await mainLink(page, 'Our Story').click()
  await expect(said).toContainText('That did not work just now. Please try again in a moment.')
  await expect(message).toHaveValue('Half a sentence')
  await page.unroute('**/assets/about-*.js')
  await mainLink(page, 'Our Story').click()
  await expect(page).toHaveURL('/us/about')
  await mainLink(page, 'FAQ').click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Frequently asked questions')
})

test('a menu closes on Escape, outside it, without the pointer, and with its page', async ({ page }) => {
  await openPage(page, '/us/contact')
  const bar = page.getByRole('navigation', { name: 'Main' })
  const menu = bar.locator('details').filter({ has: page.locator('summary', { hasText: 'Shop' }) })
  const summary = menu.locator('summary')
  const drop = menu.locator('summary + *')
  async function leave(act: () => Promise<void>) {
    await summary.focus()
    await page.keyboard.press('Enter')
    await expect(drop).toBeVisible()
    await page.keyboard.press('Tab')
    await expect(drop.locator(':focus')).toHaveCount(1)
    await act()
    await expect(drop).toBeHidden()
  }
  await leave(() => page.keyboard.press('Escape'))
  await expect(summary).toBeFocused()
  await leave(() => page.getByRole('textbox', { name: 'Message' }).focus())
  await leave(() => page.mouse.click(20, 600))
  await summary.hover()
  await expect(drop).toBeVisible()
  await page.mouse.move(20, 600)
  await expect(drop).toBeHidden()
  await leave(() => page.keyboard.press('Enter'))
  await expect(page).toHaveURL('/us/products?filter=wizard-box')
  // Also when the same page is chosen again.
  await leave(() => page.keyboard.press('Enter'))
})

test('what a filter leaves and the title of the next page are announced, and the focus moves to it', async ({
  page,
}) => {
  await openPage(page, '/us/products')
  const said = await recordAnnouncements(page)
  const heard = async (words: string) => countAnnouncements((await said()).heard, words)
  await page.getByRole('navigation', { name: 'Filter' }).getByRole('link', { name: 'Merch' }).click()
  await expect.poll(() => heard('2 items')).toBe(1)
  await mainLink(page, 'FAQ').click()
  await expect(page).toHaveURL('/us/faq')
  await expect(page.getByRole('main')).toBeFocused()
  const title = await page.title()
  expect(title).toContain('Wizard Box')
  await expect.poll(() => heard(title)).toBe(1)
})

/** Whether the browser restored the page from the back/forward cache, and if not, why. */
async function goBack(page: Page): Promise<{ type: string; reasons: readonly string[] }> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Page.enable')
  const reasons: string[] = []
  devtools.on('Page.backForwardCacheNotUsed', ({ notRestoredExplanations }) => {
    reasons.push(...notRestoredExplanations.map(({ reason }) => reason))
  })
  const arrived = new Promise<string>((resolve) => {
    devtools.on('Page.frameNavigated', ({ frame, type }) => {
      if (!frame.parentId) resolve(type)
    })
  })
  const { currentIndex, entries } = await devtools.send('Page.getNavigationHistory')
  const entryId = entries[currentIndex - 1]?.id
  if (entryId === undefined) throw new Error('nowhere to go back to')
  await devtools.send('Page.navigateToHistoryEntry', { entryId })
  const type = await arrived
  await devtools.detach()
  return { type, reasons }
}

test('pages are restored from the back/forward cache, and follow an answer to the cookie notice', async ({
  baseURL,
}) => {
  // The headless shell has no such cache, and Playwright disables it.
  const { args = [] } = test.info().project.use.launchOptions ?? {}
  const executablePath = browserPath()
  const browser = await chromium.launch({
    ...(executablePath && { executablePath }),
    args,
    ignoreDefaultArgs: ['--disable-back-forward-cache'],
  })
  const page = await browser.newPage({ baseURL })
  await page.addInitScript(() => sessionStorage.setItem('hasSeenSplash', 'true'))
  const toast = page.getByRole('region', { name: 'Cookie notice' })
  await page.goto('/us/about')
  await expect(toast).toBeVisible()
  await openPage(page, '/us/faq')
  await toast.getByRole('button', { name: 'Accept', exact: true }).click()
  await expect(toast).toBeHidden()
  expect((await goBack(page)).type).toBe('BackForwardCacheRestore')
  await expect(toast, 'on the page before, whose scripts had not loaded').toBeHidden()

  // As many as the browser keeps, without the last page left.
  const paths = ['/us/product/magic-wand', '/us/cart']
  for (const path of paths) await openPage(page, path)
  await page.goto('/us/about')
  for (const path of paths.toReversed())
    expect.soft(await goBack(page), path).toEqual({ type: 'BackForwardCacheRestore', reasons: [] })
  await browser.close()
})
