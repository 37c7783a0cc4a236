import { expect, type Page } from '@playwright/test'
import { countAnnouncements, recordAnnouncements } from './announcements.ts'
import { boxOf } from './boxes.ts'
import { openPage } from './hydrated.ts'
import { test } from './visitor.ts'

const words = (page: Page) => page.getByRole('textbox', { name: 'Magic words' })

test('steps change without a reload, and the focus follows them', async ({ page }) => {
  await openPage(page, '/us/redeem')
  await page.evaluate(() => Object.assign(window, { sameDocument: true }))
  await words(page).fill('amber lantern owl')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Magic words accepted!')).toBeVisible()
  // No film for those who want little motion.
  await expect(plate(page)).toHaveCSS('opacity', '1')
  await expect(skip(page)).toHaveCount(0)
  await page.getByRole('button', { name: 'Add Gift to Cart' }).click()
  await expect(page.getByRole('link', { name: 'Cart, 1 item', exact: true })).toBeVisible()
  await page.goBack()
  const toPay = page.getByText('To pay').locator('..').getByText(/^\$/).filter({ visible: true })
  await expect(toPay).toHaveText('$0.00')
  await page.getByRole('radio', { name: /Add the Classic Wand/ }).focus()
  await page.keyboard.press('Space')
  await expect(toPay).toHaveText('$26.00')
  await page.getByRole('button', { name: 'Add Gift to Cart' }).click()
  await expect(page.getByRole('heading', { name: 'Added to cart!' })).toBeVisible()
  await expect(page.getByText('Magic words accepted!')).toHaveCount(0)
  await expect(page.getByRole('main')).toContainText('The Classic Wand is billed separately.')
  expect(await page.evaluate(() => localStorage.getItem('gift_discount_code'))).toMatch(/^GIFT-/)
  expect(await page.evaluate(() => 'sameDocument' in window)).toBe(true)
})

const plate = (page: Page) => page.getByRole('heading', { name: 'A gift for you' })
const skip = (page: Page) => page.getByRole('button', { name: 'Skip' })

test('accepted words open the box, which may be skipped', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await openPage(page, '/us/redeem')
  await words(page).fill('velvet moon harbour')
  await words(page).press('Enter')
  await expect(skip(page)).toBeInViewport()
  await expect(plate(page)).toHaveCSS('opacity', '0')
  await skip(page).click()
  await expect(plate(page)).toHaveCSS('opacity', '1')
  await expect(skip(page)).toHaveCount(0)
})

test('the other store is told in one place: for seven seconds in a toast at the bottom right, then at the field', async ({
  page,
}) => {
  await page.clock.install()
  const reason = 'This gift was purchased in the UK market and can only be redeemed there.'
  const main = page.getByRole('main')
  const toast = page.getByRole('region', { name: 'Notifications' })
  await page.setViewportSize({ width: 1280, height: 720 })
  await openPage(page, '/us/redeem')
  const said = await recordAnnouncements(page)
  await words(page).fill('copper fern riddle')
  await words(page).press('Enter')
  // Under the pointer it stays.
  await toast.getByText(reason).hover()
  await expect(toast.getByText('Market mismatch')).toBeInViewport({ ratio: 1 })
  await expect(main.getByText('Market mismatch')).toBeHidden()
  const { bottom, right } = await boxOf(page, '[data-toast]')
  expect([720 - bottom, 1280 - right]).toEqual([16, 16])
  expect(countAnnouncements((await said()).heard, 'This gift was purchased')).toBe(1)
  // Far enough ahead for a busy machine: under the pointer the toast does not mind.
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 10_000)
  await page.mouse.move(0, 0)
  await page.clock.runFor(6_500)
  await expect(toast.getByText(reason)).toBeVisible()
  await page.clock.runFor(1_000)
  await expect(toast).toBeHidden()
  await expect(main.getByText('Market mismatch')).toBeVisible()
  await expect(words(page)).toHaveAccessibleDescription(new RegExp(`Market mismatch. ${reason}`))
  await main.getByRole('link', { name: 'Go to the United Kingdom store' }).click()
  await expect(page).toHaveURL(/\/uk\/redeem$/)
})
