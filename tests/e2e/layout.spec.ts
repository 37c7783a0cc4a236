import { expect } from '@playwright/test'
import { boxOf, expectInSight, windowsOf } from './boxes.ts'
import { test } from './visitor.ts'

/** Windows of all sizes. The cart drawer is in cart-drawer.spec.ts; that nothing scrolls sideways at 320 px, in the journeys. */

const BAR = 'header div[data-theme]:has(nav[aria-label=Main])'

test('banner and bar stay at the top, in a low window the bar alone, in the lowest nothing, as long as half of it is left @plain', async ({
  page,
}) => {
  await page.goto('/uk/product/vol-i-phoenix-edition')
  for await (const { height, size } of windowsOf(page, '320x568 390x844 768x1024 1280x720 844x390 320x256')) {
    await page.evaluate(() => scrollTo({ top: 900, behavior: 'instant' }))
    const banner = await boxOf(page, 'header a')
    const bar = await boxOf(page, BAR)
    expect(banner.top >= 0, `${size}: the banner`).toBe(height > 390)
    expect(bar.top >= 0, `${size}: the bar`).toBe(height > 256)
    const buyBar = page.locator('[data-buybar]:visible')
    const end = (await buyBar.count()) > 0 ? await boxOf(page, '[data-buybar]') : { top: height }
    expect(end.top - Math.max(bar.bottom, 0), `${size}: left of it`).toBeGreaterThanOrEqual(height / 2)
  }
})

test('with text twice as large on a phone nothing scrolls horizontally or overflows its card, and lines are long enough to read', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Page.setFontSizes', { fontSizes: { standard: 32 } })
  for (const [path, cards] of [
    ['/us', 'main h1'],
    ['/us/product/magic-wand', 'main li:has(h3)'],
    ['/uk/product/magic-wand-collectors-set', 'main label'],
    ['/uk/waitlist', 'main form'],
    ['/uk/product/vol-i-phoenix-edition?option=premium-wand&wand=unicorn-chestnut', '[data-limited], label'],
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
  for (const product of ['vol-ii-magical-you-pre-order', 'magic-wand-collectors-set']) {
    await page.goto(`/us/product/${product}`)
    for await (const { size } of windowsOf(page, '320x664 390x664 768x664')) {
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

const DESKTOPS = '1024x768 1280x720 1920x1080 2560x1300'
const TOTAL = ['[data-total] b:visible', 'main button:text("Order Now"):visible']
const VOL_2 = '/us/product/vol-ii-magical-you-pre-order'
const TOAST = '[data-cookie-notice]'

/** What is in sight above the cookie notice, and itself in a low window. */
const FIRST_SCREENS: readonly (readonly [path: string, sizes: string, ...parts: string[]])[] = [
  ['/uk', `320x568 390x844 568x320 667x375 ${DESKTOPS}`, 'section a:text("PURCHASE")'],
  ['/us/product/magic-wand', `390x844 ${DESKTOPS}`, 'main li h3', 'main li h3 + div', 'main li button'],
  [VOL_2, '390x844', 'h1', '[data-buybar] :text("Vol. II")'],
  [VOL_2, DESKTOPS, 'h1', ...TOTAL],
  ['/us/faq', '1024x768', 'header >> text="Our Story"'],
  ['/us/faq', '568x320', ...['p', 'button >> nth=0', 'button >> nth=-1'].map((part) => `${TOAST} ${part}`)],
  ['/uk/redeem', '390x664', 'button:text("Redeem My Gift")'],
  ['/uk/redeem', '844x390', '[name=words]'],
]

test('on the first screen of a first visit is what a page is for, above the cookie notice @plain', async ({
  page,
  context,
}) => {
  await context.clearCookies({ name: 'cookieConsent' })
  for (const [path, sizes, ...parts] of FIRST_SCREENS) {
    if (new URL(page.url(), 'http://x').pathname !== path) await page.goto(path)
    await expectInSight(page, parts, sizes)
  }
})
