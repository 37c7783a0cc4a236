import { expect, type Page } from '@playwright/test'
import { countAnnouncements, recordAnnouncements } from './announcements.ts'
import { boxOf, windowsOf } from './boxes.ts'
import { openPage } from './hydrated.ts'
import { test } from './visitor.ts'

const words = (page: Page) => page.getByRole('textbox', { name: 'Magic words' })

async function say(page: Page, typed: string) {
  await page.goto('/us/redeem')
  await words(page).fill(typed)
  await page.getByRole('button', { name: 'Redeem My Gift' }).click()
}

test('the email field appears with its checkbox; an invalid one stays, as the browser refuses the form for it @plain', async ({
  page,
}) => {
  await say(page, 'silver birch comet')
  const email = page.getByRole('main').getByRole('textbox', { name: 'Email' })
  const consent = page.getByRole('checkbox', { name: /Write to me/ })
  await expect(email).toBeHidden()
  await consent.check()
  await email.fill('rowan')
  await consent.uncheck()
  await page.getByRole('button', { name: 'Add Gift to Cart' }).click()
  await expect(email).toBeFocused()
  await email.fill('')
  await expect(email).toBeHidden()
  await page.getByRole('button', { name: 'Add Gift to Cart' }).click()
  await expect(page.getByRole('heading', { name: 'Added to cart!' })).toBeVisible()
})

test('steps change without a reload, and the focus follows them', async ({ page }) => {
  await openPage(page, '/us/redeem')
  await page.evaluate(() => Object.assign(window, { sameDocument: true }))
  await words(page).fill('amber lantern owl')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Magic words accepted!')).toBeVisible()
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

  await page.getByRole('link', { name: 'Cart, 2 items' }).click()
  const drawer = page.getByRole('dialog', { name: 'Shopping Cart' })
  await drawer.getByRole('button', { name: /^Remove Gift upgrade, Classic Wand/ }).click()
  await expect(drawer.getByText(/^Gift upgrade, Classic Wand.* removed\.$/)).toBeVisible()
  await expect(drawer.locator('ul:has([data-line])')).toBeFocused()
  await drawer.getByRole('button', { name: 'Remove Your gift' }).click()
  await expect(drawer.getByText('Your gift removed.')).toBeVisible()
  expect(await page.evaluate(() => 'sameDocument' in window)).toBe(true)
})

test('the other store is told in one place: for seven seconds in a toast at the bottom right, then at the field', async ({
  page,
}) => {
  await page.clock.install()
  const reason = 'This gift was purchased in the UK market and can only be redeemed there.'
  const main = page.getByRole('main')
  const toast = page.getByRole('region', { name: 'Notifications' })
  for await (const { width, height, size } of windowsOf(page, '390x844 1280x720')) {
    await openPage(page, '/us/redeem')
    const said = await recordAnnouncements(page)
    await words(page).fill('copper fern riddle')
    await words(page).press('Enter')
    // Under the pointer it stays.
    await toast.getByText(reason).hover()
    await expect(toast.getByText('Market mismatch')).toBeInViewport({ ratio: 1 })
    await expect(main.getByText('Market mismatch')).toBeHidden()
    const { bottom, right } = await boxOf(page, '[data-toast]')
    expect([height - bottom, width - right], size).toEqual([16, 16])
    expect(countAnnouncements((await said()).heard, 'This gift was purchased')).toBe(1)
    // It is announced, so it is not the description of the field too.
    await expect(words(page)).not.toHaveAccessibleDescription(/Market mismatch/)
  }
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
