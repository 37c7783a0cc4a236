import { expect, type Page, test } from '@playwright/test'

/** Begins to use the page, as content pages fetch their scripts only then, and waits until the scripts run. */
export async function waitForHydration(page: Page): Promise<void> {
  await page.mouse.move(2, 2)
  await page.mouse.move(4, 4)
  await page.waitForFunction(() => document.documentElement.dataset.hydrated !== undefined)
}

/** Waits for the scripts of a page that has any: a press before them is a plain form or link and ends on another page. */
export async function ready(page: Page): Promise<void> {
  if (test.info().project.use.javaScriptEnabled !== false) await waitForHydration(page)
}

/** Sends a form before the scripts of its page run, then waits for those of the page that answers. */
export async function sendTooEarly(page: Page, path: string, send: () => Promise<void>) {
  let isSlow = true
  await page.route('**/*.js', async (route) => {
    if (isSlow) await new Promise((resolve) => setTimeout(resolve, 5_000))
    await route.continue().catch(() => undefined)
  })
  await page.goto(path, { waitUntil: 'commit' })
  const posted = page.waitForResponse((response) => response.request().method() === 'POST')
  await send()
  expect((await posted).request().resourceType()).toBe('document')
  isSlow = false
  await waitForHydration(page)
}
