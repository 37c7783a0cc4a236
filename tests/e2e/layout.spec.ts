import { expect, type Locator, test as newcomer } from '@playwright/test'
import { boxOf, misplacedControls } from './boxes.ts'
import { drawerOf, fillCart, openDrawer } from './carts.ts'
import { openPage } from './hydrated.ts'
import { skipEntry, test } from './visitor.ts'

/** Windows of all sizes. The first picture is in hero.spec.ts, the cart drawer in cart-drawer-layout.spec.ts. */

const BAR = 'header div[data-ground]:has(nav[aria-label=Main])'
const NOTICE = '[data-cookie-notice]'

/** The parts of cards in one row that are not on one line. Runs in the page. */
function unevenParts({ cards, parts }: { cards: string; parts: string }) {
  const tops = new Map<string, Set<number>>()
  for (const card of document.querySelectorAll(cards)) {
    const row = Math.round(card.getBoundingClientRect().top)
    for (const [place, part] of card.querySelectorAll(parts).entries()) {
      const key = `part ${place} of the row at ${row}`
      const top = Math.round(part.getBoundingClientRect().top)
      tops.set(key, (tops.get(key) ?? new Set()).add(top))
    }
  }
  return [...tops].filter(([, all]) => all.size > 1).map(([key]) => key)
}

test('cards beside each other have their titles, prices, texts and buttons on the same lines @plain', async ({
  page,
}) => {
  const products = { cards: 'main li:has(h3 > a)', parts: 'h3, h3 + p, h3 ~ p:last-child' }
  const wands = { cards: 'main li:has(form, [disabled])', parts: 'h3 ~ p, summary, button' }
  for (const [path, look, widths] of [
    ['/us', products, [600, 768, 1024, 1440]],
    ['/uk', products, [600, 768, 1024, 1440]],
    ['/us/product/magic-wand', wands, [320, 768, 1280]],
  ] as const) {
    await page.goto(path)
    for (const width of widths) {
      await page.setViewportSize({ width, height: 900 })
      expect(await page.evaluate(unevenParts, look), `${path} at ${width}`).toEqual([])
    }
  }
})

/** The distance between the text of a card and the nearer of its sides, px. Runs in the page. */
function distanceFromSides(card: Element): number {
  const text = document.createRange()
  text.selectNodeContents([...card.children].at(-1) ?? card)
  const inner = text.getBoundingClientRect()
  const outer = card.getBoundingClientRect()
  return Math.min(inner.left - outer.left, outer.right - inner.right)
}

test('the names of a gift’s wands keep clear of the sides of their cards @plain', async ({ page }) => {
  await page.goto('/us/redeem')
  await page.getByRole('textbox', { name: 'Magic words' }).fill('velvet moon harbour')
  await page.getByRole('button', { name: 'Redeem My Gift' }).click()
  const cards = page.locator('label:has(input[name=wand])')
  await expect(cards).toHaveCount(5)
  for (const width of [320, 390, 600, 768]) {
    await page.setViewportSize({ width, height: 800 })
    for (const card of await cards.all())
      expect(await card.evaluate(distanceFromSides), `${width}`).toBeGreaterThan(5)
  }
})

test('in a low window no bar is sticky, and a wand is visible with its name and checkbox', async ({
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
  await expect(page.locator(':focus + label')).toBeInViewport({ ratio: 1 })
})

newcomer.describe('with text twice as large on a phone', () => {
  newcomer.beforeEach(async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 })
    const devtools = await page.context().newCDPSession(page)
    await devtools.send('Page.setFontSizes', { fontSizes: { standard: 32 } })
  })

  newcomer('nothing scrolls horizontally or overflows its card', async ({ page, context }) => {
    await skipEntry(context)
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
        const wide = [...document.querySelectorAll(selector)].filter(
          (one) => one.scrollWidth > one.clientWidth,
        )
        return { width: document.documentElement.scrollWidth, leaving: wide.map((one) => one.textContent) }
      }, cards)
      expect(width, path).toBe(390)
      expect(leaving, path).toEqual([])
    }
  })

  newcomer('the line of a chosen wand is not broken into pieces', async ({ page, context }) => {
    await skipEntry(context)
    await page.goto('/uk/product/vol-i-phoenix-edition?option=premium-wand&wand=unicorn-chestnut')
    const line = page.getByText('Turned like a chair leg, gripped like a horn.').first()
    expect(await line.evaluate((one) => one.clientWidth)).toBeGreaterThan(150)
  })

  newcomer('the review of a gift fits, and its words stay whole', async ({ page, context }) => {
    await skipEntry(context)
    await page.goto('/us/redeem')
    await page.getByRole('textbox', { name: 'Magic words' }).fill('amber lantern owl')
    await page.getByRole('button', { name: 'Redeem My Gift' }).click()
    // The toast covers it for a moment.
    await page.getByRole('radio', { name: 'Add a Premium Wand' }).press(' ')
    const names = page.locator('label:has(input[name=upgrade]) b, label:has(input[name=wand]) > span')
    await expect(names).toHaveCount(8)
    for (const name of await names.all()) {
      const height = await name.evaluate((one) => one.getBoundingClientRect().height)
      expect(height, (await name.textContent()) ?? '').toBeLessThan(150)
    }
    const free = await boxOf(page, 'dd >> text="Free"')
    expect(free.right, 'inside the padding').toBeLessThan(320)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  })

  newcomer('cart and cookie notice fit', async ({ page }) => {
    await fillCart(page, 'us', ['unicorn-chestnut'])
    await openPage(page, '/us/cart')
    expect(await page.getByRole('region', { name: 'Cookie notice' }).evaluate(misplacedControls)).toEqual([])
    expect(await page.getByRole('main').evaluate(misplacedControls), 'the page').toEqual([])
    await openPage(page, '/us/about')
    await page.getByRole('link', { name: /^Cart, / }).click()
    const drawer = drawerOf(page)
    await expect(drawer.getByRole('button', { name: 'One more' })).toBeVisible()
    expect(await drawer.evaluate(misplacedControls), 'the drawer').toEqual([])
  })
})

test('a long word in a product’s name causes no overflow', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 800 })
  await fillCart(page, 'uk')
  const lengthen = (names: Locator) =>
    names.evaluateAll((all) => {
      for (const name of all) (name.querySelector('a') ?? name).textContent = 'Gryphonfeatherquillcasest'
    })
  for (const path of ['/uk', '/uk/products', '/us/product/magic-wand', '/uk/cart']) {
    await page.goto(path)
    const names = page.getByRole('main').locator('h3, [data-line] h2')
    await expect(names.first()).toBeVisible()
    await lengthen(names)
    expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBe(320)
  }
  await page.goto('/uk/about')
  await openDrawer(page)
  await lengthen(drawerOf(page).locator('[data-line] h3'))
  expect(await drawerOf(page).evaluate(misplacedControls), 'the drawer').toEqual([])
})

test('a long word in what the owner tells of the company causes no overflow', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 800 })
  for (const [path, fact] of [
    ['/uk', 'footer p:has-text("All rights reserved")'],
    ['/uk/privacy-policy', 'main tbody th'],
    ['/uk/press', 'main a[href^="mailto:"]'],
  ] as const) {
    await openPage(page, path)
    await page
      .locator(fact)
      .first()
      .evaluate((shown) => shown.append('x'.repeat(100)))
    expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBe(320)
  }
})

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
        const at = `${path} at ${width}`
        await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }))
        const end = (await boxOf(page, 'footer')).top - 664
        expect((await boxOf(page, NOTICE)).bottom, at).toBeGreaterThan(0)
        for (const top of [0, end / 2, end]) {
          await page.evaluate((y) => scrollTo({ top: y, behavior: 'instant' }), top)
          const [bar, notice] = [await boxOf(page, '[data-buybar]'), await boxOf(page, NOTICE)]
          expect(notice.bottom, at).toBeLessThanOrEqual(bar.top + 0.5)
          expect(bar.bottom - bar.top, at).toBeGreaterThan(40)
          const footer = await boxOf(page, 'footer')
          expect(bar.bottom, at).toBeLessThanOrEqual(Math.min(664, footer.top) + 0.5)
        }
      }
    }
  },
)

newcomer('for who redeems a gift on a phone the banner takes one line @plain', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 664 })
  for (const market of ['us', 'uk']) {
    await page.goto(`/${market}/redeem`)
    const { top, bottom } = await boxOf(page, 'header a')
    expect(bottom - top, market).toBeLessThan(32)
  }
})
