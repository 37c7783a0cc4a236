import { expect, type Page } from '@playwright/test'
import { countAnnouncements, recordAnnouncements } from './announcements.ts'
import { openPage, waitForHydration } from './hydrated.ts'
import { test } from './visitor.ts'

/** Links: prefetched before the click, and followed whatever happens. The way back is in history.spec.ts. */

const firstProduct = (page: Page) => page.getByRole('main').locator('a[href*="/product/"]').first()

test('a hovered product is shown without the network when clicked', async ({ page, baseURL }) => {
  // A first page stores it when its scripts have come, and what was fetched before is asked for again.
  await page.context().addCookies([{ name: 'selected_market', value: 'us', url: baseURL ?? '' }])
  const path = '/us/product/vol-ii-magical-you-pre-order'
  // Those in the window are fetched at once.
  const fetched = page.waitForResponse(`**${path}.data*`)
  await openPage(page, '/us/products')
  const link = firstProduct(page)
  await link.hover()
  const answer = await fetched
  expect(answer.headers()['cache-control']).toMatch(/^public, max-age=[1-9]/)
  await answer.finished()
  await link.click()
  await expect(page).toHaveURL(path)
  await expect(page.getByRole('heading', { level: 1, name: 'Vol. II: Magical You' })).toBeVisible()
  /** Bytes that came over the network each time the data was asked for. Runs in the page. */
  const transfers = (wanted: string) =>
    (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
      .filter(({ name }) => new URL(name).pathname === wanted)
      .map(({ transferSize }) => transferSize > 0)
  expect(await page.evaluate(transfers, `${path}.data`)).toEqual([true, false])
  expect(await page.evaluate(() => performance.getEntriesByType('navigation').length)).toBe(1)
})

test('a click before hydration follows a plain link', async ({ page }) => {
  await page.route('**/assets/*.js', (route) => route.abort())
  await page.goto('/us/products')
  await firstProduct(page).click()
  await expect(page).toHaveURL(/\/us\/product\//)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
})

test('where a newer deployment has replaced the code, page and text stay, and another click loads a document', async ({
  page,
}) => {
  await openPage(page, '/us/contact')
  const message = page.getByRole('textbox', { name: 'Message' })
  await message.fill('Half a sentence')
  await page.route('**/assets/about-*.js', (route) => route.fulfill({ status: 404 }))
  const link = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Our Story' })
  await link.click()
  await expect(page.getByText('That did not work just now. Please try again in a moment.')).toBeVisible()
  await expect(message).toHaveValue('Half a sentence')
  await page.unroute('**/assets/about-*.js')
  await link.click()
  await expect(page).toHaveURL('/us/about')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
})

test('an offline click keeps the page and what was typed, and another leads on later', async ({
  page,
  context,
}) => {
  await openPage(page, '/us/contact')
  await page.getByRole('textbox', { name: 'Message' }).fill('Half a sentence')
  const link = (name: string) =>
    page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true })
  await context.setOffline(true)
  await link('Our Story').click()
  const said = page.getByRole('region', { name: 'Notifications' })
  await expect(said.getByText('You are offline')).toBeVisible()
  await expect(said).toContainText('Your cart is kept on this device.')
  await expect(page.getByRole('textbox', { name: 'Message' })).toHaveValue('Half a sentence')
  await context.setOffline(false)
  await link('FAQ').click()
  await expect(page).toHaveURL('/us/faq')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Frequently asked questions')
})

/** Page metadata, by purpose. */
function headLinks() {
  const links = Array.from(
    document.head.querySelectorAll<HTMLLinkElement>('link:not([rel*="preload"], [rel=prefetch])'),
  )
  return links.map(({ rel, href, hreflang }) => `${rel} ${hreflang} ${new URL(href).pathname}`).toSorted()
}

test('page metadata matches the server’s after hydration and after a navigation', async ({
  page,
  request,
  baseURL,
}) => {
  for (const path of ['/us/products', '/us/product/magic-wand']) {
    const html = await (await request.get(path)).text()
    const head =
      /<head>([\s\S]*)<\/head>/.exec(html)?.[1]?.replace(/<noscript>[\s\S]*?<\/noscript>/, '') ?? ''
    const written = Array.from(head.matchAll(/<link rel="([^"]+)"(?: hrefLang="([^"]+)")? href="([^"]+)"/gi))
    const expected = written.flatMap(([, rel = '', lang = '', href = '']) =>
      rel.includes('preload') ? [] : [`${rel} ${lang} ${new URL(href, baseURL).pathname}`],
    )
    if (path === '/us/products') await page.goto(path)
    else await page.locator(`main a[href="${path}"]`).first().click()
    await waitForHydration(page)
    await expect(page).toHaveURL(path)
    await expect.poll(() => page.evaluate(headLinks)).toEqual(expected.toSorted())
  }
})

test('a menu closes on Escape, outside it, without the pointer, and with its page', async ({ page }) => {
  await openPage(page, '/us/contact')
  const bar = page.getByRole('navigation', { name: 'Main' })
  const menu = bar.locator('details').filter({ has: page.locator('summary', { hasText: 'Shop' }) })
  const summary = menu.locator('summary')
  const drop = menu.locator('summary + *')
  const openByKey = async () => {
    await summary.focus()
    await page.keyboard.press('Enter')
    await expect(drop).toBeVisible()
    await page.keyboard.press('Tab')
    await expect(drop.locator(':focus')).toHaveCount(1)
  }
  await openByKey()
  await page.keyboard.press('Escape')
  await expect(drop).toBeHidden()
  await expect(summary).toBeFocused()
  await openByKey()
  await page.getByRole('textbox', { name: 'Message' }).focus()
  await expect(drop).toBeHidden()
  await openByKey()
  await page.mouse.click(20, 600)
  await expect(drop).toBeHidden()
  await summary.hover()
  await expect(drop).toBeVisible()
  await page.mouse.move(20, 600)
  await expect(drop).toBeHidden()
  await openByKey()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/us/products?filter=wizard-box')
  await expect(drop).toBeHidden()
  // The focus stays where it is when the same page is chosen again.
  await openByKey()
  await page.keyboard.press('Enter')
  await expect(drop).toBeHidden()
})

test('what a filter leaves and the title of the next page are announced, and the focus moves to it', async ({
  page,
}) => {
  await openPage(page, '/us/products')
  const said = await recordAnnouncements(page)
  await page.getByRole('navigation', { name: 'Filter' }).getByRole('link', { name: 'Merch' }).click()
  await expect.poll(async () => countAnnouncements((await said()).heard, '2 items')).toBe(1)
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'FAQ', exact: true }).click()
  await expect(page).toHaveURL('/us/faq')
  await expect(page.getByRole('main')).toBeFocused()
  const title = await page.title()
  expect(title).toContain('Wizard Box')
  await expect.poll(async () => countAnnouncements((await said()).heard, title)).toBe(1)
})

test('a page whose network fails keeps the page and what was typed, and another click leads on', async ({
  page,
}) => {
  await openPage(page, '/us/contact')
  await page.getByRole('textbox', { name: 'Message' }).fill('Half a sentence')
  await page.route('**/faq.data*', (route) => route.abort())
  const link = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'FAQ' })
  await link.click()
  await expect(page.getByText('You are offline')).toBeVisible()
  await expect(page).toHaveURL('/us/contact')
  await expect(page.getByRole('textbox', { name: 'Message' })).toHaveValue('Half a sentence')
  await page.unroute('**/faq.data*')
  await link.click()
  await expect(page).toHaveURL('/us/faq')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Frequently asked questions')
})
