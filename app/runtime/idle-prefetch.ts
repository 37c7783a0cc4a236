import { isDataScarce } from './connection.ts'
import { areFontsDeferred } from './fonts.ts'
import { whenIdle } from './idle.ts'
import { prefetchTargetOf } from './link-prefetch.ts'
import { type ClientRouter, prefetchAssets, prefetchData } from './page-prefetch.ts'
import { moveStylesToEndWhenIdle } from './page-styles.ts'

/** At most so many kinds of pages whose code is prefetched, and visible products whose data is. */
const MAX_KINDS = 2
const MAX_PRODUCTS = 4

const PRODUCT = /^\/(us|uk)\/product\/[^/]+$/
const LIST = /^\/(us|uk)(\/products)?$/

/** The distinct pages that some links lead to. */
function targetsOf(links: Iterable<HTMLAnchorElement>): readonly URL[] {
  const targets = new Map<string, URL>()
  for (const link of links) {
    const url = prefetchTargetOf(link)
    if (url) targets.set(url.pathname, url)
  }
  return [...targets.values()]
}

function mainLinks(): NodeListOf<HTMLAnchorElement> {
  return document.querySelectorAll<HTMLAnchorElement>('main a[data-page]')
}

/**
 * Those of some links that are in the viewport, or whose list item is. Uses an observer, which reports after the next
 * paint: measuring the elements would force a layout.
 */
function findVisibleLinks(links: readonly HTMLAnchorElement[]): Promise<readonly HTMLAnchorElement[]> {
  if (links.length === 0) return Promise.resolve(links)
  const cardOf = (link: Element) => link.closest('li') ?? link
  return new Promise((resolve) => {
    const observer = new IntersectionObserver((entries) => {
      observer.disconnect()
      const visible = entries.filter((entry) => entry.isIntersecting && entry.boundingClientRect.height > 0)
      const cards = new Set(visible.map(({ target }) => target))
      resolve(links.filter((link) => cards.has(cardOf(link))))
    })
    for (const card of new Set(links.map(cardOf))) observer.observe(card)
  })
}

const idle = () => new Promise<void>((resolve) => whenIdle(resolve))

/** Prefetches code and stylesheets for each kind of page, one after the other, as evaluating each takes CPU time. */
async function prefetchKinds(client: ClientRouter, pages: readonly URL[]): Promise<void> {
  const kinds = [PRODUCT, LIST].flatMap((kind) => pages.find(({ pathname }) => kind.test(pathname)) ?? [])
  for (const url of kinds.slice(0, MAX_KINDS)) {
    await prefetchAssets(client, url)
    await idle()
  }
}

/**
 * Prefetches the data of visible products. Stops when the visitor leaves the page, or when a response cannot be
 * reused: then this visitor's pages are personal, and so would the others be.
 */
async function prefetchProducts(client: ClientRouter): Promise<void> {
  const here = location.pathname
  const links = await findVisibleLinks([...mainLinks()])
  const products = targetsOf(links).filter(({ pathname }) => PRODUCT.test(pathname))
  for (const url of products.slice(0, MAX_PRODUCTS)) {
    if (location.pathname !== here || !(await prefetchData(client, url))) return
    await idle()
  }
}

async function prefetch(client: ClientRouter): Promise<void> {
  await idle()
  // In parallel: on a slow network each request takes half a second to begin.
  const kinds = prefetchKinds(client, targetsOf(mainLinks()))
  await Promise.all([kinds, prefetchProducts(client)])
  // Makes the next navigation cheaper. `loadFonts` does the same where fonts are deferred.
  if (!areFontsDeferred()) await moveStylesToEndWhenIdle()
}

/**
 * Prefetches, when the browser is idle, the code and stylesheets of the pages that this one links to, and the data
 * of a few visible products, so that a click needs no network. Does nothing for visitors who save data.
 */
export function prefetchLikelyPages(client: ClientRouter): void {
  if (!isDataScarce(/2g$/)) void prefetch(client)
}
