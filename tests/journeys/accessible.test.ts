import type { Page } from '@playwright/test'
import { describe, expect, test } from 'vitest'
import { MARKETS, PAGES, SET, VOL_1, VOL_2, WAND } from './addresses.ts'
import { openPage, pressable, violationsOf } from './browser.ts'

/** Nothing that axe calls serious or critical, and no scrolling sideways on the smallest phone. */

/** @param contrast of colours, which takes half of the time and is the same in both stores */
async function expectAccessible(page: Page, state: string, contrast = true) {
  expect(await violationsOf(page, contrast), state).toEqual([])
  await page.setViewportSize({ width: 320, height: 640 })
  expect(
    await page.evaluate(() => document.documentElement.scrollWidth),
    `${state} at 320 px`,
  ).toBeLessThanOrEqual(320)
  await page.setViewportSize({ width: 1280, height: 844 })
}

describe.each(MARKETS)('in the $id store', ({ id }) => {
  test('every page is accessible', async () => {
    const page = await openPage()
    for (const path of [...PAGES[id], '/cart', '/unsubscribe', '/nope']) {
      await page.goto(`/${id}${path}`)
      await expectAccessible(page, `/${id}${path}`, id === 'us' || path === VOL_1)
    }
  })

  test('every page is accessible on a first visit, without scripts', async () => {
    const page = await openPage({ isFirst: true, viewport: { width: 390, height: 844 } })
    for (const path of ['', '/products', VOL_2[id], SET]) {
      await page.goto(`/${id}${path}`)
      expect(await violationsOf(page), path).toEqual([])
    }
  })

  test('the drawer, a refusal and the steps of redeeming are accessible', async () => {
    const page = await openPage()
    await page.goto(`/${id}${WAND}`)
    await (await pressable(page.getByRole('button', { name: /^Add to Cart.*Dragon & Oak/ }))).click()
    await page.getByRole('dialog', { name: 'Shopping Cart' }).waitFor()
    await expectAccessible(page, 'the drawer')
    await page.goto(`/${id}/cart`)
    await expectAccessible(page, 'the cart')
    await page.goto(`/${id}${SET}?size=3`)
    await (await pressable(page.getByRole('button', { name: /Select 3 More|Add Bundle/ }).first())).waitFor()
    await expectAccessible(page, 'a bundle')
    await page.goto(`/${id}/redeem`)
    await page.getByLabel('Magic words').fill('no such words')
    await page.getByRole('button', { name: 'Redeem My Gift' }).click()
    await page.getByText('Invalid magic words').first().waitFor()
    await expectAccessible(page, 'wrong words')
    await page.getByLabel('Magic words').fill(id === 'us' ? 'velvet moon harbour' : 'copper fern riddle')
    await page.getByRole('button', { name: 'Redeem My Gift' }).click()
    await page.getByRole('button', { name: 'Add Gift to Cart' }).waitFor()
    await expectAccessible(page, 'the review')
  })
})
