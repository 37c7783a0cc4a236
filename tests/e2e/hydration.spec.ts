import { expect, type Page } from '@playwright/test'
import { fillCart, saved } from './carts.ts'
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

test('what was typed and chosen before hydration stays', async ({ page }) => {
  const form = page.getByRole('main').locator('form')
  await actBeforeScripts(page, '/us/contact', async () => {
    await form.getByLabel('Name').fill('Ada')
    await form.getByLabel('Message').fill('Half a sentence')
    await form.getByLabel('Subject').selectOption('Press Inquiry')
  })
  await expect(form.getByLabel('Name')).toHaveValue('Ada')
  await expect(form.getByLabel('Message')).toHaveValue('Half a sentence')
  await expect(form.getByLabel('Subject')).toHaveValue('Press Inquiry')
})

test('all six and too many wands, chosen before hydration, follow the rules', async ({ page }) => {
  const set = '/uk/product/magic-wand-collectors-set'
  const wands = page.locator('input[name=wands]')
  const checked = page.getByRole('checkbox', { checked: true })
  await actBeforeScripts(page, set, async () => {
    await page.locator('input[name=size][value="6"]').check({ force: true })
    await expect(page.getByRole('button', { name: 'Add Bundle' })).toBeVisible()
  })
  await expect(checked).toHaveCount(6)
  await expect(page.getByRole('button', { name: 'Add Bundle' })).toBeEnabled()
  await actBeforeScripts(page, set, async () => {
    for (const wand of await wands.all()) await wand.check({ force: true })
  })
  await expect(checked).toHaveCount(0)
  await expect(page.getByText('Choose your four wands', { exact: true })).toBeVisible()
})

test('a country and an option, chosen before hydration, stay, and the page follows them', async ({
  page,
}) => {
  await fillCart(page, 'uk')
  const country = page.getByRole('main').getByRole('combobox', { name: 'Ship to' })
  const changed = saved(page)
  await actBeforeScripts(page, '/uk/cart', () => country.selectOption('France'))
  await changed
  await page.reload()
  await expect(country).toHaveValue('FR')
  const option = page.locator('input[name=option][value=premium-wand]')
  await actBeforeScripts(page, '/us/product/vol-ii-magical-you-pre-order', () =>
    option.check({ force: true }),
  )
  await expect(option).toBeChecked()
  await expect(page).toHaveURL(/option=premium-wand/)
})

test('a menu opened before hydration stays, and closes on a navigation', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const menu = page.locator('details[name=bar]:has(nav[aria-label=Menu])')
  await actBeforeScripts(page, '/us/about', () => menu.locator('summary').click())
  await expect(menu).toHaveAttribute('open')
  await menu.getByRole('link', { name: 'FAQ' }).click()
  await expect(page).toHaveURL(/\/us\/faq$/)
  await expect(menu).not.toHaveAttribute('open')
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

test('the cookie notice answered before its scripts ran stays away, without another page', async ({
  page,
  context,
}) => {
  await context.clearCookies({ name: 'cookieConsent' })
  const toast = page.getByRole('region', { name: 'Cookie notice' })
  await actBeforeScripts(page, '/us', async () => {
    await toast.getByRole('button', { name: 'Accept', exact: true }).click()
    await expect(toast).toBeHidden()
    await expect(page.getByRole('main')).toBeFocused()
    expect(await page.evaluate(() => localStorage.getItem('cookieConsent'))).toBe('accepted')
  })
  await expect(toast).toBeHidden()
  await expect(page).toHaveURL('/us')
  expect(await documents(page)).toBe(1)
})
