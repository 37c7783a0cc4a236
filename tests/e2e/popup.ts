import { expect, type Page, test } from '@playwright/test'
import { waitForHydration } from './hydrated.ts'

let visitors = 0

/** Gives each visitor an address of their own, as rate limits count by it. */
export function useOwnAddress(page: Page) {
  const { workerIndex } = test.info()
  return page.setExtraHTTPHeaders({ 'X-Forwarded-For': `10.2.${workerIndex % 250}.${++visitors}` })
}

export const popupOf = (page: Page) => page.getByRole('dialog', { name: 'Stay Connected' })

export async function open(page: Page, path: string) {
  await page.goto(path)
  await waitForHydration(page)
}

/**
 * Opens a page with a mocked clock, and waits for hydration. Tests jump (`fastForward`) over long times, and run through
 * (`runFor`) where one timer starts another.
 */
export async function openTimed(page: Page, path: string) {
  await page.clock.install({ time: '2025-12-01T12:00:00Z' })
  await open(page, path)
}

export async function openPopup(page: Page, path: string) {
  await openTimed(page, path)
  await page.clock.fastForward(31_000)
  await expect(popupOf(page)).toBeVisible()
}

/** Requests for the popup's code from now on: it is requested when the popup is about to open. */
export function watchRequests(page: Page): readonly string[] {
  const urls: string[] = []
  page.on('request', (request) => {
    if (/email-popup-dialog.*\.js$/.test(request.url())) urls.push(request.url())
  })
  return urls
}
