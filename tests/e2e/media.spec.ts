import { expect } from '@playwright/test'
import { drawerOf, openDrawer } from './carts.ts'
import { openPage } from './hydrated.ts'
import { post } from './post.ts'
import { test } from './visitor.ts'

/** Pages on paper, and with forced colors, which remove backgrounds and shadows. */

test('printed text is dark enough for white paper @plain', async ({ page }) => {
  const wand = { intent: 'add', handle: 'magic-wand', wand: 'dragon-oak' }
  await post(page, '/us/cart', wand, { maxRedirects: 0 })
  await post(page, '/us/redeem', { words: 'velvet moon harbour' }, { maxRedirects: 0 })
  // The first with the toast that something was added.
  for (const path of ['/us/cart', '/us/redeem/review', '/uk', '/us/product/magic-wand', '/uk/gift']) {
    await page.emulateMedia({ media: 'screen' })
    await page.goto(path)
    await page.emulateMedia({ media: 'print' })
    const pale = await page.evaluate(() => {
      const ink = document.createElement('canvas').getContext('2d', { willReadFrequently: true })
      /** Contrast with white of a colour composited on white. */
      const contrast = (colour: string) => {
        if (!ink) throw new Error('no canvas')
        ink.fillStyle = '#fff'
        ink.fillRect(0, 0, 1, 1)
        ink.fillStyle = colour
        ink.fillRect(0, 0, 1, 1)
        const linear = Array.from(ink.getImageData(0, 0, 1, 1).data, (value) => (value / 255) ** 2.2)
        const [red = 0, green = 0, blue = 0] = linear
        return 1.05 / (0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05)
      }
      return [...document.querySelectorAll('body *')]
        .filter((one) => one.checkVisibility() && !one.closest('.sr-only, option'))
        .filter((one) => [...one.childNodes].some((node) => node.nodeType === 3 && node.nodeValue?.trim()))
        .filter((one) => contrast(getComputedStyle(one).color) < 4.5)
        .map((one) => one.textContent)
    })
    expect(pale, path).toEqual([])
  }
})

test('the open cart drawer is not printed over the page', async ({ page }) => {
  await openPage(page, '/us/faq')
  await openDrawer(page)
  await page.emulateMedia({ media: 'print' })
  await expect(drawerOf(page)).toBeHidden()
  await expect(page.getByRole('heading', { name: 'Frequently asked questions' })).toBeVisible()
  await page.emulateMedia({ media: 'screen' })
  await expect(drawerOf(page)).toBeVisible()
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
})

test('with forced colors the chosen wand stands out, and so does the focus @plain', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' })
  await post(page, '/us/redeem', { words: 'velvet moon harbour' })
  await page.goto('/us/redeem/review')
  const wand = (name: string) => page.getByRole('radio', { name })
  /** What distinguishes a card without backgrounds and shadows. */
  const marks = (name: string) =>
    page
      .locator('main label')
      .filter({ has: wand(name) })
      .evaluate((card) => {
        const { color, outline, borderWidth, textDecorationLine } = getComputedStyle(card)
        return [color, outline, borderWidth, textDecorationLine].join()
      })
  await wand('Phoenix & Elm').press('Space')
  const focused = await marks('Phoenix & Elm')
  await wand('Phoenix & Elm').blur()
  const chosen = await marks('Phoenix & Elm')
  expect(chosen).not.toBe(await marks('Dragon & Oak'))
  expect(focused).not.toBe(chosen)
})
