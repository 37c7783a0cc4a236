import { type Browser, expect, type Page, test } from '@playwright/test'
import { violationsOf, WCAG } from './axe.ts'
import { openPage } from './hydrated.ts'
import { test as visit } from './visitor.ts'

/**
 * Every kind of page: no violation of WCAG 2.2 AA that a tool can find, and no horizontal scrolling. The forms, with their
 * errors and responses, are in page-states.spec.ts, the admin area in admin.spec.ts.
 */

const PAGES = [
  '/uk',
  '/us/products',
  '/us/product/vol-ii-magical-you-pre-order',
  '/us/product/magic-wand',
  '/uk/product/vol-i-phoenix-edition?option=premium-wand&wand=dragon-yew&edition=ember',
  '/us/product/magic-wand-collectors-set?size=3&wands=dragon-elder&wands=dragon-oak&wands=dragon-yew',
  '/us/product/keyhole-tote',
  '/us/cart',
  '/us/gift-download',
  '/us/about',
  '/us/faq',
  '/us/press',
  '/uk/terms-and-conditions',
  '/nope',
]

/** Parts that only phones have: the menu, the bar with the total, a collapsed table of contents. */
const ON_A_PHONE: Readonly<Record<string, string>> = {
  '/uk': 'header',
  '/us/product/vol-ii-magical-you-pre-order': '[data-buybar]',
  '/uk/terms-and-conditions': 'nav[aria-labelledby=contents]',
}

async function expectNoViolations(page: Page, within?: string) {
  expect(await violationsOf(page, { tags: WCAG, within })).toEqual([])
}

/** Width of the page with the text spacing of WCAG 1.4.12. Runs in the page. */
function widthWithTextSpacing(): number {
  const spaces = new CSSStyleSheet()
  spaces.replaceSync(
    '*{line-height:1.5!important;letter-spacing:.12em!important;word-spacing:.16em!important}p{margin-bottom:2em!important}',
  )
  document.adoptedStyleSheets = [spaces]
  const { scrollWidth } = document.documentElement
  document.adoptedStyleSheets = []
  return scrollWidth
}

/**
 * Checks the page or a part of it, what is `onPhone` alone, and the smallest screen for horizontal scrolling.
 */
async function expectAccessible(
  page: Page,
  { onPhone, within }: { onPhone?: string | undefined; within?: string | undefined } = {},
) {
  await page.setViewportSize({ width: 1280, height: 900 })
  // Where a page is scrolled to, its sticky bar covers a part of some control.
  await page.evaluate(() => window.scrollTo({ top: 0, behavior: 'instant' }))
  await expectNoViolations(page, within)
  if (onPhone) {
    await page.setViewportSize({ width: 390, height: 844 })
    await expectNoViolations(page, onPhone)
  }
  await page.setViewportSize({ width: 320, height: 640 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
  expect(await page.evaluate(widthWithTextSpacing), 'spaced out').toBeLessThanOrEqual(320)
}

/** One tab per worker, for all pages that are only checked. Each is opened as on a first visit. */
let tab: Promise<Page> | null = null

async function openTab(browser: Browser): Promise<Page> {
  const context = await browser.newContext({
    baseURL: test.info().project.use.baseURL ?? '',
    reducedMotion: 'reduce',
  })
  await context.addInitScript(() => {
    localStorage.clear()
    sessionStorage.setItem('hasSeenSplash', 'true')
  })
  return context.newPage()
}

/** Opens what the page has folded; of those with the same name only one is open. Runs in the page. */
function unfold() {
  for (const folded of document.querySelectorAll<HTMLDetailsElement>('main details')) {
    folded.name = ''
    folded.open = true
  }
}

for (const path of PAGES) {
  test(`${path} is accessible`, async ({ browser }) => {
    tab ??= openTab(browser)
    const page = await tab
    await page.context().clearCookies()
    await page.setViewportSize({ width: 1280, height: 900 })
    await page.goto(path)
    await page.evaluate(unfold)
    // The frame round them is the same.
    await expectAccessible(page, {
      onPhone: ON_A_PHONE[path],
      within: path === '/uk' ? undefined : 'main',
    })
  })
}

visit.describe('what opens can be used by everyone', () => {
  visit.beforeEach(async ({ page, context }) => {
    await page.setViewportSize({ width: 1280, height: 900 })
    // The cookie notice is checked too.
    await context.clearCookies()
  })

  visit('the cart, as a drawer and as a page', async ({ page }) => {
    await openPage(
      page,
      '/uk/product/vol-i-phoenix-edition?option=premium-wand&wand=dragon-yew&edition=ember',
    )
    await page.getByRole('button', { name: 'Add to Cart' }).first().click()
    await expect(page.getByText('Added to cart!').first()).toBeVisible()
    await expectAccessible(page, { within: 'dialog[open]' })
    await page.getByLabel('Magic Words').fill('OWL10')
    await page.getByRole('button', { name: 'Apply' }).click()
    await expect(page.getByText('OWL10 applied.')).toBeVisible()
    await expectAccessible(page, { within: 'dialog[open]' })
    await page.goto('/uk/cart')
    await expectAccessible(page, { within: 'main' })
  })

  visit('a refusal, a gift and its end', async ({ page }) => {
    await page.goto('/us/redeem')
    const words = page.getByRole('textbox', { name: 'Magic words' })
    await words.fill('lantern moth seven')
    await page.getByRole('button', { name: 'Redeem My Gift' }).click()
    await expect(page.getByText('Invalid magic words').first()).toBeVisible()
    await expectAccessible(page, { within: 'main' })
    await words.fill('velvet moon harbour')
    await page.getByRole('button', { name: 'Redeem My Gift' }).click()
    await expect(page.getByRole('heading', { name: 'Your gift', exact: true })).toBeVisible()
    // On a phone the wands are above the button, out of sight.
    await page.setViewportSize({ width: 390, height: 844 })
    await page.getByRole('button', { name: 'Add Gift to Cart' }).click()
    await expect(page.getByText('Please select your wand style')).toBeInViewport({ ratio: 1 })
    const wands = page.getByRole('radiogroup', { name: 'Choose your wand' })
    await expect(wands).toHaveAttribute('aria-invalid', 'true')
    await expect(wands).toHaveAccessibleDescription('Please select your wand style')
    await expect(wands.getByRole('radio').first()).toBeFocused()
    await expectAccessible(page, { within: 'main' })
    // By keyboard: on the smallest screen the cookie notice may cover the wands.
    await page.getByRole('radio', { name: 'Phoenix & Elm' }).focus()
    await page.keyboard.press('Space')
    await expect(page.getByRole('radio', { name: 'Phoenix & Elm' })).toBeChecked()
    await page.getByRole('button', { name: 'Add Gift to Cart' }).click()
    await expect(page.getByRole('heading', { name: 'Added to cart!' })).toBeVisible()
    await expectAccessible(page, { within: 'main' })
  })

  visit('the menus', async ({ page }) => {
    await openPage(page, '/us/faq')
    await page.getByRole('banner').getByText('Shop', { exact: true }).click()
    await expectNoViolations(page, 'header')
    await page.setViewportSize({ width: 390, height: 844 })
    await page.getByText('Open menu').dispatchEvent('click')
    await expectNoViolations(page, 'header')
  })
})
