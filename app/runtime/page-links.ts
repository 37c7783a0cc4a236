import type { DataRouter } from 'react-router'

/** The link to a page of the shop that an event is about. */
export function linkOf(event: Event): HTMLAnchorElement | null {
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

/** Makes the shop's links work without loading documents. */
export function startPageLinks(router: DataRouter): void {
  // On the window, where everything that belongs to the page has had its say.
  window.addEventListener('click', (event) => follow(router, event))
}
