import { expect, type Page, test } from '@playwright/test'
import { waitForHydration } from './hydrated.ts'

/**
 * Visitor-specific pages, assembled from fragments that were rendered for others: each fragment occurs once, and
 * hydration keeps the server's markup.
 */

const PAGES = [
  '/us/product/vol-ii-magical-you-pre-order?wands=dragon-oak',
  '/us/product/magic-wand-collectors-set?size=3&wands=dragon-oak&wands=phoenix-elm',
]

async function addWand(page: Page, wand: string): Promise<void> {
  const form = { intent: 'add', handle: 'magic-wand', wand }
  const origin = new URL(test.info().project.use.baseURL ?? '').origin
  await page.request.post('/us/cart', { form, headers: { Origin: origin }, maxRedirects: 0 })
}

/** Name and identifying attributes of each element of a page, except what scripts add to a gallery. */
function outline(html: string | null): string[] {
  const root = html === null ? document : new DOMParser().parseFromString(html, 'text/html')
  const names = ['id', 'for', 'name', 'aria-labelledby', 'aria-describedby', 'href', 'action']
  return [...root.querySelectorAll('header.top, header.top *, main, main *, footer.foot, footer.foot *')]
    .filter((element) => element.closest('.arrow, style, link, script, noscript') === null)
    .map((element) => [element.localName, ...names.map((name) => element.getAttribute(name))].join(' '))
}

for (const path of PAGES)
  test(`${path} hydrates without changes to its markup @js`, async ({ page }) => {
    const problems: string[] = []
    page.on('pageerror', (error) => problems.push(error.message))
    page.on('console', (message) => message.type() === 'error' && problems.push(message.text()))
    await addWand(page, 'dragon-oak')
    // With the cart's notice, cached or not yet; cached; with another notice, compressed as far as possible.
    for (const turn of [1, 2, 3]) {
      if (turn === 3) await addWand(page, 'no-such-wand')
      const response = await page.goto(path)
      expect(response?.headers()['content-encoding']).toBe('gzip')
      await waitForHydration(page)
      const html = (await response?.text()) ?? ''
      expect(await page.evaluate(outline, null)).toEqual(await page.evaluate(outline, html))
      await expect(page.locator('.notices')).toHaveCount(turn === 2 ? 0 : 1)
    }
    expect(problems).toEqual([])
  })
