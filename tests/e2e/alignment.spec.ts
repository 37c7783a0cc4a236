import { expect } from '@playwright/test'
import { test } from './visitor.ts'

/** Texts and cards at many widths, without scripts. */

test('a window of 1024 px has the header bar of a large screen @plain', async ({ page }) => {
  await page.setViewportSize({ width: 1024, height: 768 })
  await page.goto('/us/faq')
  await expect(page.getByRole('banner').getByRole('link', { name: 'Our Story' })).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(1024)
})

/** The parts of cards in one row that are not on one line. Runs in the page. */
function unevenParts({ cards, parts }: { cards: string; parts: string }) {
  const tops = new Map<string, Set<number>>()
  for (const card of document.querySelectorAll(cards)) {
    const row = Math.round(card.getBoundingClientRect().top)
    for (const [place, part] of card.querySelectorAll(parts).entries()) {
      const key = `part ${place} of the row at ${row}`
      const top = Math.round(part.getBoundingClientRect().top)
      tops.set(key, (tops.get(key) ?? new Set()).add(top))
    }
  }
  return [...tops].filter(([, all]) => all.size > 1).map(([key]) => key)
}

test('cards beside each other have their titles, prices, texts and buttons on the same lines @plain', async ({
  page,
}) => {
  const products = { cards: 'main li:has(h3 > a)', parts: 'h3, h3 + p, h3 ~ p:last-child' }
  const wands = { cards: 'main li:has(form, [disabled])', parts: 'h3 ~ p, summary, button' }
  for (const [path, look, widths] of [
    ['/us', products, [600, 768, 1024, 1440]],
    ['/uk', products, [600, 768, 1024, 1440]],
    ['/us/product/magic-wand', wands, [320, 768, 1280]],
  ] as const) {
    await page.goto(path)
    for (const width of widths) {
      await page.setViewportSize({ width, height: 900 })
      expect(await page.evaluate(unevenParts, look), `${path} at ${width}`).toEqual([])
    }
  }
})

/** Number of lines of each product's name. */
const countNameLines = () =>
  [...document.querySelectorAll<HTMLElement>('main li :is(h2, h3):has(+ p)')]
    .filter((name) => /[$£]\d/.test(name.nextElementSibling?.textContent ?? ''))
    .map((name) => Math.round(name.offsetHeight / Number.parseFloat(getComputedStyle(name).lineHeight)))

test('a product’s name takes at most two lines beside its price, or is above it @plain', async ({ page }) => {
  for (const path of ['/us', '/uk/products']) {
    await page.goto(path)
    for (const width of [360, 810, 834, 900]) {
      await page.setViewportSize({ width, height: 900 })
      const lines = await page.evaluate(countNameLines)
      expect(lines.length, path).toBeGreaterThan(4)
      expect(Math.max(...lines), `${path} at ${width}`).toBeLessThan(3)
    }
  }
})

test('a range of numbers and a measurement in both units stay on one line @plain', async ({ page }) => {
  for (const path of [
    '/us/product/magic-wand',
    '/us/product/vol-ii-magical-you-pre-order',
    '/uk/product/vol-i-phoenix-edition',
    '/us/terms-and-conditions',
  ]) {
    await page.goto(path)
    for (const width of [320, 360, 390, 412]) {
      await page.setViewportSize({ width, height: 800 })
      const broken = await page.evaluate(() => {
        const range = document.createRange()
        const texts = document.createTreeWalker(
          document.querySelector('main') ?? document,
          NodeFilter.SHOW_TEXT,
        )
        const found: string[] = []
        for (let text = texts.nextNode(); text; text = texts.nextNode())
          for (const match of (text.nodeValue ?? '').matchAll(/\d+–\d+(?= )|[\d.¼]+ cm \([^)]+\)(?= |$)/g)) {
            range.setStart(text, match.index)
            range.setEnd(text, match.index + match[0].length)
            const lines = new Set(Array.from(range.getClientRects(), ({ top }) => Math.round(top)))
            if (lines.size > 1) found.push(text.nodeValue ?? '')
          }
        return found
      })
      expect(broken, `${path} at ${width}`).toEqual([])
    }
  }
})
