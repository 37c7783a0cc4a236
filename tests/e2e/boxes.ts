import type { Page } from '@playwright/test'

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
