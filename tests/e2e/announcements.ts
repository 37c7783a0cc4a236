import type { Page } from '@playwright/test'

type Announcements = { heard: string[]; lost: string[] }

/**
 * Simulates a screen reader: text put into a live region is announced if that region was rendered before, empty or
 * not. Runs in the page.
 */
function listen() {
  const REGIONS = '[aria-live=polite],[aria-live=assertive],[role=status],[role=alert]'
  const ears: Announcements = { heard: [], lost: [] }
  /** Regions that an earlier frame has rendered. */
  const known = new WeakSet<Element>()

  function look() {
    for (const region of document.querySelectorAll(REGIONS)) {
      if (!region.checkVisibility()) known.delete(region)
      else known.add(region)
    }
    requestAnimationFrame(look)
  }

  function hear(node: Node) {
    const element = node instanceof Element ? node : node.parentElement
    const region = element?.closest('[aria-live],[role=status],[role=alert]')
    const words = (node.textContent ?? '').replace(/\s+/g, ' ').trim()
    if (!region?.matches(REGIONS) || region.getAttribute('aria-live') === 'off' || words === '') return
    // Browsers also announce an alert that is inserted together with its text.
    const isAlert = region.getAttribute('role') === 'alert'
    const isHeard = isAlert || known.has(region)
    const isModal = document.querySelector('dialog:modal') !== null
    const isBehind = isModal && !region.closest('dialog:modal')
    ears[isHeard && !isBehind ? 'heard' : 'lost'].push(words)
  }

  new MutationObserver((records) => {
    for (const { type, target, addedNodes } of records)
      if (type === 'characterData') hear(target)
      else addedNodes.forEach(hear)
  }).observe(document, { childList: true, characterData: true, subtree: true })
  requestAnimationFrame(look)
  Object.assign(window, { ears })
}

/** Records announcements of the current page from now on. @returns those made, and texts that were not announced */
export async function recordAnnouncements(page: Page): Promise<() => Promise<Announcements>> {
  await page.evaluate(listen)
  return () => page.evaluate(() => (window as unknown as { ears: Announcements }).ears)
}

/** How often something was announced. */
export function countAnnouncements(said: readonly string[], words: string): number {
  return said.filter((text) => text.includes(words)).length
}
