import type { Page } from '@playwright/test'
import { expect, test } from 'vitest'
import { violationsOf } from '../support/axe.ts'
import { PAGES, SET, VOL_1, VOL_2, WAND } from './addresses.ts'
import { openPage, pressable } from './browser.ts'

/** Nothing that axe finds against WCAG 2.2 AA, and no scrolling sideways on the smallest phone, also with text spaced out. */

/** Opens what is folded; of those with the same name only one is open. Runs in the page. */
function unfold() {
  for (const folded of document.querySelectorAll<HTMLDetailsElement>('main details'))
    Object.assign(folded, { name: '', open: true })
}

/** The width of the page as it is, and with the text spacing of WCAG 1.4.12. Runs in the page. */
function widths(): number[] {
  const spaces = new CSSStyleSheet()
  spaces.replaceSync(
    '*{line-height:1.5!important;letter-spacing:.12em!important;word-spacing:.16em!important}p{margin-bottom:2em!important}',
  )
  const { scrollWidth } = document.documentElement
  document.adoptedStyleSheets = [spaces]
  const spaced = document.documentElement.scrollWidth
  document.adoptedStyleSheets = []
  return [scrollWidth, spaced]
}

/** The frame round the main part is the same on all pages; colours take half of the time. */
async function expectAccessible(page: Page, state: string, look: Parameters<typeof violationsOf>[1] = {}) {
  await page.evaluate(unfold)
  expect(await violationsOf(page, { within: 'main', ...look }), state).toEqual([])
}

test.each([
  ['us', {}],
  ['uk', { viewport: { width: 320, height: 640 } }],
] as const)(
  'every page of the %s store is accessible, and not scrolled sideways on the smallest phone',
  async (id, options) => {
    const page = await openPage(options)
    for (const path of [...PAGES[id], '/cart', '/unsubscribe', '/nope']) {
      await page.goto(`/${id}${path}`)
      const look = path === '' ? { within: 'body' } : {}
      await expectAccessible(page, path, id === 'us' ? look : { contrast: path === VOL_1 })
      const width = Math.max(...(await page.evaluate(widths)))
      if (id === 'uk') expect(width, path).toBeLessThanOrEqual(320)
    }
  },
)

test('main pages are accessible on a first visit by phone', async () => {
  const page = await openPage({ isFirst: true, viewport: { width: 390, height: 844 } })
  for (const path of ['/us', '/uk/products', `/us${VOL_2.us}`, `/uk${SET}`]) {
    await page.goto(path)
    expect(await violationsOf(page), path).toEqual([])
  }
  await page.getByText('Open menu').dispatchEvent('click')
  expect(await violationsOf(page, { within: 'header' }), 'the menu').toEqual([])
})

test('what opens is accessible: a menu, the drawer, the cart, a bundle', async () => {
  const page = await openPage()
  await page.goto(`/us${WAND}`)
  await page.getByRole('banner').getByText('Shop', { exact: true }).click()
  expect(await violationsOf(page, { within: 'header' })).toEqual([])
  await (await pressable(page.getByRole('button', { name: /^Add to Cart.*Dragon & Oak/ }))).click()
  await page.getByRole('dialog', { name: 'Shopping Cart' }).waitFor()
  await expectAccessible(page, 'the drawer', { within: 'dialog[open]' })
  await page.goto('/us/cart')
  await expectAccessible(page, 'the cart')
  await page.goto(`/us${SET}?size=3&wands=dragon-oak`)
  await expectAccessible(page, 'a bundle')
})
