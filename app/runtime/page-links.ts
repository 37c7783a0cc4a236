import type { DataRouter } from 'react-router'
import { isPlainClick } from '../components/ui/plain-click.ts'

/** The link to a page of the shop (`<PageLink>`) that an event occurred in. */
export function findPageLink(event: Event): HTMLAnchorElement | null {
  return event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[data-page]') : null
}

/** Navigates on the client. Components that handle a click themselves prevent its default action. */
function followLink(router: DataRouter, event: MouseEvent): void {
  const link = findPageLink(event)
  if (!link || event.defaultPrevented || !isPlainClick(event)) return
  if (link.target !== '' && link.target !== '_self') return
  const { pathname, search, hash, href } = link
  const options = link.dataset.page ?? ''
  event.preventDefault()
  void router.navigate(pathname + search + hash, {
    replace: options.includes('replace') || href === location.href,
    preventScrollReset: options.includes('stay'),
  })
}

/** Handles clicks on all links to pages of the shop, present and future, as client-side navigations. */
export function startPageLinks(router: DataRouter): void {
  // On the window, so that it runs after all handlers of the page.
  window.addEventListener('click', (event) => followLink(router, event))
}
