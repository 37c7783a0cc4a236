import { expect, type Page, test } from '@playwright/test'
import { holdRequests } from './hold-requests.ts'

export async function waitForHydration(page: Page): Promise<void> {
  await page.waitForFunction(() => document.documentElement?.dataset.hydrated !== undefined)
}

/** Waits for hydration on pages with scripts: a click before it submits a form or follows a link natively. */
export async function waitForPageScripts(page: Page): Promise<void> {
  if (!test.info().tags.includes('@plain')) await waitForHydration(page)
}

/** Opens a page, and waits for its scripts if it has some. */
export async function openPage(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await waitForPageScripts(page)
}

/** Submits a form before its page is hydrated, then waits for hydration of the resulting page. */
export async function submitBeforeHydration(page: Page, path: string, send: () => Promise<void>) {
  const release = await holdRequests(page, '**/*.js')
  await page.goto(path, { waitUntil: 'commit' })
  const posted = page.waitForResponse((response) => response.request().method() === 'POST')
  const replaced = page.waitForEvent('framenavigated')
  await send()
  expect((await posted).request().resourceType()).toBe('document')
  await replaced
  release()
  await waitForHydration(page)
}
