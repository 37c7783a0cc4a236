import { type Browser, expect, type Page, test } from '@playwright/test'
import { violationsOf, WCAG } from './axe.ts'
import { fillCart } from './carts.ts'
import { waitForHydration } from './hydrated.ts'
import { skipEntry, test as visit } from './visitor.ts'

/**
 * Every kind of page: no violation of WCAG 2.2 AA that a tool can find, and no horizontal scrolling. The forms, with their
 * errors and responses, are in page-states.spec.ts, the admin area in admin.spec.ts.
 */

const PAGES = [
  '/us',
  '/uk',
  '/us/products',
  '/us/product/vol-ii-magical-you-pre-order',
  '/us/product/magic-wand',
  '/us/product/keyhole-tote',
  '/us/cart',
  '/us/gift-download',
  '/us/about',
  '/us/press',
  '/uk/terms-and-conditions',
  '/nope',
]

/** Those with parts that only phones have: the menu, the bar with the total, a collapsed table of contents. */
const ON_A_PHONE = new Set(['/us', '/us/product/vol-ii-magical-you-pre-order', '/uk/terms-and-conditions'])

async function expectNoViolations(page: Page, within?: string) {
  expect(await violationsOf(page, { tags: WCAG, within })).toEqual([])
}

/** Width of the page with the text spacing of WCAG 1.4.12. Runs in the page. */
function widthWithTextSpacing(): number {
  const spaces = new CSSStyleSheet()
  spaces.replaceSync(
    '*{line-height:1.5!important;letter-spacing:.12em!important;word-spacing:.16em!important}p{margin-bottom:2em!important}',
  )
  document.adoptedStyleSheets = [spaces]
  const { scrollWidth } = document.documentElement
  document.adoptedStyleSheets = []
  return scrollWidth
}

/**
 * Checks the page or a part of it, on a phone too if it differs there, and the smallest screen for horizontal scrolling.
 */
async function expectAccessible(
  page: Page,
  { onPhone = false, within }: { onPhone?: boolean; within?: string } = {},
) {
  await page.setViewportSize({ width: 1280, height: 900 })
  // Where a page is scrolled to, its sticky bar covers a part of some control.
  await page.evaluate(() => window.scrollTo({ top: 0, behavior: 'instant' }))
  await expectNoViolations(page, within)
  if (onPhone) {
    await page.setViewportSize({ width: 390, height: 844 })
    await expectNoViolations(page)
  }
  await page.setViewportSize({ width: 320, height: 640 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
  expect(await page.evaluate(widthWithTextSpacing), 'spaced out').toBeLessThanOrEqual(320)
}

/** One tab per worker, for all pages that are only checked. Each is opened as on a first visit. */
let tab: Promise<Page> | null = null

async function openTab(browser: Browser): Promise<Page> {
  const context = await browser.newContext({
    baseURL: test.info().project.use.baseURL ?? '',
    reducedMotion: 'reduce',
  })
  await context.addInitScript(() => {
    localStorage.clear()
    sessionStorage.setItem('hasSeenSplash', 'true')
  })
  return context.newPage()
}

for (const path of PAGES) {
  test(`${path} is accessible @js`, async ({ browser }) => {
    tab ??= openTab(browser)
    const page = await tab
    await page.context().clearCookies()
    await page.setViewportSize({ width: 1280, height: 900 })
    await page.goto(path)
    await expectAccessible(page, { onPhone: ON_A_PHONE.has(path) })
  })
}

visit.describe('what opens can be used by everyone @js', () => {
  visit.beforeEach(async ({ page, context }) => {
    await page.setViewportSize({ width: 1280, height: 900 })
    // The cookie notice is checked too.
    await context.clearCookies()
  })

  visit('the cart, as a drawer and as a page', async ({ page }) => {
    await page.goto('/uk/product/vol-i-phoenix-edition?option=premium-wand&wand=dragon-yew&edition=ember')
    await waitForHydration(page)
    await page.getByRole('button', { name: 'Add to Cart' }).first().click()
    await expect(page.getByText('Added to cart!').first()).toBeVisible()
    await expectAccessible(page)
    await page.getByLabel('Magic Words').fill('OWL10')
    await page.getByRole('button', { name: 'Apply' }).click()
    await expect(page.getByText('OWL10 applied.')).toBeVisible()
    await expectAccessible(page, { within: 'dialog[open]' })
    await page.goto('/uk/cart')
    await expectAccessible(page, { within: 'main' })
  })

  visit('the choices of a box and of a bundle', async ({ page }) => {
    await page.goto('/uk/product/vol-i-phoenix-edition?option=premium-wand&wand=dragon-yew&edition=ember')
    await page.getByText('Shipping and Returns').click()
    // Else the bar covers a part of the summary above, which then counts as small.
    await page.evaluate(() => window.scrollTo(0, 0))
    await expectAccessible(page, { within: 'main' })
    const wands = 'wands=dragon-elder&wands=dragon-oak&wands=phoenix-elm'
    await page.goto(`/us/product/magic-wand-collectors-set?size=3&${wands}`)
    await expectAccessible(page, { within: 'main' })
  })

  visit('a refusal, a gift and its end', async ({ page }) => {
    await page.goto('/us/redeem')
    const words = page.getByRole('textbox', { name: 'Magic words' })
    await words.fill('lantern moth seven')
    await page.getByRole('button', { name: 'Redeem My Gift' }).click()
    await expect(page.getByText('Invalid magic words').first()).toBeVisible()
    await expectAccessible(page)
    await words.fill('velvet moon harbour')
    await page.getByRole('button', { name: 'Redeem My Gift' }).click()
    await expect(page.getByRole('heading', { name: 'Your gift', exact: true })).toBeVisible()
    await page.getByRole('button', { name: 'Add Gift to Cart' }).click()
    await expect(page.getByText('Please select your wand style')).toBeVisible()
    await expectAccessible(page, { within: 'main' })
    // By keyboard: on the smallest screen the cookie notice may cover the wands.
    await page.getByRole('radio', { name: 'Phoenix & Elm' }).focus()
    await page.keyboard.press('Space')
    await expect(page.getByRole('radio', { name: 'Phoenix & Elm' })).toBeChecked()
    await page.getByRole('button', { name: 'Add Gift to Cart' }).click()
    await expect(page.getByRole('heading', { name: 'Added to cart!' })).toBeVisible()
    await expectAccessible(page, { within: 'main' })
  })

  visit('the menus', async ({ page }) => {
    await page.goto('/us/faq')
    await waitForHydration(page)
    await page.getByRole('banner').getByText('Shop', { exact: true }).click()
    await expectNoViolations(page)
    await page.setViewportSize({ width: 390, height: 844 })
    await page.getByText('Open menu').dispatchEvent('click')
    await expectNoViolations(page)
  })
})

test('the popup is accessible, with its error messages @js', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 900 })
  await page.clock.install({ time: '2025-12-01T12:00:00Z' })
  await page.goto('/us/faq')
  await waitForHydration(page)
  await page.clock.fastForward(31_000)
  const popup = page.getByRole('dialog', { name: 'Stay Connected' })
  await popup.getByRole('button', { name: 'Subscribe' }).click()
  await expect(page.getByText('Please enter your name and email')).toBeVisible()
  await expectAccessible(page)
})

test.describe('with forced colors, which remove backgrounds and shadows', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce', forcedColors: 'active' } })

  /** What distinguishes an element without backgrounds and shadows. Runs in the page. */
  function marks(element: Element): string {
    const { color, outline, borderWidth, textDecorationLine } = getComputedStyle(element)
    return [color, outline, borderWidth, textDecorationLine].join()
  }

  test('the current filter and the current page of the admin stand out @plain', async ({ page }) => {
    await page.goto('/us/products?filter=wands')
    const filter = (name: string) => page.getByRole('main').getByRole('link', { name, exact: true })
    expect(await filter('Wands').evaluate(marks)).not.toBe(await filter('Merch').evaluate(marks))
    const unfocused = await filter('Wands').evaluate(marks)
    await filter('All').focus()
    for (let tab = 0; tab < 2; tab++) await page.keyboard.press('Tab')
    await expect(filter('Wands')).toBeFocused()
    expect(await filter('Wands').evaluate(marks), 'focused').not.toBe(unfocused)

    await page.goto('/admin/gift-codes')
    await page.getByLabel('Email').fill('owner@wizardbox.example')
    await page.getByLabel('Password').fill('correct horse battery')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('link', { name: 'Subscribers' }).click()
    const link = (name: string) => page.getByRole('navigation').getByRole('link', { name, exact: true })
    await expect(link('Subscribers')).toHaveAttribute('aria-current', 'page')
    expect(await link('Subscribers').evaluate(marks)).not.toBe(await link('Waitlist').evaluate(marks))
  })

  test('the current picture of a gallery shows the focus @plain', async ({ page }) => {
    await page.goto('/us/product/keyhole-tote')
    const picture = page.locator('[data-thumbs] [aria-current]')
    const unfocused = await picture.evaluate(marks)
    await picture.focus()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Shift+Tab')
    await expect(picture).toBeFocused()
    expect(await picture.evaluate(marks)).not.toBe(unfocused)
  })

  test('the chosen wand of a gift stands out @plain', async ({ page }) => {
    await page.goto('/us/redeem')
    await page.getByRole('textbox', { name: 'Magic words' }).fill('velvet moon harbour')
    await page.getByRole('button', { name: 'Redeem My Gift' }).click()
    const wand = (name: string) =>
      page
        .getByRole('main')
        .locator('label')
        .filter({ has: page.getByRole('radio', { name }) })
    await wand('Phoenix & Elm').click()
    await expect(page.getByRole('radio', { name: 'Phoenix & Elm' })).toBeChecked()
    const chosen = await wand('Phoenix & Elm').evaluate(marks)
    expect(chosen).not.toBe(await wand('Dragon & Oak').evaluate(marks))
    expect(await wand('Dragon & Oak').evaluate(marks), 'has a border').toMatch(/,1px,/)
    await page.getByRole('radio', { name: 'Phoenix & Elm' }).focus()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Shift+Tab')
    expect(await wand('Phoenix & Elm').evaluate(marks), 'focused').not.toBe(chosen)
  })

  test('a button that cannot be used looks different @js', async ({ page }) => {
    await page.goto('/us/product/magic-wand-collectors-set')
    await waitForHydration(page)
    const add = page.getByRole('button', { name: 'Select 4 More' })
    await expect(add).toHaveAttribute('aria-disabled', 'true')
    const colour = (element: Element) => getComputedStyle(element).color
    expect(await add.evaluate(colour)).not.toBe(await page.locator('body').evaluate(colour))
  })
})

test('on a first visit the cookie notice covers no purchase link, at every width @plain', async ({
  page,
  context,
}) => {
  await context.addInitScript(() => sessionStorage.setItem('hasSeenSplash', 'true'))
  await page.goto('/uk')
  const notice = page.getByRole('region', { name: 'Cookie notice' })
  const way = page.getByRole('link', { name: 'PURCHASE' })
  for (const [width, height] of [
    [320, 568],
    [375, 667],
    [390, 844],
    [1440, 900],
  ] as const) {
    await page.setViewportSize({ width, height })
    const [top, button] = [await notice.boundingBox(), await way.boundingBox()]
    const end = (button?.y ?? height) + (button?.height ?? 0)
    expect(end, `at ${width} px`).toBeLessThan(top?.y ?? 0)
  }
})

/** What the user of a phone sees of a product, and of the cart, before the cookie notice is answered. */
test.describe('on a first visit the cookie notice', () => {
  test.use({ viewport: { width: 412, height: 823 } })
  test.beforeEach(({ context }) => skipEntry(context))

  for (const product of ['vol-ii-magical-you-pre-order', 'magic-wand'])
    test(`moves nothing while a product comes slowly: ${product} @js`, async ({ page, context }) => {
      await page.addInitScript(() => {
        const shifts: number[] = []
        Object.assign(window, { shifts })
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) if ('value' in entry) shifts.push(Number(entry.value))
        }).observe({ type: 'layout-shift', buffered: true })
      })
      const devtools = await context.newCDPSession(page)
      const setSpeed = (bytesPerSecond: number) =>
        devtools.send('Network.emulateNetworkConditions', {
          offline: false,
          latency: 0,
          downloadThroughput: bytesPerSecond,
          uploadThroughput: -1,
        })
      await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 })
      await devtools.send('Network.enable')
      // The page is painted before all of its text has come; scripts and fonts come later still.
      await setSpeed(60_000)
      await page.goto(`/us/product/${product}`, { waitUntil: 'domcontentloaded' })
      await setSpeed(-1)
      await waitForHydration(page)
      const total = await page.evaluate(async () => {
        await document.fonts.ready
        await new Promise((painted) => requestAnimationFrame(() => setTimeout(painted)))
        return Reflect.get(window, 'shifts').reduce((sum: number, value: number) => sum + value, 0)
      })
      // The fonts that come last may move a line by a pixel or two.
      expect(total).toBeLessThan(0.01)
    })

  test('covers no button @js', async ({ page }) => {
    await fillCart(page, 'us')
    for (const path of [
      '/us/product/vol-ii-magical-you-pre-order',
      '/us/product/magic-wand',
      '/us/product/magic-wand-collectors-set',
      '/us/product/keyhole-tote',
      '/us/cart',
    ]) {
      await page.goto(path)
      await waitForHydration(page)
      const notice = page.getByRole('region', { name: 'Cookie notice' })
      await expect(notice).toBeInViewport({ ratio: 1 })
      const buttons = page
        .getByRole('main')
        .getByRole('button', { name: /^(Add to Cart|Order Now|Select \d|Checkout)/ })
      await expect(buttons).not.toHaveCount(0)
      const covered = await buttons.evaluateAll(
        (all) =>
          all.filter((button) => {
            // At the window's edge, where the notice of other pages lies.
            const top = button.getBoundingClientRect().bottom - innerHeight + scrollY
            scrollTo({ top, behavior: 'instant' })
            const { left, bottom } = button.getBoundingClientRect()
            return !button.contains(document.elementFromPoint(left + 12, bottom - 6))
          }).length,
      )
      expect(covered, path).toBe(0)
    }
  })
})

test('the splash closes on any key, and is shown once per session @js', async ({ page }) => {
  // The store of an unknown country, so that no other page is opened.
  await page.goto('/uk')
  const splash = page.getByRole('button', { name: 'Tap Your Wand to Enter' })
  await expect(splash).toBeVisible()
  await expect(page.getByText('Tap Your Wand to Enter')).toBeVisible()
  await expect(page.getByText('Click anywhere to unlock the magic')).toBeVisible()
  await expectNoViolations(page)
  await page.keyboard.press('Control+c')
  await expect(page.locator('html')).toHaveAttribute('data-splash', 'idle')
  // Nothing behind it can be reached.
  await expect(page.locator('#splash:modal')).toHaveCount(1)
  await page.keyboard.press('Enter')
  await expect(splash).toBeHidden()
  await expect(page.locator(':modal')).toHaveCount(0)
  await page.goto('/uk')
  await expect(splash).toBeHidden()
})

test('the splash is not shown where the browser cannot store that it was @js', async ({ page }) => {
  await page.addInitScript(() => {
    for (const store of ['localStorage', 'sessionStorage'])
      Object.defineProperty(window, store, {
        get: () => {
          throw new DOMException('denied', 'SecurityError')
        },
      })
  })
  await page.goto('/us')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Tap Your Wand to Enter' })).toBeHidden()
})

test('the splash is not shown to visitors from other sites, nor on inner pages @js', async ({ page }) => {
  await page.goto('/us', { referer: 'https://elsewhere.example/' })
  await expect(page.getByRole('button', { name: 'Tap Your Wand to Enter' })).toBeHidden()
  await page.goto('/us/products')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
})
