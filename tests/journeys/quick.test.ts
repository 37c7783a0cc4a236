import type { Locator, Page } from '@playwright/test'
import { describe, expect, test } from 'vitest'
import { MARKETS, VOL_2, WAND } from './addresses.ts'
import { openContext, openPage, pressable } from './browser.ts'

/** The cart in a browser: instant, and never losing a change. */

const drawerOf = (page: Page) => page.getByRole('dialog', { name: 'Shopping Cart' })
const inBar = (page: Page, items: number) =>
  page.getByRole('link', { name: new RegExp(`^Cart\\b.*\\b${items} items?`) })
const count = (within: Locator, items: number) =>
  within.getByText(`${items} item${items === 1 ? '' : 's'}`, { exact: true })
const more = (within: Locator) => within.getByRole('button', { name: /^One more/ })
const field = (within: Locator) => within.getByRole('spinbutton')

/** Adds a wand on its page; ends with the drawer open. */
async function addWand(page: Page, market = 'us', wand = 'Dragon & Oak') {
  await page.goto(`/${market}${WAND}`)
  await (await pressable(page.getByRole('button', { name: new RegExp(`^Add to Cart.*${wand}`) }))).click()
  await drawerOf(page).waitFor()
}

/** Presses a button many times at once, and may go on to another page in the same moment. */
const pressMore = (within: Locator, times: number, next = '') =>
  more(within).evaluate(
    (button: HTMLElement, [count, address]) => {
      for (let press = 0; press < count; press++) button.click()
      if (address) location.href = address
    },
    [times, next] as const,
  )

/** Waits until the server has as many: what is shown runs ahead of it. */
const saved = (page: Page, items: number, market = 'us') =>
  expect
    .poll(async () => {
      const answer = await page.context().request.get(`/${market}/cart`)
      return /(\d+) items?/.exec(await answer.text())?.[1]
    })
    .toBe(String(items))

describe.each(MARKETS)('in the $id store', ({ id, currency }) => {
  test('a wand is put into the drawer without leaving the page, counted, changed and removed', async () => {
    const page = await openPage()
    await addWand(page, id)
    const drawer = drawerOf(page)
    expect(new URL(page.url()).pathname).toBe(`/${id}${WAND}`)
    await count(drawer, 1).waitFor()
    await page.getByText('Added to cart!').first().waitFor()
    await drawer
      .getByText(new RegExp(`Add \\${currency}\\d+(\\.\\d\\d)? more for free shipping`))
      .first()
      .waitFor()
    await more(drawer).click()
    await count(drawer, 2).waitFor()
    await field(drawer).fill('3')
    await field(drawer).press('Enter')
    await count(drawer, 3).waitFor()
    await drawer.getByRole('button', { name: /^Remove Magic Wand/ }).click()
    await count(drawer, 0).waitFor()
    await page.keyboard.press('Escape')
    await drawer.waitFor({ state: 'hidden' })
    await saved(page, 0, id)
  })

  test('a quantity that is typed and checked out at once is ordered in a new tab, and the order empties the cart', async () => {
    const page = await openPage()
    await addWand(page, id)
    await field(drawerOf(page)).fill('4')
    const opened = page.context().waitForEvent('page')
    await drawerOf(page).getByRole('button', { name: 'Checkout' }).click()
    const checkout = await opened
    await checkout.getByRole('heading', { name: 'Complete your order' }).waitFor()
    await checkout.getByText('Quantity 4').first().waitFor()
    await drawerOf(page).waitFor({ state: 'hidden' })
    await checkout.getByRole('button', { name: 'Complete order' }).click()
    await checkout.getByRole('heading', { name: 'Order complete' }).waitFor()
    await page.goto(`/${id}/faq`)
    await inBar(page, 0).waitFor()
  })
})

test('ten quick presses are ten items, and the total is theirs', async () => {
  const page = await openPage()
  await addWand(page)
  await count(drawerOf(page), 1).waitFor()
  await pressMore(drawerOf(page), 10)
  await count(drawerOf(page), 11).waitFor()
  await saved(page, 11)
  await page.reload()
  await inBar(page, 11).waitFor()
})

test('presses that are followed at once by another page are not lost', async () => {
  const page = await openPage()
  await addWand(page)
  await count(drawerOf(page), 1).waitFor()
  await saved(page, 1)
  await pressMore(drawerOf(page), 3, '/us/about')
  await page.waitForURL(/about$/)
  await inBar(page, 4).waitFor()
  await saved(page, 4)
})

test('two tabs show the same cart, and lose no change of each other', async () => {
  const context = await openContext()
  const [first, second] = [await context.newPage(), await context.newPage()]
  await addWand(first)
  await saved(first, 1)
  await second.goto('/us/cart')
  const other = second.getByRole('main')
  await pressable(more(other))
  await Promise.all([drawerOf(first), other].map((place) => pressMore(place, 4)))
  await saved(first, 9)
  for (const place of [drawerOf(first), other]) await count(place, 9).waitFor()
  await addWand(second, 'us', 'Dragon & Yew')
  await inBar(first, 10)
    .or(count(drawerOf(first), 10))
    .first()
    .waitFor()
})

test('back and forward show the cart as it is now, and the choices as they were', async () => {
  const page = await openPage()
  await page.goto('/us/products')
  await page.getByRole('main').locator(`a[href="/us${VOL_2.us}"]`).first().click()
  await page.waitForURL(new RegExp(VOL_2.us))
  await addWand(page)
  await count(drawerOf(page), 1).waitFor()
  await page.keyboard.press('Escape')
  await saved(page, 1)
  await page.goBack()
  await page.waitForURL(new RegExp(VOL_2.us))
  await inBar(page, 1).waitFor()
  await page.goBack()
  await page.waitForURL(/\/us\/products$/)
  await inBar(page, 1).waitFor()
  await page.goForward()
  await page.waitForURL(new RegExp(VOL_2.us))
  await inBar(page, 1).waitFor()
})

test('a change that cannot be sent says so, keeps the cart, and a press tries again', async () => {
  const page = await openPage()
  await addWand(page)
  await saved(page, 1)
  await page.context().setOffline(true)
  await more(drawerOf(page)).click()
  await page.getByText('did not go through').first().waitFor()
  await page.context().setOffline(false)
  await more(drawerOf(page)).click()
  await expect.poll(async () => Number(await field(drawerOf(page)).inputValue())).toBeGreaterThan(1)
})

test('a cart whose cookie was lost comes back from the browser, at the prices of the store', async () => {
  const page = await openPage()
  await addWand(page, 'uk')
  await saved(page, 1, 'uk')
  const kept = await page.evaluate(() => JSON.parse(localStorage.getItem('wizard-box-cart') ?? '{}'))
  expect(kept).toMatchObject({ market: 'uk', shippingCountry: 'GB' })
  expect(kept.items).toHaveLength(1)
  const forged = JSON.stringify(kept).replace(/"amount":"[\d.]+"/g, '"amount":"0.01"')
  await page.evaluate((cart) => localStorage.setItem('wizard-box-cart', cart), forged)
  await page.context().clearCookies({ name: 'cart' })
  await page.goto('/uk/cart')
  await count(page.getByRole('main'), 1).waitFor()
  await saved(page, 1, 'uk')
  await expect.poll(async () => (await page.getByRole('main').textContent())?.includes('£0.01')).toBe(false)
})
