import { expect, type Page, test } from '@playwright/test'
import { waitForHydration } from './hydrated.ts'

/**
 * Pages for one visitor, put together from parts that were rendered for others before: each part is there once, and the
 * page is taken over as the server has written it.
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

/** What an element is and what it is known by, for all of a page but what scripts add to a gallery. */
function outline(html: string | null): string[] {
  const root = html === null ? document : new DOMParser().parseFromString(html, 'text/html')
  const names = ['id', 'for', 'name', 'aria-labelledby', 'aria-describedby', 'href', 'action']
  return [...root.querySelectorAll('header.top, header.top *, main, main *, footer.foot, footer.foot *')]
    .filter((element) => element.closest('.arrow, style, link, script, noscript') === null)
    .map((element) => [element.localName, ...names.map((name) => element.getAttribute(name))].join(' '))
}

for (const path of PAGES)
  test(`${path} is taken over as it stands @js`, async ({ page }) => {
    const problems: string[] = []
    page.on('pageerror', (error) => problems.push(error.message))
    page.on('console', (message) => message.type() === 'error' && problems.push(message.text()))
    await addWand(page, 'dragon-oak')
    // With the message of the cart, kept or not yet; kept; with another message, compressed as far as it goes.
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
