import { expect } from '@playwright/test'
import { test } from './visitor.ts'

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
