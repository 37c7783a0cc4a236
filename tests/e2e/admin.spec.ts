import { expect, type Page } from '@playwright/test'
import { violationsOf } from '../support/axe.ts'
import { countAnnouncements, recordAnnouncements } from './heard.ts'
import { enterAdmin } from './owner.ts'
import { post } from './post.ts'
import { test } from './visitor.ts'

test('a result is visible and announced, each time, and the keyboard focus continues above it', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 600 })
  await enterAdmin(page)
  const said = await recordAnnouncements(page)
  const pending = page.getByRole('region', { name: 'Gift codes to finish' })
  for (const words of ['silver birch comet', 'velvet moon harbour']) {
    const row = pending.getByRole('row').filter({ hasText: words })
    const button = row.getByRole('button', { name: 'Mark Complete' })
    await expect(button).toHaveAccessibleDescription(words)
    await button.press('Enter')
    await expect(row).toHaveCount(0)
    await expect(page.getByText('Marked as complete')).toBeInViewport({ ratio: 1 })
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  }
  const { heard } = await said()
  expect(countAnnouncements(heard, 'Marked as complete')).toBe(2)
  expect(await page.locator('[aria-live] [role=status], [aria-live] [role=alert]').count()).toBe(0)
})

/** Horizontal overflow of the page, px. */
const horizontalOverflow = (page: Page) =>
  page.locator('html').evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)

/** The parts of variables' names that are on two lines. Runs in the page. */
function brokenNames(): string[] {
  const texts = document.createTreeWalker(document.querySelector('main') ?? document, NodeFilter.SHOW_TEXT)
  const broken: string[] = []
  const part = document.createRange()
  for (let text = texts.nextNode(); text !== null; text = texts.nextNode())
    for (const { index, 0: name } of text.textContent?.matchAll(/[A-Z]{2,}_?/g) ?? []) {
      part.setStart(text, index)
      part.setEnd(text, index + name.length)
      if (part.getClientRects().length > 1) broken.push(name)
    }
  return broken
}

test('what a check-up has found is accessible, and fits a phone, where variables break between words', async ({
  page,
}) => {
  await post(page, '/webhooks/orders-paid', {})
  await enterAdmin(page)
  const question = page.getByRole('heading', { name: 'is WEBHOOK_SECRET right?' })
  await page.setViewportSize({ width: 320, height: 640 })
  await expect(question).toBeVisible()
  expect(await page.evaluate(brokenNames)).toEqual([])
  await page.setViewportSize({ width: 1280, height: 844 })
  await enterAdmin(page, '/admin/check-up')
  await page.getByRole('button', { name: 'Check now' }).click()
  await expect(page.getByRole('heading', { level: 2, name: /^The shop cannot open yet/ })).toBeVisible()
  await expect(page.getByRole('row', { name: /Supabase Address To mend/ })).toBeVisible()
  expect(await violationsOf(page)).toEqual([])
  await page.setViewportSize({ width: 320, height: 640 })
  expect(await horizontalOverflow(page)).toBe(0)
  expect(await page.evaluate(brokenNames)).toEqual([])
})
