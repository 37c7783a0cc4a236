import { expect, type Page, test } from '@playwright/test'
import { waitForHydration } from './hydrated.ts'

/** Prefetching, and pages that render in parts. */

test.beforeEach(async ({ context }) => {
  await context.addInitScript(() => {
    sessionStorage.setItem('hasSeenSplash', 'true')
    localStorage.setItem('emailPopupClosedTime', String(Date.now()))
  })
})

const LIST = '/us/products'
const VOL_2 = 'Vol. II: Magical You'
const MOST_PRODUCTS = 4

/** Opens the list, and records the URLs of other pages' data requests. */
async function requestedData(page: Page): Promise<readonly string[]> {
  const asked: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.endsWith('.data') && pathname !== `${LIST}.data`) asked.push(pathname)
  })
  await page.goto(LIST)
  await waitForHydration(page)
  return asked
}

/** Waits for several idle callbacks in sequence, so that all idle work is done. */
async function waitForIdleWork(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (let moment = 0; moment < 30; moment++)
      await new Promise((resolve) => requestIdleCallback(() => setTimeout(resolve)))
  })
}

test('a few visible products are prefetched, and open without the network @js', async ({ page, context }) => {
  const asked = await requestedData(page)
  const products = () => asked.filter((path) => path.includes('/product/'))
  await expect.poll(() => page.locator('link[rel="stylesheet"][href*="/product-"]').count()).toBe(1)
  await waitForIdleWork(page)
  await expect.poll(() => products().length).toBeGreaterThan(0)
  await waitForIdleWork(page)
  expect(new Set(asked).size).toBe(asked.length)
  expect(products().length).toBeLessThanOrEqual(MOST_PRODUCTS)
  await context.setOffline(true)
  await page.getByRole('link', { name: 'Select Options' }).first().click()
  await expect(page.getByRole('heading', { level: 1, name: VOL_2 })).toBeVisible()
  await expect(page.getByRole('radio', { name: 'Wizard Box Only' })).toBeAttached()
})

for (const { who, connection } of [
  { who: 'who save data', connection: { saveData: true, effectiveType: '4g' } },
  { who: 'with a very slow connection', connection: { saveData: false, effectiveType: '2g' } },
]) {
  test(`nothing is prefetched for visitors ${who} @js`, async ({ page }) => {
    await page.addInitScript((value) => Object.defineProperty(navigator, 'connection', { value }), connection)
    const asked = await requestedData(page)
    await waitForIdleWork(page)
    expect(asked).toEqual([])
    expect(await page.locator('link[href*="/product-"]').count()).toBe(0)
  })
}

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } })

  test('another page is complete soon after its first screenful @js', async ({ page }) => {
    await page.goto(LIST)
    await waitForHydration(page)
    await page.getByRole('link', { name: 'Select Options' }).first().click()
    await expect(page.getByRole('heading', { level: 1, name: VOL_2 })).toBeVisible()
    await expect(page).toHaveTitle(/Vol\. II/)
    const main = page.getByRole('main')
    await expect(main.getByRole('radio', { name: 'Wizard Box Only' })).toBeAttached()
    await expect(main.getByRole('region', { name: 'About Vol. II: Magical You' })).toBeAttached()
    await expect(main).not.toHaveAttribute('style', /min-height/)
    await expect(main).toBeFocused()
    expect(await page.locator('form#buy').count()).toBe(1)
  })

  test('the button of a page works before the page is fully rendered @js', async ({ page }) => {
    await page.goto(LIST)
    await waitForHydration(page)
    // A click at the moment when the first screenful appears.
    await page.evaluate(() => {
      const press = () => {
        const button = document.querySelector<HTMLButtonElement>('.page-product .bar .btn.live')
        if (!button) return
        watch.disconnect()
        button.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }))
        setTimeout(() => button.click(), 50)
      }
      const watch = new MutationObserver(press)
      watch.observe(document.body, { childList: true, subtree: true })
    })
    await page.getByRole('link', { name: 'Select Options' }).first().click()
    await expect(page.getByRole('dialog', { name: 'Shopping Cart' })).toBeVisible()
  })

  test('going back restores the scroll position @js', async ({ page }) => {
    await page.goto(LIST)
    await waitForHydration(page)
    const link = page.getByRole('main').locator('a[href*="/product/keyhole"]').first()
    await link.scrollIntoViewIfNeeded()
    const left = await page.evaluate(() => scrollY)
    expect(left).toBeGreaterThan(500)
    await link.click()
    await expect(page).toHaveURL(/\/product\//)
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)
    await page.goBack()
    await expect(page).toHaveURL(LIST)
    await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(left - 50)
  })
})
