import { expect, type Page } from '@playwright/test'
import { expectAccessible } from './axe.ts'
import { waitForHydration } from './hydrated.ts'
import { test } from './visitor.ts'

/** Parts of pages that open, play or slide. */

async function open(page: Page, path: string) {
  await page.goto(path)
  await waitForHydration(page)
}

const reel = (page: Page) => page.getByRole('region', { name: 'Gallery' }).getByRole('list')

test('the gift gallery: the arrows always show another picture, at once if that is preferred, and the film plays on request @js', async ({
  page,
}) => {
  await open(page, '/us/gift')
  const shown = (name: string) =>
    expect(reel(page).getByRole('listitem').filter({ hasText: name })).toBeInViewport({ ratio: 0.9 })
  await reel(page).scrollIntoViewIfNeeded()
  await shown('Vol. II, open')
  await page.getByRole('button', { name: 'Previous picture' }).click()
  await shown('Film: Watch it unlock')
  await page.getByRole('button', { name: 'Next picture' }).click()
  await shown('Vol. II, open')
  const moved = await reel(page).evaluate((reel) => {
    document.querySelector<HTMLButtonElement>('[aria-label="Next picture"]')?.click()
    return reel.scrollLeft
  })
  expect(moved, 'at once').toBeGreaterThan(100)
  await shown('The letter, to print at home')

  await expect(page.locator('video')).toHaveCount(0)
  await page.getByRole('button', { name: 'Watch it unlock' }).last().click()
  await expect(page.locator('video')).toHaveAttribute('aria-label', /^A wand touches/)
  await expectAccessible(page, 'the film')
})

test('a double click on an arrow of the gift gallery moves by two pictures @js', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await open(page, '/us/gift')
  await reel(page).scrollIntoViewIfNeeded()
  await page.getByRole('button', { name: 'Next picture' }).dblclick({ delay: 60 })
  await expect(reel(page).getByRole('listitem').filter({ hasText: 'Closed, on a shelf' })).toBeInViewport({
    ratio: 0.9,
  })
  await page.getByRole('button', { name: 'Previous picture' }).dblclick({ delay: 60 })
  await expect(reel(page).getByRole('listitem').filter({ hasText: 'Vol. II, open' })).toBeInViewport({
    ratio: 0.9,
  })
})

test('a link to a question expands it, and one of a category is open at a time @plain', async ({ page }) => {
  await page.goto('/uk/faq#q-customs')
  const customs = page.getByText('Not in the UK. An order to the EU may be charged')
  await expect(customs).toBeVisible()
  const opening = page.getByText('Rest the tip of the wand on the triangle.')
  await expect(opening).toBeHidden()
  await page.getByText('How does it open?').click()
  await expect(opening).toBeVisible()
  await expect(customs, 'of another category').toBeVisible()
  await page.getByText('Where do you ship?').click()
  await expect(customs).toBeHidden()
  await expect(opening).toBeVisible()
})

test('the contents of the terms are collapsed on a phone, and beside the text on a desktop @plain', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/uk/terms-and-conditions')
  const contents = page.getByRole('navigation', { name: 'Contents' })
  const link = contents.getByRole('link', { name: 'Delivery' })
  await expect(link).toBeHidden()
  await contents.getByText('Contents').and(page.locator(':visible')).click()
  await link.click()
  await expect(page.getByRole('heading', { name: 'Delivery' })).toBeInViewport()
  await page.setViewportSize({ width: 1280, height: 844 })
  await page.goto('/uk/terms-and-conditions')
  await expect(link).toBeVisible()
})

test('before the stylesheet has come, headings, buttons and lists look as they do with it @plain', async ({
  page,
}) => {
  const looks = () =>
    page.evaluate(() =>
      ['h1', '[data-cookie-notice] button', 'footer ul', 'main p'].map((selector) => {
        const element = document.querySelector(selector)
        const { fontFamily, fontSize, fontWeight, listStyleType } = getComputedStyle(element ?? document.body)
        return [selector, element !== null, fontFamily, fontSize, fontWeight, listStyleType]
      }),
    )
  await page.context().clearCookies()
  await page.goto('/us/about')
  const withIt = await looks()
  await page.route('**/*.css', (route) => route.abort())
  await page.reload()
  expect(await looks()).toEqual(withIt)
  await page.unroute('**/*.css')
})
