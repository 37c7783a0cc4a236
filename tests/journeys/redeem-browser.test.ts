import type { Page } from '@playwright/test'
import { expect, test } from 'vitest'
import { violationsOf } from '../support/axe.ts'
import type { Market } from './addresses.ts'
import { openPage } from './browser.ts'
import { buyGift } from './gift.ts'

/** Redeeming in Chromium. */

/** Says magic words on the redeem page. */
async function say(page: Page, words: string, market: Market = 'us') {
  await page.goto(`/${market}/redeem`)
  await page.getByLabel('Magic words').fill(words)
  await page.getByRole('button', { name: 'Redeem My Gift' }).click()
}

const addGift = (page: Page) => page.getByRole('button', { name: 'Add Gift to Cart' })

test.each([
  ['a desktop', {}],
  ['a phone', { viewport: { width: 390, height: 844 } }],
])('each step is accessible on %s, and styles appear with the upgrade that needs one', async (_, options) => {
  const page = await openPage(options)
  await say(page, 'amber lantern owl')
  await page.getByText('Magic words accepted!').first().waitFor()
  await addGift(page).waitFor()
  const style = page.getByText('Unicorn & Cherry').filter({ visible: true })
  expect(await style.count()).toBe(0)
  await page.getByRole('radio', { name: /Premium/ }).check()
  await style.first().waitFor()
  expect(await violationsOf(page)).toEqual([])
  await page.getByRole('radio', { name: 'Unicorn & Cherry' }).check()
  await addGift(page).click()
  await page.waitForURL('**/us/redeem/success')
  await page.getByText('The Unicorn & Cherry upgrade is billed separately.').first().waitFor()
  expect(await violationsOf(page)).toEqual([])
})

test('wrong words are told at the field, which keeps them, without another page', async () => {
  const page = await openPage()
  await page.goto('/uk/redeem')
  await page.evaluate(() => Object.assign(window, { isSamePage: true }))
  const words = page.getByLabel('Magic words')
  await words.fill('no such words')
  await words.press('Enter')
  await page.getByText('Invalid magic words').first().waitFor()
  expect(await words.inputValue()).toBe('no such words')
  expect(await words.getAttribute('aria-invalid')).toBe('true')
  expect(await words.evaluate((field) => field === document.activeElement)).toBe(true)
  expect(await violationsOf(page)).toEqual([])
  expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true)
})

test('many quick presses add one gift, and once it is ordered in another tab its words are refused', async () => {
  const { words } = await buyGift({ market: 'uk' })
  const page = await openPage()
  await say(page, words, 'uk')
  await addGift(page).evaluate((button: HTMLElement) => {
    for (let press = 0; press < 10; press++) button.click()
  })
  await page.waitForURL('**/uk/redeem/success')
  await page.goBack()
  await page.goForward()
  await page.waitForURL('**/uk/redeem/success')
  const other = await page.context().newPage()
  await other.goto('/uk/cart')
  expect(await other.getByRole('button', { name: /^Remove/ }).count()).toBe(1)
  const opened = page.context().waitForEvent('page')
  await other.getByRole('main').getByRole('button', { name: 'Checkout' }).click()
  const checkout = await opened
  await checkout.getByRole('button', { name: 'Complete order' }).click()
  await checkout.getByText(/order number is/).waitFor()
  const refused = page.getByText('These magic words have already been used')
  await expect
    .poll(async () => {
      await say(page, words, 'uk')
      return refused.or(addGift(page)).first().textContent()
    })
    .toContain('already been used')
})
