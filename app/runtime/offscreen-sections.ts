import { whenIdle } from './idle.ts'
import { loadPictures } from './idle-pictures.ts'

/** Sections to which `styles/offscreen-sections.css` may give `content-visibility: auto`. */
const SECTIONS = 'main > div > *, main > div > div > *, main .buy > *, main .step, .foot'

/** Elements inside a section to which it may do the same. */
const NESTED = '.collection .card'

/**
 * Renders the offscreen sections one by one whenever the browser is idle, then loads their pictures. Then the page has
 * its real height, also after the window has been resized.
 */
export function completePageWhenIdle(): void {
  // Waits until idle: reading computed styles would force a style recalculation.
  whenIdle(() => {
    const sections = [...document.querySelectorAll<HTMLElement>(SECTIONS)]
    const pending = sections.filter((section) => getComputedStyle(section).contentVisibility === 'auto')
    const renderNext = () => {
      const section = pending.shift()
      if (!section) return loadPictures()
      section.style.contentVisibility = 'visible'
      pending.unshift(...section.querySelectorAll<HTMLElement>(NESTED))
      whenIdle(renderNext)
    }
    renderNext()
  })
}
