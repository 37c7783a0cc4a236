import { areFontsDeferred } from './fonts.ts'
import { whenIdle } from './idle.ts'
import { targetOf } from './link-prefetch.ts'
import { type Framework, fetchData, fetchParts } from './page-prefetch.ts'
import { gatherStyles } from './page-styles.ts'

/** Kinds of pages whose code is fetched ahead, and products in sight whose data is: a page at most. */
const MOST_KINDS = 2
const MOST_PRODUCTS = 4

const PRODUCT = /^\/(us|uk)\/product\/[^/]+$/
const LIST = /^\/(us|uk)(\/products)?$/

/** False where the browser saves data or reports a very slow connection. Browsers that report nothing count as fast. */
function mayPrefetch(): boolean {
  const connection: unknown = Reflect.get(navigator, 'connection')
  if (typeof connection !== 'object' || connection === null) return true
  const { saveData, effectiveType } = connection as { saveData?: boolean; effectiveType?: string }
  return saveData !== true && !/2g$/.test(effectiveType ?? '')
}

/** Where the links of the page's own part lead, each once. */
function targets(links: Iterable<HTMLAnchorElement>): readonly URL[] {
  const found = new Map<string, URL>()
  for (const link of links) {
    const url = targetOf(link)
    if (url) found.set(url.pathname, url)
  }
  return [...found.values()]
}

function pageLinks(): NodeListOf<HTMLAnchorElement> {
  return document.querySelectorAll<HTMLAnchorElement>('main a[data-page]')
}

/**
 * Those of some links whose card can be seen, or which can be seen where they stand alone. The browser tells when it paints:
 * to measure them has the page laid out at once.
 */
function inSight(links: readonly HTMLAnchorElement[]): Promise<readonly HTMLAnchorElement[]> {
  if (links.length === 0) return Promise.resolve(links)
  const cardOf = (link: Element) => link.closest('li') ?? link
  return new Promise((resolve) => {
    const observer = new IntersectionObserver((entries) => {
      observer.disconnect()
      const seen = entries.filter((one) => one.isIntersecting && one.boundingClientRect.height > 0)
      const cards = new Set(seen.map(({ target }) => target))
      resolve(links.filter((link) => cards.has(cardOf(link))))
    })
    for (const card of new Set(links.map(cardOf))) observer.observe(card)
  })
}

const idle = () => new Promise<void>((resolve) => whenIdle(resolve))

/** Code and stylesheets of the kinds of pages that may follow, one after the other: each takes the processor a moment. */
async function fetchKinds(framework: Framework, pages: readonly URL[]): Promise<void> {
  const kinds = [PRODUCT, LIST].flatMap((kind) => pages.find(({ pathname }) => kind.test(pathname)) ?? [])
  for (const url of kinds.slice(0, MOST_KINDS)) {
    await fetchParts(framework, url)
    await idle()
  }
}

/** Data of products in sight. The first answer tells whether this visitor is somebody who would be asked for more. */
async function fetchProducts(framework: Framework): Promise<void> {
  const here = location.pathname
  const cards = targets(await inSight([...pageLinks()])).filter(({ pathname }) => PRODUCT.test(pathname))
  for (const url of cards.slice(0, MOST_PRODUCTS)) {
    // Gone on, or a visitor with pages of their own.
    if (location.pathname !== here || !(await fetchData(framework, url))) return
    await idle()
  }
}

async function prefetch(framework: Framework): Promise<void> {
  await idle()
  // Side by side: on a slow line each takes half a second to begin.
  const kinds = fetchKinds(framework, targets(pageLinks()))
  await Promise.all([kinds, fetchProducts(framework)])
  // For the way on to any page. Faces that come late bring them along.
  if (!areFontsDeferred()) await gatherStyles()
}

/**
 * Once the browser has nothing better to do, fetches what the pages that this one leads to consist of, and the data of a
 * few products in sight, so that a click needs no network. Not for visitors who save data.
 */
export function prefetchLikelyPages(framework: Framework): void {
  if (mayPrefetch()) void prefetch(framework)
}
