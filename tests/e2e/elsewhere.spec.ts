import { expect, type Page, type Route, test } from '@playwright/test'
import { expectAccessible } from './axe.ts'
import { waitForHydration } from './hydrated.ts'
import { skipEntry } from './visitor.ts'

/** Somebody in the store of another country. Each is a new browser, as it caches the visitor's country for an hour. */

const line = (page: Page) => page.getByRole('complementary', { name: 'Your store' })
const said = (page: Page) => page.getByRole('region', { name: 'Notifications' })

test.beforeEach(async ({ context, baseURL }) => {
  await context.addCookies([{ name: 'cookieConsent', value: 'dismissed', url: baseURL ?? '' }])
  await skipEntry(context)
})

async function open(page: Page, path: string) {
  await page.goto(path)
  await waitForHydration(page)
}

test('is told at once, and offered their own store on every page until they say that they stay @js', async ({
  page,
}) => {
  await page.setExtraHTTPHeaders({ 'CF-IPCountry': 'GB' })
  await open(page, '/us/faq')
  await expect(said(page)).toContainText('You are in the United States store, which ships to the US only.')
  await expect(said(page).getByRole('link', { name: 'Go to the United Kingdom store' })).toBeVisible()
  await expect(line(page)).toHaveCount(0)
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Our Story' }).click()
  await expect(line(page).getByRole('button', { name: 'Go to the United Kingdom store' })).toBeVisible()
  await open(page, '/us/contact?from=abroad')
  await expect(line(page)).toContainText('You are in the United States store, which ships to the US only.')
  await expectAccessible(page, 'offered another store', '[aria-label="Your store"]')
  await line(page).getByRole('button', { name: 'Stay here' }).click()
  await expect(page).toHaveURL('/us/contact?from=abroad')
  await expect(line(page)).toHaveCount(0)
})

test('who follows the toast to their own store is offered no other there @js', async ({ page }) => {
  await page.setExtraHTTPHeaders({ 'CF-IPCountry': 'GB' })
  await open(page, '/us/faq')
  await said(page).getByRole('link', { name: 'Go to the United Kingdom store' }).click()
  await expect(page).toHaveURL('/uk')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Our Story' }).click()
  await expect(page).toHaveURL('/uk/about')
  await expect(line(page)).toHaveCount(0)
})

test('who is from Canada is told that the US store does not ship there @js', async ({ page }) => {
  await page.setExtraHTTPHeaders({ 'CF-IPCountry': 'CA' })
  await open(page, '/us/faq')
  await expect(said(page)).toContainText('so not to Canada yet. You are welcome to look around.')
})

const answer = (market: string, country: string | null) => (route: Route) =>
  route.fulfill({ json: { market, country } })

for (const [who, market, respond] of [
  ['who is in the store of their country', 'uk', answer('uk', 'GB')],
  ['who is in an unknown country', 'us', answer('uk', null)],
  ['who gets no answer', 'uk', (route: Route) => route.abort()],
] as const)
  test(`${who} is asked nothing, and the store is theirs @js`, async ({ page }) => {
    await page.route('**/market', respond)
    await open(page, `/${market}/faq`)
    await page.waitForFunction((own) => localStorage.getItem('selected_market') === own, market)
    expect(await page.evaluate(() => document.cookie)).toContain(`selected_market=${market}`)
    await expect(said(page)).toHaveCount(0)
    await page.goto('/products')
    await expect(page).toHaveURL(`/${market}/products`)
    await expect(line(page)).toHaveCount(0)
  })

test('what was chosen in another tab meanwhile counts more than the country @js', async ({
  page,
  context,
  baseURL,
}) => {
  await page.route('**/market', async (route) => {
    await context.addCookies([{ name: 'selected_market', value: 'us', url: baseURL ?? '' }])
    await answer('uk', 'GB')(route)
  })
  const answered = page.waitForResponse('**/market')
  await open(page, '/us/faq')
  await answered
  await page.evaluate(() => new Promise((idle) => requestIdleCallback(idle)))
  expect(await page.evaluate(() => document.cookie)).toContain('selected_market=us')
  await expect(said(page)).toHaveCount(0)
})
