import { expect, type Page } from '@playwright/test'
import { fillCart, saved } from './carts.ts'
import { holdRequests } from './hold-requests.ts'
import { openPage, waitForHydration } from './hydrated.ts'
import { translate } from './translator.ts'
import { test } from './visitor.ts'

/** What visitors, extensions and translators do to a page before its scripts have arrived. All with JavaScript. */

/** Opens a page whose scripts wait. @returns lets them go on, and waits for hydration */
async function openBeforeScripts(page: Page, path: string): Promise<() => Promise<void>> {
  const release = await holdRequests(page, '**/assets/*.js')
  await page.goto(path, { waitUntil: 'commit' })
  await page.getByRole('contentinfo').waitFor()
  return async () => {
    release()
    await waitForHydration(page)
  }
}

/** Fails the test for errors in the page, such as a hydration that gave up. */
function collectErrors(page: Page): string[] {
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(error.message))
  return errors
}

test('what was typed and chosen before hydration stays', async ({ page }) => {
  const errors = collectErrors(page)
  const hydrate = await openBeforeScripts(page, '/us/contact')
  const form = page.getByRole('main').locator('form')
  await form.getByRole('textbox', { name: 'Name' }).fill('Ada')
  await form.getByRole('textbox', { name: 'Message' }).fill('Half a sentence')
  const subject = form.getByRole('combobox')
  await subject.selectOption({ index: 2 })
  const chosen = await subject.inputValue()
  await hydrate()
  await expect(form.getByRole('textbox', { name: 'Name' })).toHaveValue('Ada')
  await expect(form.getByRole('textbox', { name: 'Message' })).toHaveValue('Half a sentence')
  await expect(subject).toHaveValue(chosen)
  expect(errors).toEqual([])
})

test('one wand, all six and too many wands, chosen before hydration follow the rules', async ({ page }) => {
  const set = '/uk/product/magic-wand-collectors-set'
  let hydrate = await openBeforeScripts(page, set)
  const wand = page.locator('input[name=wands]').first()
  await wand.check({ force: true })
  await hydrate()
  await expect(wand).toBeChecked()
  await page.unrouteAll()

  hydrate = await openBeforeScripts(page, set)
  await page.locator('input[name=size][value="6"]').check({ force: true })
  await expect(page.getByRole('button', { name: 'Add Bundle' })).toBeVisible()
  await hydrate()
  await expect(page.getByRole('checkbox', { checked: true })).toHaveCount(6)
  await expect(page.getByRole('button', { name: 'Add Bundle' })).toBeEnabled()
  await page.unrouteAll()

  hydrate = await openBeforeScripts(page, set)
  for (const wand of await page.locator('input[name=wands]').all()) await wand.check({ force: true })
  await hydrate()
  await expect(page.getByRole('checkbox', { checked: true })).toHaveCount(0)
  await expect(page.getByText('Choose your four wands', { exact: true })).toBeVisible()
})

test('a country, an option and a shade, chosen before hydration, stay, and the page follows them', async ({
  page,
}) => {
  const errors = collectErrors(page)
  await fillCart(page, 'uk')
  let hydrate = await openBeforeScripts(page, '/uk/cart')
  const country = page.getByRole('main').getByRole('combobox', { name: 'Ship to' })
  await country.selectOption('France')
  const changed = saved(page)
  await hydrate()
  await changed
  await page.unrouteAll()
  await page.reload()
  await expect(country).toHaveValue('FR')

  hydrate = await openBeforeScripts(page, '/us/product/vol-ii-magical-you-pre-order')
  const option = page.locator('input[name=option][value=premium-wand]')
  await option.check({ force: true })
  await hydrate()
  await expect(option).toBeChecked()
  await expect(page).toHaveURL(/option=premium-wand/)
  await page.unrouteAll()

  hydrate = await openBeforeScripts(page, '/us/product/keyhole-tote')
  const midnight = page.getByRole('radio', { name: 'Midnight' })
  await midnight.check({ force: true })
  await hydrate()
  await expect(midnight).toBeChecked()
  expect(errors).toEqual([])
})

test('a menu under the pointer before hydration opens, and closes when the pointer leaves; an opened one stays', async ({
  page,
}) => {
  let hydrate = await openBeforeScripts(page, '/us/faq')
  const shop = page.getByRole('navigation', { name: 'Main' }).locator('details', { hasText: 'Shop' }).first()
  await shop.locator('summary').hover()
  await hydrate()
  await expect(shop).toHaveAttribute('open')
  await page.mouse.move(600, 700)
  await expect(shop).not.toHaveAttribute('open')
  await page.unrouteAll()

  await page.setViewportSize({ width: 390, height: 844 })
  hydrate = await openBeforeScripts(page, '/us/about')
  const menu = page.locator('details[name=bar]:has(nav[aria-label=Menu])')
  await menu.locator('summary').click()
  await hydrate()
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

for (const [path, who, act] of [
  ['/us', 'an extension', actAsExtension],
  ['/us/product/magic-wand', 'a translator', translate],
] as const)
  test(`${who} that changes ${path} before hydration leaves a page that works`, async ({ page }) => {
    const hydrate = await openBeforeScripts(page, path)
    await page.evaluate(act)
    await hydrate()
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Our Story' }).click()
    await expect(page).toHaveURL('/us/about')
    expect(await page.evaluate(() => performance.getEntriesByType('navigation').length)).toBe(1)
    // What was decided before the first paint still holds.
    expect(await page.evaluate(() => document.documentElement.classList.contains('js'))).toBe(true)
    await expect(page.getByRole('region', { name: 'Cookie notice' })).toBeHidden()
  })

test('the first interactions on a page count: a hover fetches the page, a press opens a menu', async ({
  page,
}) => {
  await openPage(page, '/us/product/magic-wand')
  const fetched = page.waitForRequest((request) => /contact-.*\.js$/.test(request.url()))
  await page.getByRole('contentinfo').getByRole('link', { name: 'Contact', exact: true }).hover()
  await fetched
  await page.getByRole('navigation', { name: 'Main' }).getByText('Shop', { exact: true }).click()
  // The popup waits for what is open there.
  await expect(page.locator('header details[open]')).toHaveCount(1)
  await page.keyboard.press('Escape')
  await expect(page.locator('header details[open]')).toHaveCount(0)
})

for (const path of ['/us', '/us/nowhere'])
  test(`the cookie notice answered on ${path} before its scripts ran stays away, without another page`, async ({
    page,
    context,
  }) => {
    await context.clearCookies({ name: 'cookieConsent' })
    const hydrate = await openBeforeScripts(page, path)
    const toast = page.getByRole('region', { name: 'Cookie notice' })
    await toast.getByRole('button', { name: 'Accept', exact: true }).click()
    await expect(toast).toBeHidden()
    await expect(page.getByRole('main')).toBeFocused()
    expect(await page.evaluate(() => localStorage.getItem('cookieConsent'))).toBe('accepted')
    await hydrate()
    await expect(toast).toBeHidden()
    expect(new URL(page.url()).pathname).toBe(path)
    expect(await page.evaluate(() => performance.getEntriesByType('navigation').length)).toBe(1)
  })
