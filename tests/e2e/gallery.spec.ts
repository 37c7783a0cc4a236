import { expect } from '@playwright/test'
import { violationsOf } from '../support/axe.ts'
import { openPage } from './hydrated.ts'
import { test } from './visitor.ts'

/** Pictures that slide, and a film that plays, when they are asked to. */

test('the gift gallery: the arrows always show another picture, and the film plays on request', async ({
  page,
}) => {
  const reel = page.getByRole('region', { name: 'Gallery' }).getByRole('list')
  await openPage(page, '/us/gift')
  const shown = (name: string) =>
    expect(reel.getByRole('listitem').filter({ hasText: name })).toBeInViewport({ ratio: 0.9 })
  await reel.scrollIntoViewIfNeeded()
  await shown('Vol. II, open')
  await page.getByRole('button', { name: 'Previous picture' }).click()
  await shown('Film: Watch it unlock')
  await page.getByRole('button', { name: 'Next picture' }).click()
  await shown('Vol. II, open')
  await expect(page.locator('video')).toHaveCount(0)
  await page.getByRole('button', { name: 'Watch it unlock' }).last().click()
  await expect(page.locator('video')).toHaveAttribute('aria-label', /^A wand touches/)
  expect(await violationsOf(page, { within: 'main' }), 'the film').toEqual([])
})

/** Presses the last thumbnail while the carousel is being made, if it is not made yet. Runs in the page. */
async function pressEarly(): Promise<void> {
  const stage = document.querySelector('[data-slides]')?.parentElement as Element
  if (!stage.hasAttribute('data-live'))
    await new Promise((resolve) => {
      new MutationObserver(resolve).observe(stage, { attributes: true, attributeFilter: ['data-live'] })
    })
  document.querySelector<HTMLElement>('[data-thumbs] li:last-child a')?.click()
}

test('the film of a product is shown as early as it is asked for, and keeps the focus at its end', async ({
  page,
}) => {
  await page.goto('/us/product/vol-ii-magical-you-pre-order', { waitUntil: 'commit' })
  await page.locator('[data-thumbs] li:last-child a').waitFor()
  await page.evaluate(pressEarly)
  await page.getByRole('button', { name: 'Watch it unlock' }).click()
  const film = page.locator('video')
  await expect(film).toBeFocused()
  await film.dispatchEvent('ended')
  // The page has drawn what follows by then.
  await page.keyboard.press('Shift')
  await expect(film).toBeFocused()
})
