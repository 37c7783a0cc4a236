import { expect, test as newcomer } from '@playwright/test'
import { boxOf } from './boxes.ts'
import { drawerOf, fillCart } from './carts.ts'
import { waitForPageScripts } from './hydrated.ts'
import { post } from './post.ts'
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

test('printed text is dark enough for white paper @plain', async ({ page }) => {
  const wand = { intent: 'add', handle: 'magic-wand', wand: 'dragon-oak' }
  await post(page, '/us/cart', wand, { maxRedirects: 0 })
  await post(page, '/us/redeem', { words: 'velvet moon harbour' }, { maxRedirects: 0 })
  for (const path of [
    // With the notice that something was added.
    '/us/cart',
    '/us/redeem/review',
    '/uk',
    '/uk/products',
    '/us/product/magic-wand',
    '/uk/product/magic-wand-collectors-set',
    '/uk/redeem',
    '/uk/gift',
  ]) {
    await page.goto(path)
    await page.emulateMedia({ media: 'print' })
    const pale = await page.evaluate(() => {
      const ink = document.createElement('canvas').getContext('2d', { willReadFrequently: true })
      /** Contrast with white of a colour composited on white. */
      const contrast = (colour: string) => {
        if (!ink) throw new Error('no canvas')
        ink.fillStyle = '#fff'
        ink.fillRect(0, 0, 1, 1)
        ink.fillStyle = colour
        ink.fillRect(0, 0, 1, 1)
        const linear = Array.from(ink.getImageData(0, 0, 1, 1).data, (value) => (value / 255) ** 2.2)
        const [red = 0, green = 0, blue = 0] = linear
        return 1.05 / (0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05)
      }
      return [...document.querySelectorAll('body *')]
        .filter((one) => one.checkVisibility() && !one.closest('.sr-only, option'))
        .filter((one) => [...one.childNodes].some((node) => node.nodeType === 3 && node.nodeValue?.trim()))
        .filter((one) => contrast(getComputedStyle(one).color) < 4.5)
        .map((one) => one.textContent)
    })
    expect(pale, path).toEqual([])
    await page.emulateMedia({ media: 'screen' })
  }
})

test('the open cart drawer is not printed over the page @js', async ({ page }) => {
  await page.goto('/us/faq')
  await waitForPageScripts(page)
  await page.getByRole('link', { name: 'Cart' }).click()
  const drawer = drawerOf(page)
  await expect(drawer).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  await expect(drawer).toBeHidden()
  await expect(page.getByRole('heading', { name: 'Frequently asked questions' })).toBeVisible()
  await page.emulateMedia({ media: 'screen' })
  await expect(drawer).toBeVisible()
})

test('a window of 1024 px has the header bar of a large screen @plain', async ({ page }) => {
  await page.setViewportSize({ width: 1024, height: 768 })
  await page.goto('/us/faq')
  await expect(page.getByRole('banner').getByRole('link', { name: 'Our Story' })).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(1024)
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

test('wands side by side have their prices, texts and buttons aligned @plain', async ({ page }) => {
  await page.goto('/us/product/magic-wand')
  for (const width of [320, 768, 1280]) {
    await page.setViewportSize({ width, height: 900 })
    const uneven = await page.evaluate(() => {
      const tops = new Map<string, Set<number>>()
      for (const card of document.querySelectorAll('main li:has(form, [disabled])')) {
        const row = Math.round(card.getBoundingClientRect().top)
        for (const [place, part] of card.querySelectorAll('h3 ~ p, summary, button').entries()) {
          const top = Math.round(part.getBoundingClientRect().top)
          const key = `part ${place} of the row at ${row}`
          tops.set(key, (tops.get(key) ?? new Set()).add(top))
        }
      }
      return [...tops].filter(([, all]) => all.size > 1).map(([key]) => key)
    })
    expect(uneven, `${width}`).toEqual([])
  }
})

test('cards beside each other have their titles, prices and texts on the same lines @plain', async ({
  page,
}) => {
  for (const path of ['/us', '/uk']) {
    await page.goto(path)
    for (const width of [600, 768, 1024, 1440]) {
      await page.setViewportSize({ width, height: 900 })
      const uneven = await page.evaluate(() => {
        const tops = new Map<string, Set<number>>()
        for (const card of document.querySelectorAll('main li:has(h3 > a)')) {
          const row = Math.round(card.getBoundingClientRect().top)
          for (const part of ['h3', 'h3 + p', 'h3 ~ p:last-child']) {
            const top = Math.round(card.querySelector(part)?.getBoundingClientRect().top ?? 0)
            const key = `${part} of the row at ${row}`
            tops.set(key, (tops.get(key) ?? new Set()).add(top))
          }
        }
        return [...tops].filter(([, all]) => all.size > 1).map(([key]) => key)
      })
      expect(uneven, `${path} at ${width}`).toEqual([])
    }
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

test('a range of numbers and a measurement in both units stay on one line @plain', async ({ page }) => {
  for (const path of [
    '/us/product/magic-wand',
    '/us/product/vol-ii-magical-you-pre-order',
    '/uk/product/vol-i-phoenix-edition',
    '/us/terms-and-conditions',
  ]) {
    await page.goto(path)
    for (const width of [320, 360, 390, 412]) {
      await page.setViewportSize({ width, height: 800 })
      const broken = await page.evaluate(() => {
        const range = document.createRange()
        const texts = document.createTreeWalker(
          document.querySelector('main') ?? document,
          NodeFilter.SHOW_TEXT,
        )
        const found: string[] = []
        for (let text = texts.nextNode(); text; text = texts.nextNode())
          for (const match of (text.nodeValue ?? '').matchAll(/\d+–\d+(?= )|[\d.¼]+ cm \([^)]+\)(?= |$)/g)) {
            range.setStart(text, match.index)
            range.setEnd(text, match.index + match[0].length)
            const lines = new Set(Array.from(range.getClientRects(), ({ top }) => Math.round(top)))
            if (lines.size > 1) found.push(text.nodeValue ?? '')
          }
        return found
      })
      expect(broken, `${path} at ${width}`).toEqual([])
    }
  }
})

newcomer.describe('on a phone', () => {
  newcomer.use({ viewport: { width: 390, height: 664 } })

  for (const path of [
    '/us/product/vol-ii-magical-you-pre-order',
    '/us/product/keyhole-tote',
    '/us/product/magic-wand-collectors-set',
  ])
    newcomer(
      `the purchase bar of ${path} stays to the end, below the cookie notice @plain`,
      async ({ page }) => {
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
          expect(places[0]?.notice.bottom, 'shown first').toBeGreaterThan(0)
          for (const { bar, notice, footer } of places) {
            expect(bar.bottom, `${width}`).toBeLessThanOrEqual(664)
            expect(notice.bottom, `${width}`).toBeLessThanOrEqual(bar.top)
            expect(bar.bottom, `${width}`).toBeLessThanOrEqual(footer.top)
            expect(bar.bottom - bar.top, `${width}`).toBeGreaterThan(40)
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
