import { expect, type Page } from '@playwright/test'
import { violationsOf } from '../support/axe.ts'

/** What a state changes; the journeys check the frame round it. */
const CHANGING = 'main, [aria-label=Notifications]'

/** No violation that a tool can find, and no horizontal scrolling on the smallest phone. */
export async function expectAccessible(page: Page, state: string, within: string = CHANGING) {
  // Where the page is scrolled, the bar may cover half a field.
  await page.evaluate(() => scrollTo(0, 0))
  expect(await violationsOf(page, { within }), state).toEqual([])
  await page.setViewportSize({ width: 320, height: 640 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth), state).toBeLessThanOrEqual(320)
  await page.setViewportSize({ width: 1280, height: 844 })
}
