import type { Page } from '@playwright/test'
import { expect, test } from 'vitest'
import { openContext, openPage } from './browser.ts'

/** What scripts show on a first visit: splash, popup and cookie notice. */

const splash = (page: Page) => page.getByText('Tap Your Wand to Enter')
const popup = (page: Page) => page.getByRole('dialog', { name: 'Stay Connected' })
/** Waits until the page says that it works by scripts: the popup's time begins then. */
const scripted = (page: Page) =>
  page.waitForFunction(() => document.documentElement.dataset.hydrated !== undefined)
const stored = (page: Page, name: string) => page.evaluate((key) => localStorage.getItem(key), name)

test('the splash covers a first arrival at the home page, a click opens the store, and it is not shown again', async () => {
  const page = await openPage({ isFirst: true })
  await page.goto('/us')
  await splash(page).waitFor()
  await page.getByText('Click anywhere to unlock the magic').waitFor()
  await page.mouse.click(200, 200)
  await splash(page).waitFor({ state: 'hidden' })
  await page.getByRole('heading', { level: 1 }).waitFor()
  expect(await page.evaluate(() => sessionStorage.getItem('hasSeenSplash'))).toBe('true')
  await page.goto('/us')
  await page.getByRole('heading', { level: 1 }).waitFor()
  expect(await splash(page).isVisible()).toBe(false)
})

test('the splash leads a visitor to the store of their country', async () => {
  const context = await openContext({ isFirst: true })
  await context.setExtraHTTPHeaders({ 'X-Forwarded-For': '10.1.2.3', 'CF-IPCountry': 'GB' })
  const page = await context.newPage()
  await page.goto('/us')
  await splash(page).waitFor()
  await page.mouse.click(200, 200)
  await page.waitForURL(/\/uk$/)
  expect(await stored(page, 'selected_market')).toBe('uk')
  expect((await context.cookies()).find(({ name }) => name === 'selected_market')?.value).toBe('uk')
})

test('no splash is shown to who comes from another site, on other pages, or without scripts', async () => {
  const page = await openPage({ isFirst: true })
  await page.goto('/us', { referer: 'https://search.example/' })
  await page.getByRole('heading', { level: 1 }).waitFor()
  expect(await splash(page).isVisible()).toBe(false)
  const other = await openPage({ isFirst: true })
  await other.goto('/uk/faq')
  expect(await splash(other).isVisible()).toBe(false)
  const plain = await openPage({ isFirst: true, javaScriptEnabled: false })
  await plain.goto('/us')
  expect(await splash(plain).isVisible()).toBe(false)
  await plain.getByRole('link', { name: 'PURCHASE' }).click()
  await plain.waitForURL(/\/us\/products$/)
})

test('the popup opens after thirty seconds, is closed by Escape, and stays away for seven days', async () => {
  const page = await openPage({ isFirst: true })
  await page.clock.install({ time: '2030-12-01T12:00:00Z' })
  const wait = async (path: string) => {
    await page.goto(path)
    await scripted(page)
    await page.clock.fastForward(31_000)
  }
  await page.goto('/us/faq')
  await scripted(page)
  await page.clock.fastForward(25_000)
  expect(await popup(page).isVisible()).toBe(false)
  await page.clock.fastForward(6_000)
  await popup(page).waitFor()
  expect(await popup(page).getByRole('link', { name: 'Privacy Policy' }).getAttribute('href')).toBe(
    '/us/privacy-policy',
  )
  await page.keyboard.press('Escape')
  await popup(page).waitFor({ state: 'hidden' })
  const closedAt = async () => Number(await stored(page, 'emailPopupClosedTime'))
  await expect.poll(closedAt).toBeGreaterThan(Date.parse('2030-12-01'))
  await page.clock.setSystemTime('2030-12-07T12:00:00Z')
  await wait('/us/about')
  expect(await popup(page).isVisible()).toBe(false)
  await page.clock.setSystemTime('2030-12-08T13:00:00Z')
  await wait('/us/about')
  await popup(page).waitFor()
})

test('the popup opens where a page was scrolled past two fifths, and not for who has subscribed', async () => {
  const page = await openPage({ isFirst: true })
  await page.goto('/us/terms-and-conditions')
  await scripted(page)
  await page.mouse.move(400, 400)
  await page.evaluate(() => scrollTo({ top: document.documentElement.scrollHeight / 2, behavior: 'instant' }))
  await popup(page).waitFor()
  await popup(page).getByRole('button', { name: 'Subscribe' }).click()
  await popup(page).locator('text=/Please enter your name/ >> nth=0').waitFor()
  await popup(page).getByLabel('Name').fill('Popup')
  await popup(page).getByLabel('Email').fill(`popup-${Date.now()}@example.com`)
  await popup(page).getByRole('button', { name: 'Subscribe' }).click()
  await page.getByText('Welcome to the magic! ✨').waitFor()
  await popup(page).waitFor({ state: 'hidden' })
  expect(await stored(page, 'hasSubscribed')).toBe('true')
  await page.evaluate(() => localStorage.removeItem('emailPopupClosedTime'))
  await page.goto('/us/privacy-policy')
  await scripted(page)
  await page.evaluate(() => scrollTo({ top: document.documentElement.scrollHeight / 2, behavior: 'instant' }))
  await page.waitForTimeout(500)
  expect(await popup(page).isVisible()).toBe(false)
})
