import { expect, test as newcomer } from '@playwright/test'
import { boxOf } from './boxes.ts'
import { drawerOf, fillCart } from './carts.ts'
import { waitForPageScripts } from './hydrated.ts'
import { test } from './visitor.ts'

/** Low, narrow and zoomed windows: phones in landscape, and pages at 400 %. */

const BAR = 'header div[data-ground]:has(nav[aria-label=Main])'
newcomer(
  'in a low window the cookie notice is on top of everything, at the bottom @plain',
  async ({ page }) => {
    await page.setViewportSize({ width: 320, height: 256 })
    for (const path of ['/uk/products', '/uk/faq']) {
      await page.goto(path)
      const { top, bottom, left } = await boxOf(page, '[data-cookie-notice]')
      expect(bottom).toBe(256)
      expect(256 - top, path).toBeLessThanOrEqual(0.6 * 256)
      // Just inside its upper and lower edges, hit testing finds nothing else.
      for (const y of [top + 4, bottom - 4]) {
        const hit = ([x, y]: [number, number]) =>
          document.elementFromPoint(x, y)?.closest('[data-cookie-notice]') !== null
        expect(await page.evaluate(hit, [left + 4, y] as [number, number]), path).toBe(true)
      }
    }
  },
)

test('in a low window no bar is sticky, and a wand is visible with its name and checkbox @js', async ({
  page,
}) => {
  await page.setViewportSize({ width: 320, height: 256 })
  await page.goto('/uk/product/vol-i-phoenix-edition')
  const order = page.getByRole('button', { name: 'Add to Cart' })
  await expect(order).toHaveCount(1)
  await page.mouse.wheel(0, 900)
  await expect.poll(async () => (await boxOf(page, BAR)).bottom).toBeLessThan(0)
  await expect(order).not.toBeInViewport()
  await order.focus()
  await expect(order).toBeInViewport({ ratio: 1 })

  await page.goto('/uk/product/magic-wand-collectors-set')
  await page.getByRole('checkbox', { name: /Yew/ }).focus()
  const wand = await boxOf(page, ':focus + label')
  expect(wand.top).toBeGreaterThanOrEqual(0)
  expect(wand.bottom).toBeLessThanOrEqual(256)
})

test('with text twice as large nothing on a phone scrolls horizontally or overflows its card @js', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Page.setFontSizes', { fontSizes: { standard: 32 } })
  for (const [path, cards] of [
    ['/us', 'main h1'],
    ['/us/products', 'main li:has(h2)'],
    ['/uk/product/vol-i-phoenix-edition', '[data-limited], label'],
    ['/us/product/magic-wand', 'main li:has(h3)'],
    ['/uk/product/magic-wand-collectors-set', 'main label'],
    ['/uk/waitlist', 'main form'],
    ['/uk/terms-and-conditions', 'h2'],
  ] as const) {
    await page.goto(path)
    // Some are rendered later.
    await expect(page.locator(cards).first()).toBeAttached()
    const { width, leaving } = await page.evaluate((selector) => {
      const wide = [...document.querySelectorAll(selector)].filter((one) => one.scrollWidth > one.clientWidth)
      return { width: document.documentElement.scrollWidth, leaving: wide.map((one) => one.textContent) }
    }, cards)
    expect(width, path).toBe(390)
    expect(leaving, path).toEqual([])
  }
})

newcomer('with text twice as large the cart and the cookie notice fit a phone @js', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Page.setFontSizes', { fontSizes: { standard: 32 } })
  await fillCart(page, 'us', ['unicorn-chestnut'])
  /** Controls and prices that leave the window, or that another one overlaps. Runs in the page. */
  const misplaced = (around: Element) => {
    const parts = [...around.querySelectorAll('[data-price], a, button, input:not([type="hidden"]), select')]
    const boxes = parts.filter((one) => one.checkVisibility()).map((one) => one.getBoundingClientRect())
    return boxes.filter(
      (one, at) =>
        one.right > 390 ||
        one.width < 24 ||
        boxes.some(
          (other, to) =>
            to > at &&
            Math.min(one.right, other.right) - Math.max(one.left, other.left) > 1 &&
            Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > 1,
        ),
    )
  }
  await page.goto('/us/cart')
  await waitForPageScripts(page)
  expect(await page.getByRole('region', { name: 'Cookie notice' }).evaluate(misplaced)).toEqual([])
  expect(await page.getByRole('main').evaluate(misplaced), 'the page').toEqual([])
  await page.goto('/us/about')
  await waitForPageScripts(page)
  await page.getByRole('link', { name: /^Cart, / }).click()
  const drawer = drawerOf(page)
  await expect(drawer.getByRole('button', { name: 'One more' })).toBeVisible()
  expect(await drawer.evaluate(misplaced), 'the drawer').toEqual([])
})

test('a long word in a product’s name causes no overflow of its card @js', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 800 })
  await page.goto('/uk/product/magical-af-mug')
  await waitForPageScripts(page)
  await page.getByRole('button', { name: 'Add to Cart' }).click()
  const drawer = drawerOf(page)
  await expect(drawer.getByRole('heading', { level: 3 })).toBeVisible()
  const rename = (headings: Element[]) => {
    for (const heading of headings)
      (heading.querySelector('a') ?? heading).textContent = 'Gryphonfeatherquillcasest'
  }
  await drawer.getByRole('heading', { level: 3 }).evaluateAll(rename)
  const remove = drawer.getByRole('button', { name: /Remove/ })
  const { x = 0, width = 0 } = (await remove.boundingBox()) ?? {}
  expect(x + width).toBeLessThanOrEqual(320)
  for (const path of ['/uk', '/uk/products', '/us/product/magic-wand']) {
    await page.goto(path)
    await page.getByRole('main').getByRole('heading', { level: 3 }).evaluateAll(rename)
    expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBe(320)
  }
})

test('on a phone in landscape texts come before pictures, or beside them @plain', async ({ page }) => {
  await page.setViewportSize({ width: 844, height: 390 })
  for (const [path, words] of [
    ['/uk/redeem', '#magic-words'],
    ['/uk/gift', 'h1'],
    ['/uk/waitlist', 'h1'],
    ['/uk/subscribe', 'h1'],
  ] as const) {
    await page.goto(path)
    expect((await boxOf(page, words)).bottom, path).toBeLessThanOrEqual(390)
  }
})

test('the categories of questions stay beside them, where the window has room for that @plain', async ({
  page,
}) => {
  for (const [width, height, stays] of [
    [1280, 800, true],
    [1024, 600, true],
    [1024, 320, false],
    [768, 900, false],
  ] as const) {
    await page.setViewportSize({ width, height })
    await page.goto('/us/faq')
    await page.mouse.wheel(0, 1500)
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(1500)
    const categories = page.getByRole('navigation', { name: 'Categories' })
    if (stays) await expect(categories, `${width}`).toBeInViewport({ ratio: 1 })
    else await expect(categories, `${width}`).not.toBeInViewport()
  }
})

newcomer.describe('on a phone', () => {
  newcomer.use({ viewport: { width: 390, height: 664 } })

  newcomer(
    'the purchase bar stays to the end of a product, below the cookie notice @plain',
    async ({ page }) => {
      for (const path of [
        '/us/product/vol-ii-magical-you-pre-order',
        '/us/product/keyhole-tote',
        '/us/product/magic-wand-collectors-set',
      ]) {
        await page.goto(path)
        for (const width of [280, 320, 390, 768]) {
          await page.setViewportSize({ width, height: 664 })
          const places = await page.evaluate(() => {
            const boxOf = (selector: string) => {
              const { top = 0, bottom = 0 } = document.querySelector(selector)?.getBoundingClientRect() ?? {}
              return { top: Math.round(top), bottom: Math.round(bottom) }
            }
            const end = boxOf('footer').top + scrollY - innerHeight
            return [0, end / 2, end].map((top) => {
              scrollTo({ top, behavior: 'instant' })
              return {
                bar: boxOf('[data-buybar]'),
                notice: boxOf('[data-cookie-notice]'),
                footer: boxOf('footer'),
              }
            })
          })
          expect(places[0]?.notice.bottom, path).toBeGreaterThan(0)
          for (const { bar, notice, footer } of places) {
            expect(bar.bottom, `${path} at ${width}`).toBeLessThanOrEqual(664)
            expect(notice.bottom, `${path} at ${width}`).toBeLessThanOrEqual(bar.top)
            expect(bar.bottom, `${path} at ${width}`).toBeLessThanOrEqual(footer.top)
            expect(bar.bottom - bar.top, `${path} at ${width}`).toBeGreaterThan(40)
          }
        }
      }
    },
  )

  newcomer(
    'who redeems a gift has the button in sight, and one line of the banner @plain',
    async ({ page }) => {
      for (const market of ['us', 'uk']) {
        await page.goto(`/${market}/redeem`)
        await expect(page.getByRole('button', { name: 'Redeem My Gift' })).toBeInViewport({ ratio: 1 })
        const banner = page.getByRole('banner').getByRole('link').first()
        expect((await banner.boundingBox())?.height).toBeLessThan(32)
      }
    },
  )
})
