import { randomUUID } from 'node:crypto'
import { type Browser, expect, type Page, test } from '@playwright/test'
import { readOutbox } from '../support/gifts.ts'
import { hasScripts, openPage } from './hydrated.ts'
import { skipEntry } from './visitor.ts'

/** One gift from end to end with real services: bought, mailed, redeemed, ordered, rejected. */

/** A separate browser profile that has visited the US store before. */
async function newPerson(browser: Browser): Promise<Page> {
  const { baseURL = '' } = test.info().project.use
  const context = await browser.newContext({
    baseURL,
    javaScriptEnabled: hasScripts(),
    reducedMotion: 'reduce',
    extraHTTPHeaders: {
      'X-Forwarded-For': `10.77.${Math.floor(Math.random() * 250)}.${Math.floor(Math.random() * 250)}`,
    },
  })
  await context.addCookies([
    { name: 'cookieConsent', value: 'dismissed', url: baseURL },
    { name: 'selected_market', value: 'us', url: baseURL },
  ])
  await skipEntry(context)
  return context.newPage()
}

async function checkOut(page: Page, email: string): Promise<Page> {
  const drawer = page.getByRole('dialog', { name: 'Shopping Cart' })
  const cart = (await drawer.isVisible()) ? drawer : page.getByRole('main')
  const [checkout] = await Promise.all([
    page.context().waitForEvent('page'),
    cart.getByRole('button', { name: 'Checkout' }).click(),
  ])
  await checkout.getByLabel('Email').fill(email)
  return checkout
}

async function complete(checkout: Page): Promise<void> {
  await checkout.getByRole('button', { name: 'Complete order' }).click()
  await expect(checkout.getByRole('heading', { name: 'Order complete' })).toBeVisible()
}

/** The gift's mail to an address, once it has arrived. */
async function mailTo(address: string): Promise<string> {
  const found = () => readOutbox(process.env.E2E_DATA_DIR ?? '').find(({ to }) => to.includes(address))
  await expect.poll(() => found() !== undefined).toBe(true)
  return found()?.text ?? ''
}

async function submitMagicWords(page: Page, words: string): Promise<void> {
  await page.goto('/us/redeem')
  await page.getByRole('textbox', { name: 'Magic words' }).fill(words)
  await page.getByRole('button', { name: 'Redeem My Gift' }).click()
}

test('buy a gift, read the mail, redeem it in another browser, order it, and see the words rejected @both', async ({
  browser,
}) => {
  test.slow()
  const address = `giver-${randomUUID()}@example.com`
  const giver = await newPerson(browser)
  await openPage(giver, '/us/product/vol-ii-magical-you-pre-order')
  await giver.getByRole('radio', { name: 'Wizard Box Only' }).check({ force: true })
  await giver.getByRole('radio', { name: /Printable letter/ }).check({ force: true })
  await giver.getByRole('main').getByRole('button', { name: 'Order Now' }).first().click()
  if (hasScripts()) await expect(giver.getByRole('dialog', { name: 'Shopping Cart' })).toBeVisible()
  else await expect(giver).toHaveURL(/\/cart$/)
  await complete(await checkOut(giver, address))

  const mail = await mailTo(address)
  const words = /The magic words:\s+(.+)/.exec(mail)?.[1]?.trim() ?? ''
  expect(words.split(' ')).toHaveLength(5)
  expect(mail).toContain('/us/redeem')

  const recipient = await newPerson(browser)
  await submitMagicWords(recipient, `  ${words.toUpperCase().replaceAll(' ', '-')} `)
  await expect(recipient).toHaveURL(/\/us\/redeem\/review$/)
  await expect(recipient.getByText('Magic words accepted!')).toBeVisible()
  // Not before the toast beside it is gone.
  await recipient.getByRole('radio', { name: /Add a Premium Wand/ }).check()
  await recipient.getByRole('radio', { name: 'Phoenix & Elm' }).check({ force: true })
  await expect(recipient.getByRole('definition').filter({ hasText: 'Phoenix & Elm' })).toBeVisible()
  await expect(recipient.getByRole('main')).toContainText('$41.00')
  await recipient.getByRole('button', { name: 'Add Gift to Cart' }).click()
  await expect(recipient).toHaveURL(/\/us\/redeem\/success$/)
  await expect(recipient.getByRole('main')).toContainText(
    'Your gift has free shipping. The Phoenix & Elm upgrade is billed separately.',
  )
  if (hasScripts()) {
    const kept = await recipient.evaluate(() => localStorage.getItem('gift_discount_code'))
    expect(kept).toMatch(/^GIFT-/)
  }

  const early = await newPerson(browser)
  await submitMagicWords(early, words)
  await expect(early, 'nothing is used up before an order is paid').toHaveURL(/\/us\/redeem\/review$/)

  await recipient.getByRole('link', { name: 'Open the cart' }).click()
  await expect(recipient.getByRole('main')).toContainText('FREE')
  const checkout = await checkOut(recipient, 'recipient@example.com')
  await expect(checkout.locator('body')).toContainText('Gift, magic words')
  await expect(checkout.locator('body')).toContainText('$41.00')
  await complete(checkout)
  await recipient.goto('/us/redeem/success')
  const step = recipient.getByRole('main')
  for (const again of [() => recipient.reload(), () => recipient.goto('/us/redeem/review')]) {
    await expect(step.getByRole('heading', { name: 'Your gift is on its way' })).toBeVisible()
    await expect(step).not.toContainText('Go to checkout')
    await again()
  }
  await expect(step.getByRole('heading', { name: 'Your gift is on its way' })).toBeVisible()
  await expect(step).not.toContainText('have already been used')
  if (hasScripts()) {
    const kept = () => recipient.evaluate(() => localStorage.getItem('gift_discount_code'))
    await expect.poll(kept, 'its discount has been used').toBeNull()
  }

  await early.getByRole('button', { name: 'Add Gift to Cart' }).click()
  await expect(early.getByRole('main')).toContainText('These magic words have already been used')
  await submitMagicWords(early, words)
  await expect(early.getByRole('main')).toContainText('These magic words have already been used')
  await expect(early.getByRole('main')).toContainText('Redeemed on')
})
