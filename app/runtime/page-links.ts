import { type DataRouter, matchRoutes } from 'react-router'
import { fetchStyles } from './page-styles.ts'

type Manifest = import('react-router').UNSAFE_AssetsManifest
type Modules = import('react-router').UNSAFE_RouteModules
type Framework = {
  readonly router: DataRouter
  readonly manifest: Manifest
  readonly modules: Modules
}

/** How long the pointer rests on a link that somebody means, milliseconds; sweeping over it takes less. */
const REST_MS = 40
/** What was fetched ahead counts as long as browsers may keep it, milliseconds. */
const FRESH_MS = 60_000

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

/** The routes of an address whose data a visit would ask for, in the framework's own order, and whether it is all of them. */
function dataRoutes({ router, manifest, modules }: Framework, url: URL) {
  const { location: current, matches: here } = router.state
  const matches = matchRoutes(router.routes, url) ?? []
  const withData = matches.filter(({ route }) => manifest.routes[route.id]?.hasLoader)
  const wanted = withData.filter(({ route, params, pathname }) => {
    const same = here.find((match) => match.route.id === route.id)
    const ask = modules[route.id]?.shouldRevalidate
    if (!same || !ask || same.pathname !== pathname) return true
    return ask({
      currentUrl: new URL(current.pathname + current.search, url),
      currentParams: same.params,
      nextUrl: url,
      nextParams: params,
      defaultShouldRevalidate: url.search !== current.search,
    })
  })
  return { matches, wanted: wanted.map(({ route }) => route.id), isAll: wanted.length === withData.length }
}

/** The address at which the framework asks for the data of a page. */
function dataAddress(url: URL, routes: readonly string[], isAll: boolean): string {
  const address = new URL(`${url.pathname.replace(/\/$/, '/_')}.data${url.search}`, url)
  if (!isAll) address.searchParams.set('_routes', routes.join())
  return address.href
}

/** Fetches what a visit to a page will need. The browser keeps it, so that a click finds it there. */
function fetchPage(framework: Framework, url: URL): void {
  const { matches, wanted, isAll } = dataRoutes(framework, url)
  const parts = matches.flatMap(({ route }) => framework.manifest.routes[route.id] ?? [])
  for (const part of parts) void import(/* @vite-ignore */ part.module).catch(() => undefined)
  void fetchStyles(parts.flatMap(({ css }) => css ?? []))
  if (wanted.length > 0) fetch(dataAddress(url, wanted, isAll)).catch(() => undefined)
}

/**
 * Makes the shop's links work without loading documents, and fetches pages ahead of the press: when the pointer rests on
 * a link, when it is touched, and when the keyboard reaches it.
 */
export function startPageLinks(framework: Framework): void {
  const fetched = new Map<string, number>()
  let resting: ReturnType<typeof setTimeout> | undefined

  function fetchAhead(link: HTMLAnchorElement) {
    const url = new URL(link.href)
    const isHere = url.pathname + url.search === location.pathname + location.search
    const isFresh = performance.now() - (fetched.get(url.href) ?? Number.NEGATIVE_INFINITY) < FRESH_MS
    if (isHere || isFresh || url.origin !== location.origin) return
    fetched.set(url.href, performance.now())
    fetchPage(framework, url)
  }
  function onSign(event: Event) {
    const link = linkOf(event)
    clearTimeout(resting)
    if (!link?.dataset.page?.includes('ahead')) return
    if (event.type === 'pointerover') resting = setTimeout(fetchAhead, REST_MS, link)
    else fetchAhead(link)
  }
  for (const sign of ['pointerover', 'pointerdown', 'focusin']) {
    document.addEventListener(sign, onSign, { capture: true, passive: true })
  }
  // On the window, where everything that belongs to the page has had its say.
  window.addEventListener('click', (event) => follow(framework.router, event))
}
