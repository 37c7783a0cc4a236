import { expect, type Page } from '@playwright/test'

/** Position of the element in the window, px. */
export async function boxOf(page: Page, selector: string) {
  return page
    .locator(selector)
    .first()
    .evaluate((element) => {
      const { top, bottom, left, right } = element.getBoundingClientRect()
      return { top, bottom, left, right }
    })
}

/** Controls and prices that leave the window, are too small, or that another one overlaps. Runs in the page. */
export function misplacedControls(around: Element): string[] {
  const parts = [...around.querySelectorAll('[data-price], a, button, input:not([type="hidden"]), select')]
  const shown = parts.filter((one) => one.checkVisibility())
  const boxes = shown.map((one) => one.getBoundingClientRect())
  const isMisplaced = (one: DOMRect, at: number) =>
    one.left < 0 ||
    one.right > innerWidth ||
    one.width < 24 ||
    boxes.some(
      (other, to) =>
        to > at &&
        Math.min(one.right, other.right) - Math.max(one.left, other.left) > 1 &&
        Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > 1,
    )
  return shown.flatMap((part, at) => {
    const box = boxes[at]
    return box && isMisplaced(box, at) ? [part.outerHTML] : []
  })
}

/** Resizes the window to each size in turn, such as `390x844 1024x768`. */
export async function* windowsOf(page: Page, sizes: string) {
  for (const size of sizes.split(' ')) {
    const [width = 0, height = 0] = size.split('x').map(Number)
    await page.setViewportSize({ width, height })
    yield { width, height, size }
  }
}

/** Where a part is, and whether nothing covers the text in its middle. Runs in the page. */
function lookAt(part: Element) {
  const { left, top, bottom } = part.getBoundingClientRect()
  const isShown = (y: number) => part.contains(document.elementFromPoint(left + 12, (top + bottom) / 2 + y))
  // The letters of a button are 1rem high.
  const isUncovered = isShown(-7) && isShown(7)
  return { isUncovered, height: bottom - top, pageWidth: document.documentElement.scrollWidth }
}

/** The parts are in each of the windows without scrolling, nothing covers them, and they leave room for the page. */
export async function expectInSight(page: Page, parts: readonly string[], sizes: string) {
  for await (const { width, height, size } of windowsOf(page, sizes))
    for (const part of parts) {
      const [shown, at] = [page.locator(part).first(), `${part} at ${size}`]
      await expect.soft(shown, at).toBeInViewport({ ratio: 1 })
      const seen = await shown.evaluate(lookAt)
      expect.soft(seen.isUncovered, `${at} is uncovered`).toBe(true)
      expect.soft(seen.height, `${at} leaves room for the page`).toBeLessThanOrEqual(0.6 * height)
      expect.soft(seen.pageWidth, at).toBe(width)
    }
}
