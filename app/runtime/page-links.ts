import type { DataRouter } from 'react-router'
import { type Framework, fetchData, fetchParts } from './pages-ahead.ts'

/** How long the pointer rests on a link that somebody means, milliseconds; sweeping over it takes less. */
const REST_MS = 40

/** The link to a page of the shop that an event is about. */
function linkOf(event: Event): HTMLAnchorElement | null {
  return event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[data-page]') : null
}

/** A press with the main button and no key, on a link for this window. */
function isPlain(event: MouseEvent, link: HTMLAnchorElement): boolean {
  const hasKey = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey
  return event.button === 0 && !hasKey && (link.target === '' || link.target === '_self')
}

/** Follows links to pages without loading documents. Components that have dealt with a press themselves prevent it. */
function follow(router: DataRouter, event: MouseEvent): void {
  const link = linkOf(event)
  if (!link || event.defaultPrevented || !isPlain(event, link)) return
  const { pathname, search, hash, href } = link
  const marks = link.dataset.page ?? ''
  event.preventDefault()
  void router.navigate(pathname + search + hash, {
    replace: marks.includes('replace') || href === location.href,
    preventScrollReset: marks.includes('stay'),
  })
}

/** Where a link that may be fetched ahead leads, unless that is here. */
export function targetOf(link: HTMLAnchorElement): URL | null {
  if (!link.dataset.page?.includes('ahead') || link.origin !== location.origin) return null
  const isHere = link.pathname + link.search === location.pathname + location.search
  return isHere ? null : new URL(link.href)
}

/**
 * Makes the shop's links work without loading documents, and fetches pages ahead of the press: when the pointer rests on
 * a link, when it is touched, and when the keyboard reaches it.
 */
export function startPageLinks(framework: Framework): void {
  let resting: ReturnType<typeof setTimeout> | undefined

  function fetchAhead(link: HTMLAnchorElement) {
    const url = targetOf(link)
    if (!url) return
    void fetchData(framework, url)
    void fetchParts(framework, url)
  }
  function onSign(event: Event) {
    const link = linkOf(event)
    clearTimeout(resting)
    if (!link) return
    if (event.type === 'pointerover') resting = setTimeout(fetchAhead, REST_MS, link)
    else fetchAhead(link)
  }
  for (const sign of ['pointerover', 'pointerdown', 'focusin']) {
    document.addEventListener(sign, onSign, { capture: true, passive: true })
  }
  // On the window, where everything that belongs to the page has had its say.
  window.addEventListener('click', (event) => follow(framework.router, event))
}
