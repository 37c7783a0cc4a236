import { expect, type Page } from '@playwright/test'
import { expectAccessible } from '../support/axe.ts'
import { holdRequests } from './hold-requests.ts'
import { openPage } from './hydrated.ts'
import { test } from './visitor.ts'

/** Parts of pages that open, play or slide. */

const reel = (page: Page) => page.getByRole('region', { name: 'Gallery' }).getByRole('list')

test('the gift gallery: the arrows always show another picture, at once if that is preferred, and the film plays on request', async ({
  page,
}) => {
  await openPage(page, '/us/gift')
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

const LOOK =
  'display position visibility font color letterSpacing textDecorationLine listStyleType background borderWidth borderStyle borderColor boxShadow opacity transform translate rotate filter clipPath content'

/** How all visible elements look, and where they are. */
async function looks(page: Page) {
  // Where nothing is to be hovered.
  await page.mouse.move(1, 600)
  return page.evaluate((properties) => {
    window.scrollTo(0, 0)
    const lookOf = (element: Element, pseudo?: string) => {
      const style = getComputedStyle(element, pseudo)
      return style.content === 'none' ? '' : properties.map((name) => style[name as 'color']).join(' | ')
    }
    const elements = [...document.querySelectorAll('body, body :not(svg *, script)')]
    return elements
      .filter((element) => element.checkVisibility())
      .map((element) => {
        const { x, y, width, height } = element.getBoundingClientRect()
        const own = [element.outerHTML.slice(0, 120), x, y, width, height, lookOf(element)]
        return [...own, lookOf(element, '::before'), lookOf(element, '::after')].join(' | ')
      })
  }, LOOK.split(' '))
}

const linkedSheets = (page: Page) =>
  page.evaluate(() => [...document.styleSheets].filter((sheet) => sheet.href).length)

test('before the stylesheet has come, a page looks as it does with it, on a phone @plain', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.context().clearCookies()
  // The web fonts are in the stylesheet; the fallback fonts take as much room.
  await page.route('**/*.woff2', (route) => route.abort())
  const volume = '/uk/product/vol-i-phoenix-edition'
  const set = '/us/product/magic-wand-collectors-set'
  for (const path of ['/us', volume, set, '/us/terms-and-conditions', '/us/contact']) {
    const release = await holdRequests(page, '**/*.css')
    await page.goto(path, { waitUntil: 'commit' })
    if (path.endsWith('contact')) {
      // Its page shows the name again, whose first letter is two in lower case.
      await page.getByRole('main').getByLabel('Name').fill('İpek')
      await page.getByRole('button', { name: 'Send Message' }).click()
      await expect(page.getByText('Please select a subject')).toBeVisible()
    }
    // The last element of the page.
    await expect(page.locator('link[rel=stylesheet]')).toBeAttached()
    expect(await linkedSheets(page)).toBe(0)
    const without = await looks(page)
    release()
    await page.waitForLoadState('load')
    expect(await linkedSheets(page)).toBe(1)
    expect.soft(await looks(page), path).toEqual(without)
    await page.unroute('**/*.css')
  }
})
