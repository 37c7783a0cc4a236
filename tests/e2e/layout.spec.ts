import { expect } from '@playwright/test'
import { boxOf, expectInSight, misplacedControls, windowsOf } from './boxes.ts'
import { drawerOf, fillCart, openDrawer } from './carts.ts'
import { openPage } from './hydrated.ts'
import { post } from './post.ts'
import { test } from './visitor.ts'

/** Windows of all sizes. The first picture is in hero.spec.ts, the cart drawer in cart-drawer.spec.ts. */

const BAR = 'header div[data-theme]:has(nav[aria-label=Main])'

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
  const wands = { cards: 'main li:has(form, [disabled])', parts: 'h3, h3 + div, p, summary, button' }
  for (const [path, look, sizes] of [
    ['/us', products, '600x900 768x900 1024x900 1440x900'],
    ['/uk', products, '600x900 768x900 1024x900 1440x900'],
    ['/us/product/magic-wand', wands, '320x900 768x900 1280x900'],
  ] as const) {
    await page.goto(path)
    for await (const { size } of windowsOf(page, sizes))
      expect(await page.evaluate(unevenParts, look), `${path} at ${size}`).toEqual([])
  }
})

/** The words of texts that are broken over lines, or reach the side of their card. Runs in the page. */
function brokenWords(texts: readonly Element[]): string[] {
  return texts.flatMap((text) => {
    const { firstChild } = text
    const card = (text.closest('label') ?? text).getBoundingClientRect()
    return [...(firstChild?.textContent ?? '').matchAll(/\S+/g)].flatMap(({ 0: word, index }) => {
      const range = document.createRange()
      range.setStart(firstChild as Node, index)
      range.setEnd(firstChild as Node, index + word.length)
      const { left, right } = range.getBoundingClientRect()
      const isClear = Math.min(left - card.left, card.right - right) > 5
      return range.getClientRects().length > 1 || !isClear ? [word] : []
    })
  })
}

test('banner and bar stay at the top, in a low window the bar alone, as long as half of it is left @plain', async ({
  page,
}) => {
  for (const path of ['/uk/faq', '/uk/product/vol-i-phoenix-edition']) {
    await page.goto(path)
    for await (const { height, size } of windowsOf(page, '320x568 390x844 768x1024 1280x720 844x390')) {
      const isBannerSticky = height > 390
      await page.evaluate(() => scrollTo({ top: 900, behavior: 'instant' }))
      const at = `${path} at ${size}`
      const banner = await boxOf(page, 'header a')
      const bar = await boxOf(page, BAR)
      expect(banner.top >= 0, `${at}: the banner`).toBe(isBannerSticky)
      expect(bar.top, `${at}: the bar`).toBe(isBannerSticky ? banner.bottom : 0)
      const buyBar = page.locator('[data-buybar]:visible')
      const end = (await buyBar.count()) > 0 ? await boxOf(page, '[data-buybar]') : { top: height }
      expect(end.top - bar.bottom, `${at}: left of the window`).toBeGreaterThanOrEqual(height / 2)
    }
  }
})

test('in the lowest windows no bar is sticky, and a wand is visible with its name and checkbox', async ({
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

test('the names of a gift’s wands keep clear of the sides of their cards, and words stay whole, also twice as large', async ({
  page,
}) => {
  const devtools = await page.context().newCDPSession(page)
  await post(page, '/us/redeem', { words: 'amber lantern owl' })
  await openPage(page, '/us/redeem/review')
  await page.getByRole('radio', { name: 'Add a Premium Wand' }).press(' ')
  const wands = page.locator('label:has(input[name=wand]) > span')
  await expect(wands).toHaveCount(5)
  for (const [width, standard] of [
    [320, 16],
    [390, 16],
    [600, 16],
    [768, 16],
    [390, 32],
  ] as const) {
    await devtools.send('Page.setFontSizes', { fontSizes: { standard } })
    await page.setViewportSize({ width, height: 800 })
    const at = `${width} px, letters of ${standard}`
    expect(await wands.evaluateAll(brokenWords), at).toEqual([])
    expect(await page.locator('label:has(input[name=upgrade]) b').evaluateAll(brokenWords), at).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth), at).toBe(width)
  }
})

test.describe('with text twice as large on a phone', () => {
  test.beforeEach(async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 })
    const devtools = await page.context().newCDPSession(page)
    await devtools.send('Page.setFontSizes', { fontSizes: { standard: 32 } })
  })

  test('nothing scrolls horizontally or overflows its card, and lines are long enough to read', async ({
    page,
  }) => {
    for (const [path, cards] of [
      ['/us', 'main h1'],
      ['/us/products', 'main li:has(h2)'],
      ['/us/product/magic-wand', 'main li:has(h3)'],
      ['/uk/product/magic-wand-collectors-set', 'main label'],
      ['/uk/waitlist', 'main form'],
      ['/uk/terms-and-conditions', 'h2'],
      [
        '/uk/product/vol-i-phoenix-edition?option=premium-wand&wand=unicorn-chestnut',
        '[data-limited], label',
      ],
    ] as const) {
      await page.goto(path)
      // Some are rendered later.
      await expect(page.locator(cards).first()).toBeAttached()
      const leaving = await page.locator(`body, ${cards}`).evaluateAll((parts) =>
        parts.flatMap((part) => {
          const { scrollWidth, clientWidth, textContent } =
            part === document.body ? document.documentElement : part
          return scrollWidth > clientWidth ? [textContent] : []
        }),
      )
      expect.soft(leaving, path).toEqual([])
    }
    const line = page.getByText('Turned like a chair leg, gripped like a horn.').first()
    expect(await line.evaluate((one) => one.clientWidth), 'the chosen wand').toBeGreaterThan(150)
  })

  test('cart and cookie notice fit', async ({ page, context }) => {
    await context.clearCookies({ name: 'cookieConsent' })
    await fillCart(page, 'us', ['unicorn-chestnut'])
    await openPage(page, '/us/cart')
    expect(await page.getByRole('region', { name: 'Cookie notice' }).evaluate(misplacedControls)).toEqual([])
    expect(await page.getByRole('main').evaluate(misplacedControls), 'the page').toEqual([])
    await page.goto('/us/about')
    await openDrawer(page)
    await expect(drawerOf(page).getByRole('button', { name: 'One more' })).toBeVisible()
    expect(await drawerOf(page).evaluate(misplacedControls), 'the drawer').toEqual([])
  })
})

test('a long word in a product’s name, or in what the owner tells of the company, causes no overflow', async ({
  page,
}) => {
  await page.setViewportSize({ width: 320, height: 800 })
  await fillCart(page, 'uk')
  for (const [path, names] of [
    ['/uk', 'main h3'],
    ['/us/product/magic-wand', 'main h3'],
    ['/uk/cart', 'main [data-line] h2'],
    ['/uk', 'footer p:has-text("All rights reserved")'],
    ['/uk/privacy-policy', 'main tbody th'],
    ['/uk/press', 'main a[href^="mailto:"]'],
  ] as const) {
    await openPage(page, path)
    await expect(page.locator(names).first()).toBeVisible()
    await page.locator(names).evaluateAll((all) => {
      for (const name of all) (name.querySelector('a') ?? name).textContent = 'Gryphonfeatherquillcasest'
    })
    expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBe(320)
  }
})

/** Where purchase bar, cookie notice and the last words are at the start, in the middle and at the end. Runs in the page. */
function placesOfBars() {
  const placeOf = (selector: string) => {
    const { top, bottom } = document.querySelector(selector)?.getBoundingClientRect() ?? new DOMRect()
    return { top, bottom }
  }
  scrollTo({ top: 0, behavior: 'instant' })
  const end = document.documentElement.scrollHeight
  return [0, end / 2, end].map((top) => {
    scrollTo({ top, behavior: 'instant' })
    const [bar, toast] = [placeOf('[data-buybar]'), placeOf('[data-cookie-notice]')]
    return { bar, toast, words: placeOf('footer p:last-child') }
  })
}

test('the purchase bar stays to the end of the page, with room for the footer and the cookie notice above @plain', async ({
  page,
  context,
}) => {
  await context.clearCookies({ name: 'cookieConsent' })
  for (const product of ['vol-ii-magical-you-pre-order', 'keyhole-tote', 'magic-wand-collectors-set']) {
    await page.goto(`/us/product/${product}`)
    for await (const { size } of windowsOf(page, '280x664 320x664 390x664 768x664')) {
      const at = `${product} at ${size}`
      const places = await page.evaluate(placesOfBars)
      expect(places[0]?.toast.bottom, at).toBeGreaterThan(0)
      expect(places[2]?.words.bottom, at).toBeLessThanOrEqual((places[2]?.bar.top ?? 0) + 0.5)
      for (const { bar, toast } of places) {
        expect(toast.bottom, at).toBeLessThanOrEqual(bar.top + 0.5)
        expect(bar.bottom - bar.top, at).toBeGreaterThan(40)
        expect(bar.bottom, at).toBeCloseTo(664, 0)
      }
    }
  }
})

test('on the first screen are the wands with price and button, Vol. II with its name, total and button @plain', async ({
  page,
  context,
}) => {
  await context.clearCookies({ name: 'cookieConsent' })
  const desktops = '1024x768 1280x720 1920x1080'
  await page.goto('/us/product/magic-wand')
  await expectInSight(page, ['main li h3', 'main li h3 + div', 'main li button'], `390x844 ${desktops}`)
  await page.goto('/us/product/vol-ii-magical-you-pre-order')
  await expectInSight(page, ['h1', '[data-buybar] :text("Vol. II")'], '390x844')
  const total = ['[data-total] b:visible', 'main button:text("Order Now"):visible']
  await expectInSight(page, ['h1', ...total], desktops)
})
