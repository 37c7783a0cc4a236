import { linkOf } from './page-links.ts'
import { type Framework, fetchData, fetchParts } from './page-prefetch.ts'

/** How long the pointer rests on a link that somebody means, milliseconds; sweeping over it takes less. */
const REST_MS = 40

/** Where a link that may be fetched ahead leads, unless that is here. */
export function targetOf(link: HTMLAnchorElement): URL | null {
  if (!link.dataset.page?.includes('ahead') || link.origin !== location.origin) return null
  const isHere = link.pathname + link.search === location.pathname + location.search
  return isHere ? null : new URL(link.href)
}

/**
 * Fetches pages ahead of the press: when the pointer rests on a link, when it is touched, and when the keyboard reaches it.
 */
export function prefetchOnIntent(framework: Framework): void {
  let resting: ReturnType<typeof setTimeout> | undefined

  function prefetch(link: HTMLAnchorElement) {
    const url = targetOf(link)
    if (!url) return
    void fetchData(framework, url)
    void fetchParts(framework, url)
  }
  function onSign(event: Event) {
    const link = linkOf(event)
    clearTimeout(resting)
    if (!link) return
    if (event.type === 'pointerover') resting = setTimeout(prefetch, REST_MS, link)
    else prefetch(link)
  }
  for (const sign of ['pointerover', 'pointerdown', 'focusin']) {
    document.addEventListener(sign, onSign, { capture: true, passive: true })
  }
}
