import { expect, type Page } from '@playwright/test'
import { test } from './visitor.ts'

/** Product pages: what is shown for a choice, and what is asked for. What is bought is in the journeys. */

const VOL_1 = '/uk/product/vol-i-phoenix-edition'
const VOL_2 = '/us/product/vol-ii-magical-you-pre-order'
const SET = '/uk/product/magic-wand-collectors-set'

const option = (page: Page, name: string) => page.getByRole('radio', { name, exact: true })
const buy = (page: Page, name: string) => page.getByRole('main').getByRole('button', { name, exact: true })
const wand = (page: Page, name: string) => page.getByRole('checkbox', { name })
const checkedWands = (page: Page) => page.getByRole('checkbox', { checked: true })

test('without scripts total, picture, notes and button follow what is chosen @plain', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await test.step('the price and the wand of Vol. II, also in the bar', async () => {
    await page.goto(VOL_2)
    const bar = page.locator('[data-buybar]')
    await expect(bar.getByText('$88')).toBeVisible()
    const unseen = page.getByText('Choose a wand to see it.')
    await expect(unseen).toBeHidden()
    await option(page, 'Complete Set (inc. Premium Wand)').check()
    await expect(unseen).toBeVisible()
    await option(page, 'Dragon & Yew').check()
    await expect(unseen).toBeHidden()
    await expect(page.getByText('Your wand: Dragon & Yew')).toBeVisible()
    await expect(page.locator('[data-total]')).toContainText('$98')
    await option(page, 'Wizard Box Only').check()
    await expect(bar.getByText('$59')).toBeVisible()
    await expect(bar.getByText('$88')).toBeHidden()
    await expect(bar.getByRole('button', { name: 'Order Now' })).toBeInViewport({ ratio: 1 })
  })
  await test.step('the shipping note of its wrapping', async () => {
    const ships = page.getByText(/Your envelope ships/)
    await expect(ships).toBeVisible()
    await option(page, 'Printable letter only').check()
    await expect(ships).toBeHidden()
    await expect(page.getByText(/print the letter today/)).toBeVisible()
  })
  await test.step('the edition of Vol. I, which can be sold out with an option', async () => {
    await page.goto(VOL_1)
    const unseen = page.getByText('Select an edition to see it.')
    await expect(unseen).toBeVisible()
    await option(page, 'Sunfire').check()
    await expect(page.getByRole('heading', { name: 'Sunfire' })).toBeVisible()
    await expect(unseen).toBeHidden()
    await option(page, 'Wizard Box Only').check()
    await expect(buy(page, 'Sold out')).toBeDisabled()
    await expect(buy(page, 'Add to Cart')).toBeHidden()
  })
  await test.step('the wands that a bundle still lacks', async () => {
    await page.goto(SET)
    await expect(buy(page, 'Select 4 More')).toBeVisible()
    for (const name of ['Dragon & Elder', 'Phoenix & Elm', 'Dragon & Oak']) await wand(page, name).check()
    await expect(buy(page, 'Select 1 More')).toBeVisible()
    await wand(page, 'Phoenix & Elm').uncheck()
    await expect(buy(page, 'Select 2 More')).toBeVisible()
    await option(page, '6 Wands').check()
    await expect(buy(page, 'Add Bundle')).toBeEnabled()
    await expect(page.getByText('All six, then. That was easy.')).toBeVisible()
  })
})

test('an option that is missing is asked for; those chosen are in the URL: link, refresh and back keep them', async ({
  page,
}) => {
  await page.goto(`${VOL_1}?ref=owl`)
  await expect(page.getByRole('button', { name: 'Next image' })).toBeVisible()
  async function expectAskedFor(name: string, description: RegExp) {
    await buy(page, 'Add to Cart').click()
    const group = page.getByRole('radiogroup', { name })
    await expect(group).toBeFocused()
    await expect(group).toHaveAttribute('aria-invalid', 'true')
    await expect(group).toHaveAccessibleDescription(description)
    return group
  }
  await expectAskedFor('Choose your Phoenix Edition', /Please select a Phoenix Edition/)
  const problem = page.getByText('Choose your preferred Phoenix Edition before adding to cart.')
  await expect(problem).toBeInViewport()
  await expect(page.getByText('Select an edition to see it.')).toBeHidden()
  await option(page, 'Sunfire').check()
  await expect(problem).toBeHidden()
  await option(page, 'Wizard Box Only').check()
  await expect(buy(page, 'Sold out')).toBeDisabled()

  await option(page, 'Complete Set (inc. Premium Wand)').check()
  const wands = await expectAskedFor('Choose your wand', /choose your wand/)
  await option(page, 'Unicorn & Cherry').check()
  await expect(wands).not.toHaveAttribute('aria-invalid')
  await option(page, 'Ember').check()
  await expect(page).toHaveURL(`${VOL_1}?ref=owl&option=premium-wand&wand=unicorn-cherry&edition=ember`)
  await page.reload()
  await expect(option(page, 'Ember')).toBeChecked()
  await expect(option(page, 'Unicorn & Cherry')).toBeChecked()
  await page.getByRole('link', { name: 'Back to Shop' }).click()
  await expect(page).toHaveURL('/uk/products')
  await page.goBack()
  await expect(option(page, 'Ember')).toBeChecked()
  await expect(option(page, 'Complete Set (inc. Premium Wand)')).toBeChecked()
})

test('the carousel loops, moves to what was chosen last, and tabbing through it keeps its picture', async ({
  page,
}) => {
  await page.goto(VOL_1)
  await expect(page.getByRole('button', { name: 'Next image' })).toBeVisible()
  const current = page.locator('[data-thumbs] [aria-current]')
  await page.locator('[data-slides]').focus()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Previous image' })).toBeFocused()
  await expect(current).toHaveAccessibleName(/^Image 1/)
  await page.getByRole('button', { name: 'Previous image' }).press('Enter')
  await expect(current).toHaveAccessibleName('Demo video')
  await page.getByRole('button', { name: 'Next image' }).click()
  await expect(current).toHaveAccessibleName(/^Image 1/)
  await option(page, 'Ember').check()
  await expect(current).toHaveAccessibleName(/in Ember/)
  await option(page, 'Complete Set (inc. Premium Wand)').check()
  await option(page, 'Dragon & Oak').check()
  await expect(current).toHaveAccessibleName(/Your choice/)
  await expect(page.locator('[data-slides] img[alt^="Dragon & Oak"]')).toBeInViewport()
})

test('the bundle enforces its rules', async ({ page }) => {
  await page.goto(SET)
  const add = page.getByRole('button', { name: /Select \d More|Add Bundle/ })
  await expect(add).toBeDisabled()
  // Playwright waits for buttons to be enabled; a finger does not.
  await add.dispatchEvent('click')
  await expect(page.getByText('Please select exactly 4 wands for this bundle.')).toBeVisible()
  await expect(wand(page, 'Dragon & Elder')).toBeFocused()
  await option(page, '6 Wands').check()
  await expect(checkedWands(page)).toHaveCount(6)
  await expect(add).toBeEnabled()
  await option(page, '3 Wands').check()
  await expect(checkedWands(page)).toHaveCount(0)
  // In quick succession.
  await page.getByRole('checkbox').evaluateAll((wands) => {
    for (const wand of wands.slice(0, 3)) (wand as HTMLElement).click()
  })
  await expect(checkedWands(page)).toHaveCount(3)
  await wand(page, 'Phoenix & Elm').click()
  await expect(
    page.getByText('You can only select 3 wands for this bundle. Deselect a wand first.'),
  ).toBeVisible()
  await expect(wand(page, 'Phoenix & Elm')).not.toBeChecked()
  await expect(page).toHaveURL(`${SET}?size=3&wands=dragon-elder&wands=dragon-oak&wands=dragon-yew`)
  await add.click()
  await expect(page.getByRole('dialog', { name: 'Shopping Cart' })).toContainText('3 Wands')
  await expect(page.getByText('3 wands bundle added to your cart.')).toBeVisible()
  await expect(checkedWands(page)).toHaveCount(0)
  await expect(page.getByRole('radio', { checked: true })).toHaveCount(0)
})
