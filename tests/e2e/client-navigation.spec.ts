import { expect, type Page, test } from '@playwright/test'
import { waitForHydration } from './hydrated.ts'

/** What leads to other pages comes after a page has been taken over. Until then, and where it never comes, nothing is lost. */

test.beforeEach(async ({ context }) => {
  await context.addInitScript(() => {
    sessionStorage.setItem('hasSeenSplash', 'true')
    localStorage.setItem('emailPopupClosedTime', String(Date.now()))
  })
})

const CODE = '**/assets/router-*.js'

const firstProduct = (page: Page) => page.getByRole('main').locator('a[href*="/product/"]').first()

/** Opens a page that is taken over while the code is still on its way. @returns lets it come */
async function openBefore(page: Page, path: string): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(CODE, async (route) => {
    await promise
    await route.continue()
  })
  await open(page, path)
  return resolve
}

/** Opens a page for which the code cannot be had. */
async function openWithout(page: Page, path: string): Promise<void> {
  await page.route(CODE, (route) => route.abort())
  await open(page, path)
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

test('a page is taken over without it, and a link that is pressed meanwhile leads on when it has come @js', async ({
  page,
}) => {
  const release = await openBefore(page, '/us/products')
  await firstProduct(page).click()
  await expect(page).toHaveURL('/us/products')
  release()
  await expect(page).toHaveURL(/\/us\/product\//)
  await expect(page.getByRole('region', { name: /^Pictures of/ })).toBeVisible()
  expect(await isSameDocument(page)).toBe(true)
})

test('a form that is sent twice before it has come goes through once when it has @js', async ({ page }) => {
  const release = await openBefore(page, '/uk')
  const sent: string[] = []
  page.on('request', (request) => request.method() === 'POST' && sent.push(request.url()))
  await signUp(page, 'ada-waits@example.com')
  await page.getByRole('main').getByRole('button', { name: 'Subscribe' }).click()
  release()
  await expect(page.getByText('Welcome to the magic! ✨', { exact: true })).toBeVisible()
  expect(await isSameDocument(page)).toBe(true)
  expect(sent).toHaveLength(1)
})

test('a choice that is made before it has come is in the address when it has @js', async ({ page }) => {
  const release = await openBefore(page, '/uk/product/magic-wand-collectors-set')
  await page.getByRole('radio', { name: '4 Wands', exact: true }).check()
  await page.getByRole('checkbox', { name: 'Dragon & Oak' }).check()
  release()
  await expect(page).toHaveURL(/size=4&wands=dragon-oak/)
  await expect(page.getByRole('checkbox', { name: 'Dragon & Oak' })).toBeChecked()
  expect(await isSameDocument(page)).toBe(true)
})

test('a place on the page that is gone to before it has come is where it begins, and is come back to @js', async ({
  page,
}) => {
  const release = await openBefore(page, '/us/products')
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

test('where it cannot be had, links are plain links @js', async ({ page }) => {
  await openWithout(page, '/us/products')
  await firstProduct(page).click()
  await expect(page).toHaveURL(/\/us\/product\//)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  expect(await isSameDocument(page)).toBe(false)
})

test('where it cannot be had, forms are plain forms, with what was typed @js', async ({ page }) => {
  await openWithout(page, '/uk')
  const sent = page.waitForRequest((request) => request.method() === 'POST')
  await signUp(page, 'ada-alone@example.com')
  expect((await sent).resourceType()).toBe('document')
  expect((await sent).postData()).toContain('ada-alone%40example.com')
  await expect(page.getByText('Welcome to the magic! ✨', { exact: true })).toBeVisible()
})

test('where it cannot be had, choices are in the address all the same @js', async ({ page }) => {
  await openWithout(page, '/uk/product/magic-wand-collectors-set')
  await page.getByRole('radio', { name: '5 Wands', exact: true }).check()
  await page.getByRole('checkbox', { name: 'Dragon & Oak' }).check()
  await expect(page).toHaveURL(/\?size=5&wands=dragon-oak$/)
  expect(await isSameDocument(page)).toBe(true)
  await page.reload()
  await expect(page.getByRole('checkbox', { name: 'Dragon & Oak' })).toBeChecked()
})

test('from a volume, which comes without what other products need, to a wand @js', async ({ page }) => {
  await open(page, '/us/product/vol-ii-magical-you-pre-order')
  await page.getByRole('link', { name: 'Back to Shop' }).click()
  await page.getByRole('main').locator('a[href="/us/product/magic-wand"]').first().click()
  await expect(page).toHaveURL('/us/product/magic-wand')
  await expect(page.getByRole('main').getByRole('heading', { name: 'Dragon & Elder' }).first()).toBeVisible()
  // The order of stylesheets is another one than in a document of that page.
  await expect(page.locator('.ticks li').first()).toHaveCSS('display', 'flex')
  expect(await isSameDocument(page)).toBe(true)
})

test('from a volume for which that cannot be had, links are plain links @js', async ({ page }) => {
  await page.route('**/assets/product-*.js', (route) => route.abort())
  await open(page, '/us/product/vol-ii-magical-you-pre-order')
  await page.getByRole('link', { name: 'Back to Shop' }).click()
  await expect(page).toHaveURL('/us/products')
  expect(await isSameDocument(page)).toBe(false)
})

test('a page whose head breaks in the browser is loaded whole instead @js', async ({ page }) => {
  await open(page, '/us/products')
  await page.waitForFunction(() => window.__reactRouterDataRouter)
  await page.evaluate(() => {
    const real = Array.prototype.flatMap
    // What the list of a page's markets is made with.
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

test('a page whose frame breaks while it is taken over stays as it was written @js', async ({ page }) => {
  await page.addInitScript(() => {
    const real = document.querySelector.bind(document)
    // With which the head of a document is looked for.
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
