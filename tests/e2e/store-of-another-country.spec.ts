import { expect, type Page, test } from '@playwright/test'
import { expectAccessible } from './axe.ts'
import { openPage } from './hydrated.ts'
import { skipEntry } from './visitor.ts'

/**
 * Somebody in the store of another country. Each is a new browser, as it caches the visitor's country for an hour. Other
 * countries are in market-line.dom.test.tsx.
 */

const line = (page: Page) => page.getByRole('complementary', { name: 'Your store' })
const said = (page: Page) => page.getByRole('region', { name: 'Notifications' })

test.beforeEach(async ({ page, context, baseURL }) => {
  await page.setExtraHTTPHeaders({ 'CF-IPCountry': 'GB' })
  await context.addCookies([{ name: 'cookieConsent', value: 'dismissed', url: baseURL ?? '' }])
  await skipEntry(context)
})

test('is told at once, and offered their own store on every page until they say that they stay', async ({
  page,
}) => {
  await openPage(page, '/us/faq')
  await expect(said(page)).toContainText('You are in the United States store, which ships to the US only.')
  await expect(said(page).getByRole('link', { name: 'Go to the United Kingdom store' })).toBeVisible()
  await expect(line(page)).toHaveCount(0)
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Our Story' }).click()
  await expect(line(page).getByRole('button', { name: 'Go to the United Kingdom store' })).toBeVisible()
  await openPage(page, '/us/contact?from=abroad')
  await expect(line(page)).toContainText('You are in the United States store, which ships to the US only.')
  await expectAccessible(page, 'offered another store', '[aria-label="Your store"]')
  await line(page).getByRole('button', { name: 'Stay here' }).click()
  await expect(page).toHaveURL('/us/contact?from=abroad')
  await expect(line(page)).toHaveCount(0)
})
