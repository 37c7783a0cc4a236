import { findPageLink } from './page-links.ts'
import { type ClientRouter, prefetchAssets, prefetchData } from './page-prefetch.ts'

/** How long the pointer has to rest on a link before it is prefetched, ms; sweeping across it takes less. */
const HOVER_MS = 40

/** The URL of a link that may be prefetched; null for other links and for the current page. */
export function prefetchTargetOf(link: HTMLAnchorElement): URL | null {
  if (!link.dataset.page?.includes('ahead') || link.origin !== location.origin) return null
  const isCurrent = link.pathname + link.search === location.pathname + location.search
  return isCurrent ? null : new URL(link.href)
}

/** Prefetches a page when the pointer rests on its link, when the link is touched, and when it is focused. */
export function prefetchOnIntent(client: ClientRouter): void {
  let hoverTimer: ReturnType<typeof setTimeout> | undefined

  function prefetch(link: HTMLAnchorElement) {
    const url = prefetchTargetOf(link)
    if (!url) return
    void prefetchData(client, url)
    void prefetchAssets(client, url)
  }
  function onIntent(event: Event) {
    const link = findPageLink(event)
    clearTimeout(hoverTimer)
    if (!link) return
    if (event.type === 'pointerover') hoverTimer = setTimeout(prefetch, HOVER_MS, link)
    else prefetch(link)
  }
  for (const type of ['pointerover', 'pointerdown', 'focusin']) {
    document.addEventListener(type, onIntent, { capture: true, passive: true })
  }
}
