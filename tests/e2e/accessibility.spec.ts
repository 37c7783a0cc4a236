import AxeBuilder from '@axe-core/playwright'
import { expect, test } from '@playwright/test'

/** Every page at two widths: no violation of WCAG 2.2 AA that a tool can find, and nothing that scrolls sideways. */

const PAGES = [
  '/us',
  '/uk',
  '/us/products',
  '/uk/products?filter=wizard-box',
  '/us/product/vol-ii-magical-you-pre-order',
  '/uk/product/vol-i-phoenix-edition',
  '/us/product/magic-wand',
  '/uk/product/magic-wand-collectors-set',
  '/us/product/keyhole-tote',
  '/us/product/none',
  '/us/cart',
  '/us/redeem',
  '/us/gift',
  '/us/gift-download',
  '/us/about',
  '/uk/faq',
  '/us/contact',
  '/us/press',
  '/us/waitlist',
  '/us/subscribe',
  '/uk/privacy-policy',
  '/uk/terms-and-conditions',
  '/admin/sign-in',
  '/nope',
]

for (const path of PAGES) {
  test(`${path} can be used by everyone @js`, async ({ page, context }) => {
    await context.addInitScript(() => sessionStorage.setItem('hasSeenSplash', 'true'))
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await page.setViewportSize({ width: 1280, height: 900 })
    await page.goto(path)
    const wide = await new AxeBuilder({ page })
      .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'])
      .analyze()
    expect(wide.violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([])
    await page.setViewportSize({ width: 390, height: 844 })
    const narrow = await new AxeBuilder({ page })
      .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'])
      .analyze()
    expect(narrow.violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([])
    await page.setViewportSize({ width: 320, height: 640 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
  })
}

test('the splash is a door that any key opens, once a session @js', async ({ page }) => {
  await page.goto('/us')
  const splash = page.getByRole('button', { name: 'Enter the shop' })
  await expect(splash).toBeVisible()
  await expect(page.getByText('Tap Your Wand to Enter')).toBeVisible()
  await expect(page.getByText('Click anywhere to unlock the magic')).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(splash).toBeHidden()
  await page.goto('/us')
  await expect(splash).toBeHidden()
})

test('the splash stays away from those who come from elsewhere, and from inner pages @js', async ({
  page,
}) => {
  await page.goto('/us', { referer: 'https://elsewhere.example/' })
  await expect(page.getByRole('button', { name: 'Enter the shop' })).toBeHidden()
  await page.goto('/us/products')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
})
