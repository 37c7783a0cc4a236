import { expect, type Page } from '@playwright/test'
import { fillCart } from './carts.ts'
import { holdRequests } from './hold-requests.ts'
import { waitForHydration } from './hydrated.ts'
import { test } from './visitor.ts'

/** What visitors, extensions and translators do to a page before its scripts have arrived. All with JavaScript. */

/** Opens a page, and does something before its scripts go on. Fails for errors, where hydration may not give up. */
async function actBeforeScripts(
  page: Page,
  path: string,
  act: () => Promise<unknown>,
  { mayGiveUp = false } = {},
): Promise<void> {
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(error.message))
  const release = await holdRequests(page, '**/assets/*.js')
  await page.goto(path, { waitUntil: 'commit' })
  await page.getByRole('contentinfo').waitFor()
  await act()
  release()
  await waitForHydration(page)
  if (!mayGiveUp) expect(errors).toEqual([])
  await page.unrouteAll()
}

test('what was typed and chosen before hydration stays, and the page follows it', async ({ page }) => {
  const main = page.getByRole('main')
  const message = main.getByRole('textbox', { name: 'Message' })
  const subject = main.getByRole('combobox', { name: 'Subject' })
  await actBeforeScripts(page, '/us/contact', async () => {
    await message.fill('Half a sentence')
    await subject.selectOption('Press Inquiry')
  })
  await expect(message).toHaveValue('Half a sentence')
  await expect(subject).toHaveValue('Press Inquiry')

  await fillCart(page, 'uk')
  const country = main.getByRole('combobox', { name: 'Ship to' })
  const quantity = main.getByRole('spinbutton')
  await actBeforeScripts(page, '/uk/cart', async () => {
    await country.selectOption('France')
    await quantity.fill('3')
  })
  // Both are sent with the order.
  await expect(country).toHaveValue('FR')
  await expect(quantity).toHaveValue('3')
  const option = page.locator('input[name=option][value=premium-wand]')
  await actBeforeScripts(page, '/us/product/vol-ii-magical-you-pre-order', () =>
    option.check({ force: true }),
  )
  await expect(option).toBeChecked()
  await expect(page).toHaveURL(/option=premium-wand/)
})

/** As password managers, writing aids and dark modes do. */
function actAsExtension() {
  document.documentElement.setAttribute('data-extension', '1')
  document.body.setAttribute('data-gramm', 'false')
  document.head.prepend(document.createElement('style'))
  document.head.append(document.createElement('meta'))
  document.body.prepend(document.createElement('extension-root'))
  document.body.append(document.createElement('extension-popup'))
  for (const field of document.querySelectorAll('input')) field.setAttribute('data-lpignore', 'true')
}

const documents = (page: Page) => page.evaluate(() => performance.getEntriesByType('navigation').length)

test('an extension that changes a page before hydration leaves one that works', async ({ page }) => {
  await actBeforeScripts(page, '/us', () => page.evaluate(actAsExtension), { mayGiveUp: true })
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Our Story' }).click()
  await expect(page).toHaveURL('/us/about')
  expect(await documents(page)).toBe(1)
  // What was decided before the first paint still holds.
  expect(await page.evaluate(() => document.documentElement.classList.contains('js'))).toBe(true)
  await expect(page.getByRole('region', { name: 'Cookie notice' })).toBeHidden()
})
