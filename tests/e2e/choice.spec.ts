import { expect, type Page } from '@playwright/test'
import { windowsOf } from './boxes.ts'
import { test } from './visitor.ts'

/** The choice is seen where it is made: pictures, prices and layout of the product pages. */

const VOL_1 = '/uk/product/vol-i-phoenix-edition'
const VOL_2 = '/us/product/vol-ii-magical-you-pre-order'
const SET = '/uk/product/magic-wand-collectors-set'

const option = (page: Page, name: string) => page.getByRole('radio', { name, exact: true })
const gallery = (page: Page) => page.locator('[aria-roledescription="carousel"]')
const currentThumb = (page: Page) => gallery(page).locator('[data-thumbs] [aria-current]')
const wandOf = (page: Page, name: string) => page.locator(`[data-slides] img[alt^="${name}"]`)

async function expectInThumbAndCard(page: Page, wand: string) {
  const picture = `source[srcset*="/img/wand-${wand.toLowerCase().replace(' & ', '-')}"] + img`
  await expect(gallery(page).locator(`[data-thumbs] ${picture}`)).toBeVisible()
  const card = page.locator('label', { has: option(page, 'Complete Set (inc. Premium Wand)') })
  await expect(card.locator(picture)).toBeVisible()
}

test('the gallery stays whole beside the last option, and the long texts stand below both @plain', async ({
  page,
}) => {
  for (const path of ['/us/product/keyhole-tote', VOL_2]) {
    await page.goto(path)
    const about = await page.getByRole('region', { name: /^About / }).boundingBox()
    const terms = await page.locator('[data-terms]').boundingBox()
    const pictures = await gallery(page).boundingBox()
    if (!about || !terms || !pictures) throw new Error('something is not shown')
    expect(about.y, path).toBeGreaterThan(terms.y + terms.height)
    expect(about.y, path).toBeGreaterThan(pictures.y + pictures.height)
  }
  for await (const { size } of windowsOf(page, '1024x768 1440x900 1920x1080')) {
    await option(page, 'Printable letter only').scrollIntoViewIfNeeded()
    await page.evaluate(() => window.scrollBy(0, 200))
    for (const part of ['[data-slides]', '[data-thumbs]'])
      await expect(gallery(page).locator(part), size).toBeInViewport({ ratio: 0.99 })
  }
})

test('slide, thumbnail, card and cart line show the chosen wand @plain', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto(VOL_2)
  await option(page, 'Complete Set (inc. Premium Wand)').check()
  for (const wand of ['Dragon & Yew', 'Unicorn & Cherry']) {
    await option(page, wand).check()
    await expect(wandOf(page, wand)).toBeInViewport()
    await expectInThumbAndCard(page, wand)
  }
  await expect(wandOf(page, 'Dragon & Yew')).toBeHidden()
  await page.getByRole('main').getByRole('button', { name: 'Order Now' }).first().click()
  await expect(page.locator('[data-line] img[src*="wand-unicorn-cherry"]').first()).toBeVisible()
})

test('the gallery moves to what was chosen last', async ({ page }) => {
  await page.goto(VOL_1)
  await expect(page.getByRole('button', { name: 'Next image' })).toBeVisible()
  await option(page, 'Ember').check()
  await expect(currentThumb(page)).toHaveAccessibleName(/in Ember/)
  await option(page, 'Complete Set (inc. Premium Wand)').check()
  await option(page, 'Dragon & Oak').check()
  await expect(currentThumb(page)).toHaveAccessibleName(/Your choice/)
  await expect(wandOf(page, 'Dragon & Oak')).toBeInViewport()
  await page.getByRole('button', { name: 'Next image' }).click()
  await option(page, 'Dragon & Yew').check()
  await expect(currentThumb(page)).toHaveAccessibleName(/Your choice/)
  await option(page, 'Ashborn').check()
  await expect(currentThumb(page)).toHaveAccessibleName(/in Ashborn/)
})

test('the case fills as wands are chosen, and on a phone stays above them, covering none that is focused @plain', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`${SET}?size=3`)
  const inCase = page.locator('[data-in-case]').filter({ visible: true })
  await expect(inCase).toHaveCount(0)
  for (const [at, name] of ['Phoenix & Elm', 'Dragon & Elder', 'Unicorn & Cherry'].entries()) {
    const wand = page.getByRole('checkbox', { name })
    await wand.focus()
    const [box, frame] = [await wand.boundingBox(), await page.locator('[data-case]').boundingBox()]
    if (!box || !frame) throw new Error('something is not shown')
    expect(box.y, name).toBeGreaterThanOrEqual(frame.y + frame.height)
    await wand.check()
    await expect(inCase).toHaveCount(at + 1)
    // The low case of a phone has room for the upper half of a wand.
    await expect(page.locator(`[data-in-case="${name}"] img`)).toBeInViewport({ ratio: 0.4 })
  }
  await page.getByRole('checkbox', { name: 'Dragon & Elder' }).uncheck()
  await expect(inCase).toHaveCount(2)
})
