import { expect, type Page, test } from '@playwright/test'
import { waitForHydration } from './hydrated.ts'

/**
 * The client router loads after hydration. Until then, and if it cannot be loaded, no navigation or input is lost.
 */

test.beforeEach(async ({ context }) => {
  await context.addInitScript(() => {
    sessionStorage.setItem('hasSeenSplash', 'true')
    localStorage.setItem('emailPopupClosedTime', String(Date.now()))
  })
})

const CODE = '**/assets/router-*.js'

const firstProduct = (page: Page) => page.getByRole('main').locator('a[href*="/product/"]').first()

/** Opens a page that is hydrated while the router is still loading. @returns lets the router load */
async function openBeforeRouterLoads(page: Page, path: string): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(CODE, async (route) => {
    await promise
    await route.continue()
  })
  await open(page, path)
  return resolve
}

/** Opens a page whose router cannot be loaded. */
async function openWithoutRouter(page: Page, path: string): Promise<void> {
  await page.route(CODE, (route) => route.abort())
  await open(page, path)
}

/** Lets the browser get a list without its cards, which cannot be rendered. */
async function breakList(page: Page): Promise<void> {
  await page.route('**/us/products.data*', async (route) => {
    const data = await (await fetch(route.request().url())).text()
    await route
      .fulfill({ contentType: 'text/x-script', body: data.replace('"cards"', '"others"') })
      // The page that asked for it has been left.
      .catch(() => undefined)
  })
}

async function open(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await waitForHydration(page)
  await markDocument(page)
}

const markDocument = (page: Page) => page.evaluate(() => Object.assign(window, { sameDocument: true }))
const isSameDocument = (page: Page) => page.evaluate(() => 'sameDocument' in window)

async function signUp(page: Page, email: string) {
  const main = page.getByRole('main')
  await main.getByLabel('Name').fill('Ada')
  await main.getByLabel('Email').fill(email)
  await main.getByRole('button', { name: 'Subscribe' }).click()
}

test('a page hydrates without the router, and a link clicked meanwhile is followed once it has loaded @js', async ({
  page,
}) => {
  const release = await openBeforeRouterLoads(page, '/us/products')
  await firstProduct(page).click()
  await expect(page).toHaveURL('/us/products')
  release()
  await expect(page).toHaveURL(/\/us\/product\//)
  await expect(page.getByRole('region', { name: /^Pictures of/ })).toBeVisible()
  expect(await isSameDocument(page)).toBe(true)
})

test('a form submitted twice before the router has loaded is sent once @js', async ({ page }) => {
  const release = await openBeforeRouterLoads(page, '/uk')
  const sent: string[] = []
  page.on('request', (request) => request.method() === 'POST' && sent.push(request.url()))
  await signUp(page, 'ada-waits@example.com')
  await page.getByRole('main').getByRole('button', { name: 'Subscribe' }).click()
  release()
  await expect(page.getByText('Welcome to the magic! ✨', { exact: true })).toBeVisible()
  expect(await isSameDocument(page)).toBe(true)
  expect(sent).toHaveLength(1)
})

test('an option selected before the router has loaded is in the URL afterwards @js', async ({ page }) => {
  const release = await openBeforeRouterLoads(page, '/uk/product/magic-wand-collectors-set')
  await page.getByRole('radio', { name: '4 Wands', exact: true }).check()
  await page.getByRole('checkbox', { name: 'Dragon & Oak' }).check()
  release()
  await expect(page).toHaveURL(/size=4&wands=dragon-oak/)
  await expect(page.getByRole('checkbox', { name: 'Dragon & Oak' })).toBeChecked()
  expect(await isSameDocument(page)).toBe(true)
})

test('an anchor followed before the router has loaded is its start, and restored on going back @js', async ({
  page,
}) => {
  const release = await openBeforeRouterLoads(page, '/us/products')
  await page.evaluate(() => {
    location.hash = 'main'
  })
  release()
  await firstProduct(page).click()
  await expect(page).toHaveURL(/\/us\/product\//)
  await page.goBack()
  await expect(page).toHaveURL('/us/products#main')
  await expect(firstProduct(page)).toBeVisible()
  expect(await isSameDocument(page)).toBe(true)
})

test('if the router cannot be loaded, links load documents @js', async ({ page }) => {
  await openWithoutRouter(page, '/us/products')
  await firstProduct(page).click()
  await expect(page).toHaveURL(/\/us\/product\//)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  expect(await isSameDocument(page)).toBe(false)
})

test('if the router cannot be loaded, forms are submitted natively with their input @js', async ({
  page,
}) => {
  await openWithoutRouter(page, '/uk')
  const sent = page.waitForRequest((request) => request.method() === 'POST')
  await signUp(page, 'ada-alone@example.com')
  expect((await sent).resourceType()).toBe('document')
  expect((await sent).postData()).toContain('ada-alone%40example.com')
  await expect(page.getByText('Welcome to the magic! ✨', { exact: true })).toBeVisible()
})

test('if the router cannot be loaded, options are still written to the URL @js', async ({ page }) => {
  await openWithoutRouter(page, '/uk/product/magic-wand-collectors-set')
  await page.getByRole('radio', { name: '5 Wands', exact: true }).check()
  await page.getByRole('checkbox', { name: 'Dragon & Oak' }).check()
  await expect(page).toHaveURL(/\?size=5&wands=dragon-oak$/)
  expect(await isSameDocument(page)).toBe(true)
  await page.reload()
  await expect(page.getByRole('checkbox', { name: 'Dragon & Oak' })).toBeChecked()
})

test('navigation from a volume, without the code of other products, to a wand @js', async ({ page }) => {
  await open(page, '/us/product/vol-ii-magical-you-pre-order')
  await page.getByRole('link', { name: 'Back to Shop' }).click()
  await page.getByRole('main').locator('a[href="/us/product/magic-wand"]').first().click()
  await expect(page).toHaveURL('/us/product/magic-wand')
  await expect(page.getByRole('main').getByRole('heading', { name: 'Dragon & Elder' }).first()).toBeVisible()
  // The stylesheets have a different order than in a document of that page.
  await expect(page.locator('.ticks li').first()).toHaveCSS('display', 'flex')
  expect(await isSameDocument(page)).toBe(true)
})

test('from a volume, links load documents if the code of other products cannot be loaded @js', async ({
  page,
}) => {
  await page.route('**/assets/product-*.js', (route) => route.abort())
  await open(page, '/us/product/vol-ii-magical-you-pre-order')
  await page.getByRole('link', { name: 'Back to Shop' }).click()
  await expect(page).toHaveURL('/us/products')
  expect(await isSameDocument(page)).toBe(false)
})

test('a page whose metadata throws in the browser is loaded as a document @js', async ({ page }) => {
  await open(page, '/us/products')
  await page.waitForFunction(() => window.__reactRouterDataRouter)
  await page.evaluate(() => {
    const real = Array.prototype.flatMap
    // A function that building the list of markets calls.
    Array.prototype.flatMap = function (this: unknown[], ...facts: Parameters<typeof real>) {
      if (this.join() === 'us,uk') throw new Error('broken on purpose')
      return real.apply(this, facts)
    } as typeof real
  })
  await firstProduct(page).click()
  await expect(page).toHaveURL(/\/us\/product\//)
  await expect(page.getByRole('region', { name: /^Pictures of/ })).toBeVisible()
  expect(await isSameDocument(page)).toBe(false)
})

test('a page whose frame throws during hydration keeps the server’s markup @js', async ({ page }) => {
  await page.addInitScript(() => {
    const real = document.querySelector.bind(document)
    // A function that looking up the document's head calls.
    document.querySelector = (place: string) => {
      if (place === 'head > title' && location.pathname === '/us/products')
        throw new Error('broken on purpose')
      return real(place)
    }
  })
  await page.goto('/us/products')
  await page.waitForFunction(() => history.state?.isPlain && document.readyState === 'complete')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await markDocument(page)
  await firstProduct(page).click()
  await expect(page).toHaveURL(/\/us\/product\//)
  await expect(page.getByRole('region', { name: /^Pictures of/ })).toBeVisible()
  expect(await isSameDocument(page)).toBe(false)
})

test('a page that throws during hydration keeps the server’s markup @js', async ({ page }) => {
  await breakList(page)
  await page.goto('/us/products')
  await page.waitForFunction(() => history.state?.isPlain && document.readyState === 'complete')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Wizard Boxes & Wands')
  await markDocument(page)
  await firstProduct(page).click()
  await expect(page).toHaveURL(/\/us\/product\//)
  expect(await isSameDocument(page)).toBe(false)
})

test('a page that throws after a client navigation is loaded as a document @js', async ({ page }) => {
  await breakList(page)
  await open(page, '/us/product/magic-wand')
  await page.getByRole('link', { name: 'Back to Shop' }).click()
  await expect(page).toHaveURL('/us/products')
  await expect(firstProduct(page)).toBeVisible()
  expect(await isSameDocument(page)).toBe(false)
})
