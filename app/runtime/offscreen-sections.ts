import { whenIdle } from './idle.ts'

/** Where the sections stand that `styles/offscreen-sections.css` may leave out until they come near. */
const PLACES = 'main > div > *, main > div > div > *, main .buy > *, main .step, .foot'

/** What such a section may leave out in turn. */
const PARTS = '.collection .card'

/**
 * Once the page is there, has what was left out laid out after all, one section whenever there is time: then the page is
 * as long as it is, also after the window has changed its width.
 */
export function renderOffscreenSections(): void {
  // Until then the page is not styled anew only to be asked for this.
  whenIdle(() => {
    const sections = document.querySelectorAll<HTMLElement>(PLACES)
    const far = [...sections].filter((section) => getComputedStyle(section).contentVisibility === 'auto')
    const next = () => {
      const section = far.shift()
      if (!section) return
      section.style.contentVisibility = 'visible'
      far.unshift(...section.querySelectorAll<HTMLElement>(PARTS))
      whenIdle(next)
    }
    next()
  })
}
