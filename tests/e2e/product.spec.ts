import { expect, type Page } from '@playwright/test'
import { hasScripts, waitForHydration } from './hydrated.ts'
import { test } from './visitor.ts'

/**
 * Product pages, each with and without JavaScript: options, what is shown for them, and what is added to the cart.
 */

const VOL_1 = '/uk/product/vol-i-phoenix-edition'
const VOL_2 = '/us/product/vol-ii-magical-you-pre-order'
const SET = '/us/product/magic-wand-collectors-set'

const option = (page: Page, name: string) => page.getByRole('radio', { name, exact: true })
/** The total above the button; small screens have another one in the bar. */
const total = (page: Page) => page.locator('[data-total]')
const buy = (page: Page, name: string) => page.getByRole('main').getByRole('button', { name, exact: true })

/** The cart after an addition: the page, or the drawer if the page was hydrated before the click. */
async function cartOf(page: Page) {
  const onPage = page.getByRole('main').filter({ has: page.getByRole('heading', { name: 'Shopping Cart' }) })
  const cart = page.getByRole('dialog', { name: 'Shopping Cart' }).or(onPage).first()
  await expect(cart).toBeVisible()
  return cart
}

test('Vol. II: price, wand and shipping note follow the selected option', async ({ page }) => {
  await page.goto(VOL_2)
  await expect(total(page)).toContainText('$88')
  await expect(total(page)).toContainText('$113')
  await expect(page.getByText('Choose a wand to see it.')).toBeHidden()

  await option(page, 'Complete Set (inc. Premium Wand)').check()
  await expect(page.getByText('Choose a wand to see it.')).toBeVisible()
  await option(page, 'Dragon & Yew').check()
  await expect(page.getByText('Choose a wand to see it.')).toBeHidden()
  await expect(page.getByText('Your wand: Dragon & Yew')).toBeVisible()
  await expect(total(page)).toContainText('$98')

  await expect(page.getByText(/Your envelope ships/)).toBeVisible()
  await expect(page.getByText('FREE Gift Envelope Included')).toBeVisible()
  await option(page, 'Printable letter only').check()
  await expect(page.getByText(/Your envelope ships/)).toBeHidden()
  await expect(page.getByText('FREE Gift Envelope Included')).toBeHidden()
  await expect(page.getByText(/print the letter today/)).toBeVisible()
  await expect(total(page).getByText('$123')).toBeHidden()

  await buy(page, 'Order Now').click()
  const cart = await cartOf(page)
  await expect(cart).toContainText('Dragon & Yew')
  await expect(cart).toContainText('$98')
})

test('Vol. I: an edition must be selected, and can be sold out with an option', async ({ page }) => {
  await page.goto(VOL_1)
  await expect(page.getByText('Select an edition to see it.')).toBeVisible()
  await buy(page, 'Add to Cart').click()
  await expect(page.getByText('Please select a Phoenix Edition').first()).toBeVisible()

  await option(page, 'Sunfire').check()
  await expect(page.getByRole('heading', { name: 'Sunfire' })).toBeVisible()
  await expect(page.getByText('Select an edition to see it.')).toBeHidden()
  await option(page, 'Wizard Box Only').check()
  await expect(buy(page, 'Sold out')).toBeDisabled()
  await expect(buy(page, 'Add to Cart')).toBeHidden()
  await option(page, 'Ember').check()
  await expect(total(page)).toContainText('£59')

  await buy(page, 'Add to Cart').click()
  const cart = await cartOf(page)
  await expect(cart).toContainText('Ember')
  await expect(cart).toContainText('£59')
})

test('a premium set needs a wand @js', async ({ page }) => {
  await page.goto(`${VOL_2}?option=premium-wand`)
  await buy(page, 'Order Now').click()
  await expect(page.getByText('Please select a product option').first()).toBeVisible()
  await expect(option(page, 'Complete Set (inc. Premium Wand)')).toBeChecked()
  await expect(page).toHaveURL(/option=premium-wand/)
})

test('on small screens the bar has the total and the button @plain', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(VOL_2)
  const bar = page.locator('[data-buybar]')
  await expect(bar).toBeInViewport()
  await expect(bar).toContainText('Total')
  await option(page, 'Wizard Box Only').check()
  await expect(bar.getByText('$59')).toBeVisible()
  await expect(bar.getByText('$88')).toBeHidden()
  await bar.getByRole('button', { name: 'Order Now' }).click()
  const cart = await cartOf(page)
  await expect(cart).toContainText('$59')
})

test('a single wand @js', async ({ page }) => {
  await page.goto('/us/product/magic-wand')
  await expect(page.getByRole('button', { name: 'Sold out, Phoenix & Elm' })).toBeDisabled()
  await page.getByRole('button', { name: 'Add to Cart, Unicorn & Cherry' }).click()
  const cart = await cartOf(page)
  await expect(cart).toContainText('Unicorn & Cherry')
  await expect(cart).toContainText('$35')
})

test('a bundle shows how many wands are missing @plain', async ({ page }) => {
  await page.goto(SET)
  await option(page, '3 Wands').check()
  await expect(buy(page, 'Select 3 More')).toBeVisible()
  await page.getByRole('checkbox', { name: 'Dragon & Oak' }).check()
  await page.getByRole('checkbox', { name: 'Phoenix & Elm' }).check()
  await expect(buy(page, 'Select 1 More')).toBeVisible()
  await expect(page.getByText('One more to go').locator('visible=true')).toHaveCount(1)
  await page.getByRole('checkbox', { name: 'Phoenix & Elm' }).uncheck()
  await expect(buy(page, 'Select 2 More')).toBeVisible()
  await page.getByRole('checkbox', { name: 'Dragon & Elder' }).check()
  await page.getByRole('checkbox', { name: 'Unicorn & Chestnut' }).check()
  await expect(page.getByText('That is all 3. A fine choice, and we would say so anyway.')).toBeVisible()
  await buy(page, 'Add Bundle').click()
  const cart = await cartOf(page)
  await expect(cart).toContainText('3 Wands')
  await expect(cart).toContainText('Unicorn & Chestnut')
  await expect(cart).toContainText('$92')
})

test('wands ticked in quick succession all count @js', async ({ page }) => {
  await page.goto(`${SET}?size=3`)
  await waitForHydration(page)
  await page.evaluate(() => {
    for (const box of [...document.querySelectorAll<HTMLInputElement>('input[name="wands"]')].slice(0, 3))
      box.click()
  })
  await expect(page.getByRole('checkbox', { checked: true })).toHaveCount(3)
  await expect(page).toHaveURL(/wands=.*wands=.*wands=/)
})

test('a bundle starts over @js', async ({ page }) => {
  await page.goto(`${SET}?size=6`)
  await expect(page.getByRole('checkbox', { checked: true })).toHaveCount(6)
  await page.getByRole('button', { name: 'Start Over' }).click()
  await expect(page.getByRole('checkbox', { checked: true })).toHaveCount(0)
  await expect(page.getByRole('radio', { checked: true })).toHaveCount(0)
})

test('all six wands need no choosing @plain', async ({ page }) => {
  await page.goto(SET)
  await option(page, '6 Wands').check()
  await expect(buy(page, 'Add Bundle')).toBeEnabled()
  const bar = page.getByRole('region', { name: 'Your bundle' })
  await expect(bar).toContainText('6 of 6 wands', { useInnerText: true })
  await expect(page.getByText('All six, then. That was easy.')).toBeVisible()
  await buy(page, 'Add Bundle').click()
  const cart = await cartOf(page)
  await expect(cart).toContainText('6 Wands')
  await expect(cart).toContainText('Phoenix & Elm')
})

test('merch in another shade @js', async ({ page }) => {
  await page.goto('/us/product/keyhole-tote')
  await option(page, 'Midnight').check()
  await buy(page, 'Add to Cart').click()
  const cart = await cartOf(page)
  await expect(cart).toContainText('Midnight')
})

test('pictures are reachable by links, and stay when the carousel is hydrated', async ({ page }) => {
  await page.goto(VOL_2)
  await page.getByRole('link', { name: /^Image 2/ }).click()
  await expect(page.locator('#view-2')).toBeInViewport()
  if (hasScripts()) {
    await expect(page.getByRole('button', { name: 'Next image' })).toBeVisible()
    await expect(page.locator('#view-2')).toBeInViewport()
  }
  await page.getByRole('link', { name: 'Demo video' }).click()
  const film = page.getByLabel(/^Demo video\. A wand touches/)
  if (hasScripts()) {
    await expect(film).toHaveCount(0)
    await page.getByRole('button', { name: 'Watch it unlock' }).click()
    await expect(film).toBeFocused()
    await expect.poll(() => film.evaluate((video: HTMLVideoElement) => video.paused)).toBe(false)
  } else {
    expect(await film.evaluate((video: HTMLVideoElement) => video.paused)).toBe(true)
  }
  await expect(film).toBeInViewport()
})

test.describe('with scripts @js', () => {
  test('options are in the URL: link, refresh and back keep them', async ({ page }) => {
    await page.goto(VOL_1)
    await expect(page.getByRole('button', { name: 'Next image' })).toBeVisible()
    await option(page, 'Complete Set (inc. Premium Wand)').check()
    await option(page, 'Unicorn & Cherry').check()
    await option(page, 'Ember').check()
    await expect(page).toHaveURL(`${VOL_1}?option=premium-wand&wand=unicorn-cherry&edition=ember`)
    await page.reload()
    await expect(option(page, 'Ember')).toBeChecked()
    await expect(option(page, 'Unicorn & Cherry')).toBeChecked()
    await page.getByRole('link', { name: 'Back to Shop' }).click()
    await expect(page).toHaveURL('/uk/products')
    await page.goBack()
    await expect(option(page, 'Ember')).toBeChecked()
    await expect(option(page, 'Complete Set (inc. Premium Wand)')).toBeChecked()
  })

  test('the picture follows the edition, and the carousel loops', async ({ page }) => {
    await page.goto(VOL_1)
    const current = page.getByRole('link', { name: /^(Image|Demo)/ }).and(page.locator('[aria-current]'))
    const next = page.getByRole('button', { name: 'Next image' })
    await expect(next).toBeVisible()
    await option(page, 'Ember').check()
    await expect(current).toHaveAccessibleName(/in Ember/)
    await next.click()
    await expect(current).toHaveAccessibleName(/^Image 5/)
    await page.getByRole('link', { name: 'Demo video' }).click()
    await expect(current).toHaveAccessibleName('Demo video')
    await next.click()
    await expect(current).toHaveAccessibleName(/^Image 1/)
    await page.locator('[data-slides]').focus()
    await page.keyboard.press('ArrowLeft')
    await expect(current).toHaveAccessibleName('Demo video')
  })

  test('tabbing through the gallery keeps its picture until the film is selected', async ({ page }) => {
    await page.goto(VOL_2)
    await expect(page.getByRole('button', { name: 'Next image' })).toBeVisible()
    const play = page.getByRole('button', { name: 'Watch it unlock', includeHidden: true })
    const current = page.getByRole('link', { name: /^(Image|Demo)/ }).and(page.locator('[aria-current]'))
    await page.locator('[data-slides]').focus()
    await page.keyboard.press('Tab')
    await expect(page.getByRole('button', { name: 'Previous image' })).toBeFocused()
    await page.keyboard.press('Shift+Tab')
    await expect(page.locator('[data-slides]')).toBeFocused()
    await expect(current).toHaveAccessibleName(/^Image 1/)
    await expect(play).not.toBeInViewport()
    await page.keyboard.press('ArrowLeft')
    await expect(current).toHaveAccessibleName('Demo video')
    await page.keyboard.press('Tab')
    await expect(play).toBeFocused()
    await expect(play).toBeInViewport()
  })

  test('an error is shown where an option is missing, until it is selected', async ({ page }) => {
    await page.goto(VOL_1)
    await expect(page.getByRole('button', { name: 'Next image' })).toBeVisible()
    await buy(page, 'Add to Cart').click()
    const problem = page.getByRole('alert')
    await expect(problem).toContainText('Choose your preferred Phoenix Edition before adding to cart.')
    await expect(problem).toBeInViewport()
    await expect(page.getByText('Select an edition to see it.')).toBeHidden()
    await option(page, 'Ashborn').check()
    await expect(problem).toBeHidden()
  })

  test('the bundle enforces its rules', async ({ page }) => {
    await page.goto(SET)
    const add = page.getByRole('button', { name: /Select \d More|Add Bundle/ })
    await expect(add).toBeDisabled()
    // Playwright waits for buttons to be enabled; a finger does not.
    await add.dispatchEvent('click')
    await expect(page.getByText('Please select exactly 4 wands for this bundle.')).toBeVisible()
    await expect(page.getByRole('checkbox', { name: 'Dragon & Elder' })).toBeFocused()
    await option(page, '6 Wands').check()
    await expect(page.getByRole('checkbox', { checked: true })).toHaveCount(6)
    await expect(add).toBeEnabled()
    await option(page, '3 Wands').check()
    await expect(page.getByRole('checkbox', { checked: true })).toHaveCount(0)
    await expect(page.getByText('Choose your three wands', { exact: true })).toBeVisible()
    await expect(page.getByText('Choose your three wands.', { exact: true })).toBeVisible()
    for (const wand of ['Dragon & Elder', 'Dragon & Oak', 'Dragon & Yew'])
      await page.getByRole('checkbox', { name: wand }).check()
    await page.getByRole('checkbox', { name: 'Phoenix & Elm' }).click()
    await expect(
      page.getByText('You can only select 3 wands for this bundle. Deselect a wand first.'),
    ).toBeVisible()
    await expect(page.getByRole('checkbox', { name: 'Phoenix & Elm' })).not.toBeChecked()
    await expect(page).toHaveURL(`${SET}?size=3&wands=dragon-elder&wands=dragon-oak&wands=dragon-yew`)
    await add.click()
    await expect(page.getByRole('dialog', { name: 'Shopping Cart' })).toContainText('3 Wands')
    await expect(page.getByText('3 wands bundle added to your cart.')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('checkbox', { checked: true })).toHaveCount(0)
    await expect(page.getByRole('radio', { checked: true })).toHaveCount(0)
    await add.dispatchEvent('click')
    await expect(page.getByText('Please select a bundle size first.')).toBeVisible()
    await expect(option(page, '3 Wands')).toBeFocused()
    await page.getByRole('checkbox', { name: 'Dragon & Oak' }).click()
    await expect(page.getByRole('checkbox', { checked: true })).toHaveCount(0)
  })
})

test('in print everything is expanded, and no text covers a picture @plain', async ({ page }) => {
  await page.emulateMedia({ media: 'print' })
  await page.goto('/us/product/vol-ii-magical-you-pre-order')
  await expect(page.getByText('Return it within 14 days of getting it, unopened.')).toBeVisible()
  await page.goto('/us')
  const hero = page.getByRole('region', { name: 'Some treasures deserve more than a drawer' })
  await expect(hero.getByText('Vol. II: Magical You')).toBeVisible()
  await expect(hero.getByRole('img')).toHaveCount(0)
  await page.setViewportSize({ width: 718, height: 1000 })
  const title = await hero.getByRole('heading', { level: 1 }).boundingBox()
  expect(title?.y, 'begins on the sheet').toBeGreaterThan(0)
  await page.goto('/us/waitlist')
  const link = page.getByRole('main').getByRole('link', { name: 'Privacy Policy' })
  await expect(link).toHaveCSS('color', 'rgb(0, 0, 0)')
})
