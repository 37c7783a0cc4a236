import { expect, type Page } from '@playwright/test'
import { boxOf, expectInSight, windowsOf } from './boxes.ts'
import { test } from './visitor.ts'

/** The first picture of the home page, in windows of every shape. */

const _BAR = 'header div[data-theme]:has(nav[aria-label=Main])'
const HERO = 'section[aria-labelledby=hero-title]'
const PURCHASE = `${HERO} a:text("PURCHASE")`

test('on a first visit PURCHASE is in sight above the cookie notice, in windows of every shape @plain', async ({
  page,
  context,
}) => {
  await context.clearCookies({ name: 'cookieConsent' })
  await page.goto('/us')
  await expectInSight(page, [PURCHASE], '568x320')
  await page.goto('/uk')
  await expectInSight(page, [PURCHASE], '320x568 375x667 390x844 1440x900 568x320 667x375 915x412')
})

/** Where the book, the keyhole and the touched triangle are in the first picture, as shares of its size. */
const IN_SCENE = {
  wide: { book: [0.627, 0.772, 0.521, 0.904], keyhole: 0.185, touch: [0.713, 0.803] },
  tall: { book: [0.318, 0.681, 0.51, 0.937], keyhole: 0.135, touch: [0.531, 0.826] },
} as const

/** The first picture as it is shown: places in the window, px. */
async function heroScene(page: Page) {
  const picture = page.locator(`${HERO} img[fetchpriority]`)
  /** Its shape, once the picture that is due in this window has come. Runs in the page. */
  const shapeOf = (img: HTMLImageElement) => {
    const sources = [...(img.parentElement?.querySelectorAll('source') ?? [])]
    const isTall = sources.some(({ srcset, media }) => srcset.includes('tall') && matchMedia(media).matches)
    if (!img.complete || img.naturalWidth === 0 || img.currentSrc.includes('tall') !== isTall) return null
    return isTall ? 'tall' : 'wide'
  }
  // A resized window loads the other one.
  await expect.poll(() => picture.evaluate(shapeOf)).not.toBeNull()
  const shares = IN_SCENE[(await picture.evaluate(shapeOf)) ?? 'wide']
  const image = await picture.boundingBox()
  if (!image) throw new Error('no picture')
  const [left, right, top, bottom] = shares.book
  const x = (share: number) => image.x + share * image.width
  const y = (share: number) => image.y + share * image.height
  return {
    frame: await boxOf(page, `${HERO} [data-scene]`),
    book: { left: x(left), right: x(right), top: y(top), bottom: y(bottom) },
    keyholeTop: y(shares.keyhole),
    touch: { x: x(shares.touch[0]), y: y(shares.touch[1]) },
  }
}

/** The words and pictures of the first section that reach into a place. Runs in the page. */
function overlapping(parts: readonly Element[], place: Awaited<ReturnType<typeof heroScene>>['book']) {
  return parts
    .filter((part) => {
      const range = document.createRange()
      range.selectNodeContents(part)
      const { left, right, top, bottom } = (
        part instanceof HTMLImageElement ? part : range
      ).getBoundingClientRect()
      return right > place.left && left < place.right && bottom > place.top && top < place.bottom
    })
    .map((part) => part.outerHTML)
}

test('book, touch and triangle are whole in every window, and nothing lies over the cover @plain', async ({
  page,
}) => {
  await page.goto('/us')
  const parts = `:is(h1, h1 + p, [href$="/products"], a[href="#unlock"]:not([tabindex]), [aria-hidden] img)`
  const sizes = '320x568 390x844 667x375 768x1024 1024x768 1440x900 2560x1080'
  for await (const { width, height, size } of windowsOf(page, sizes)) {
    const { book, touch, frame, keyholeTop } = await heroScene(page)
    expect(book.left, size).toBeGreaterThanOrEqual(0)
    expect(book.right, size).toBeLessThanOrEqual(width)
    expect(book.top, size).toBeGreaterThanOrEqual(frame.top)
    expect(book.bottom, size).toBeLessThanOrEqual(Math.min(frame.bottom, height))
    expect(touch.y, size).toBeLessThan(frame.bottom)
    if (width < 480 || width >= 1440)
      expect(keyholeTop, `the keyhole at ${size}`).toBeGreaterThanOrEqual(frame.top)
    const shown = page.locator(`${HERO} ${parts}`)
    expect(await shown.count()).toBeGreaterThan(3)
    expect(await shown.evaluateAll(overlapping, book), size).toEqual([])
  }
})
