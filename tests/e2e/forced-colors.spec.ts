import { expect } from '@playwright/test'
import { openPage } from './hydrated.ts'
import { enterAdmin } from './owner.ts'
import { test } from './visitor.ts'

/** With forced colors, which remove backgrounds and shadows. */
test.beforeEach(({ page }) => page.emulateMedia({ forcedColors: 'active' }))

/** What distinguishes an element without backgrounds and shadows. Runs in the page. */
function marks(element: Element): string {
  const { color, outline, borderWidth, textDecorationLine } = getComputedStyle(element)
  return [color, outline, borderWidth, textDecorationLine].join()
}

test('the current filter, picture and page of the admin stand out, and so does the focus @plain', async ({
  page,
}) => {
  await test.step('the filter', async () => {
    await page.goto('/us/products?filter=wands')
    const filter = (name: string) => page.getByRole('main').getByRole('link', { name, exact: true })
    expect(await filter('Wands').evaluate(marks)).not.toBe(await filter('Merch').evaluate(marks))
    const unfocused = await filter('Wands').evaluate(marks)
    await filter('All').focus()
    for (let tab = 0; tab < 2; tab++) await page.keyboard.press('Tab')
    await expect(filter('Wands')).toBeFocused()
    expect(await filter('Wands').evaluate(marks), 'focused').not.toBe(unfocused)
  })
  await test.step('the picture of a gallery', async () => {
    await page.goto('/us/product/keyhole-tote')
    const picture = page.locator('[data-thumbs] [aria-current]')
    const unfocused = await picture.evaluate(marks)
    await picture.focus()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Shift+Tab')
    await expect(picture).toBeFocused()
    expect(await picture.evaluate(marks)).not.toBe(unfocused)
  })
  await test.step('the page of the admin', async () => {
    await enterAdmin(page, '/admin/subscribers')
    const link = (name: string) => page.getByRole('navigation').getByRole('link', { name, exact: true })
    await expect(link('Subscribers')).toHaveAttribute('aria-current', 'page')
    expect(await link('Subscribers').evaluate(marks)).not.toBe(await link('Waitlist').evaluate(marks))
  })
})

test('the chosen wand of a gift stands out @plain', async ({ page }) => {
  await page.goto('/us/redeem')
  await page.getByRole('textbox', { name: 'Magic words' }).fill('velvet moon harbour')
  await page.getByRole('button', { name: 'Redeem My Gift' }).click()
  const wand = (name: string) =>
    page
      .getByRole('main')
      .locator('label')
      .filter({ has: page.getByRole('radio', { name }) })
  const isMissing = page.getByText('Please select your wand style')
  await page.getByRole('button', { name: 'Add Gift to Cart' }).click()
  await expect(isMissing).toBeInViewport({ ratio: 1 })
  await expect(page.getByText('Choose a wand to see it.')).toBeVisible()
  await wand('Phoenix & Elm').click()
  await expect(page.getByRole('radio', { name: 'Phoenix & Elm' })).toBeChecked()
  await expect(page.getByText('Choose a wand to see it.')).toBeHidden()
  await expect(isMissing).toBeHidden()
  await expect(page.getByRole('img', { name: /^Phoenix & Elm: / })).toBeVisible()
  const chosen = await wand('Phoenix & Elm').evaluate(marks)
  expect(chosen).not.toBe(await wand('Dragon & Oak').evaluate(marks))
  expect(await wand('Dragon & Oak').evaluate(marks), 'has a border').toMatch(/,1px,/)
  await page.getByRole('radio', { name: 'Phoenix & Elm' }).focus()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Shift+Tab')
  expect(await wand('Phoenix & Elm').evaluate(marks), 'focused').not.toBe(chosen)
})

test('a button that cannot be used looks different, and a case hides the choices that scroll below it', async ({
  page,
}) => {
  await openPage(page, '/us/product/magic-wand-collectors-set')
  const add = page.getByRole('button', { name: 'Select 4 More' })
  await expect(add).toHaveAttribute('aria-disabled', 'true')
  const colour = (element: Element) => getComputedStyle(element).color
  expect(await add.evaluate(colour)).not.toBe(await page.locator('body').evaluate(colour))
  await expect(page.locator('[data-case]')).toHaveCSS('background-image', /gradient/)
})
