import { expect, type Page, test } from '@playwright/test'
import { waitForHydration } from './hydrated.ts'

/** What visitors, extensions and translators do to a page before its scripts have arrived. All with JavaScript. */

test.beforeEach(async ({ context }) => {
  await context.addInitScript(() => {
    sessionStorage.setItem('hasSeenSplash', 'true')
    localStorage.setItem('emailPopupClosedTime', String(Date.now()))
    localStorage.setItem('cookieConsent', 'accepted')
  })
})

/** Opens a page whose scripts wait. @returns lets them go on, and waits for hydration */
async function openBeforeScripts(page: Page, path: string): Promise<() => Promise<void>> {
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/assets/*.js', async (route) => {
    await held
    await route.continue()
  })
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

test('what was typed and chosen before hydration stays @js', async ({ page }) => {
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

test('options chosen before hydration stay, and the page follows them @js', async ({ page }) => {
  const errors = collectErrors(page)
  const hydrate = await openBeforeScripts(page, '/us/product/vol-ii-magical-you-pre-order')
  const option = page.locator('input[name=option][value=premium-wand]')
  await option.check({ force: true })
  await hydrate()
  await expect(option).toBeChecked()
  await expect(page).toHaveURL(/option=premium-wand/)
  expect(errors).toEqual([])
})

test('wands chosen for a bundle before hydration stay @js', async ({ page }) => {
  const errors = collectErrors(page)
  const hydrate = await openBeforeScripts(page, '/us/product/magic-wand-collectors-set')
  const wand = page.locator('input[type=checkbox]').first()
  await wand.check({ force: true })
  await hydrate()
  await expect(wand).toBeChecked()
  expect(errors).toEqual([])
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

/** As Chromium's translation does, which wraps every text. */
function actAsTranslator() {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  const texts: Text[] = []
  while (walker.nextNode()) texts.push(walker.currentNode as Text)
  for (const text of texts) {
    if (!text.data.trim() || text.parentElement?.closest('script, style')) continue
    const font = document.createElement('font')
    text.replaceWith(font)
    font.append(text)
  }
}

for (const [who, act] of [
  ['an extension', actAsExtension],
  ['a translator', actAsTranslator],
] as const)
  for (const path of ['/us', '/us/products', '/us/product/magic-wand', '/us/cart', '/us/faq', '/us/contact'])
    test(`${who} that changes ${path} before hydration leaves a page that works @js`, async ({ page }) => {
      const hydrate = await openBeforeScripts(page, path)
      await page.evaluate(act)
      await hydrate()
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Our Story' }).click()
      await expect(page).toHaveURL('/us/about')
      expect(await page.evaluate(() => performance.getEntriesByType('navigation').length)).toBe(1)
      // What was decided before the first paint still holds.
      expect(await page.evaluate(() => document.documentElement.classList.contains('js'))).toBe(true)
      expect(await page.evaluate(() => document.documentElement.dataset.consent)).toBe('accepted')
    })

for (const path of [
  '/us',
  '/us/products',
  '/us/product/magic-wand',
  '/us/cart',
  '/us/faq',
  '/us/about',
  '/us/press',
])
  test.describe(`the first interaction on ${path}`, () => {
    test.beforeEach(async ({ page }) => {
      await page.goto(path)
      await waitForHydration(page)
    })

    test('counts when it is a hover: the page behind the link is fetched @js', async ({ page }) => {
      const fetched = page.waitForRequest((request) => /contact-.*\.js$/.test(request.url()))
      await page.getByRole('contentinfo').getByRole('link', { name: 'Contact', exact: true }).hover()
      await fetched
    })

    test('counts when it is a press: a menu opens, and the drawer @js', async ({ page }) => {
      await page.getByRole('navigation', { name: 'Main' }).getByText('Shop', { exact: true }).click()
      await expect(page.locator('details[name=bar][open]')).toHaveCount(1)
      await page.keyboard.press('Escape')
      await expect(page.locator('details[name=bar][open]')).toHaveCount(0)
    })
  })

test('the first scroll counts: the popup comes @js', async ({ page, context }) => {
  await context.addInitScript(() => localStorage.removeItem('emailPopupClosedTime'))
  await page.goto('/us/about')
  await waitForHydration(page)
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
  await expect(page.getByRole('dialog')).toBeVisible()
})
