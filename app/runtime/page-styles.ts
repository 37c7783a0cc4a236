import { whenIdle } from './idle.ts'
import { readPlan } from './page-plan.ts'

/**
 * Keeps the page's stylesheets in an order that never makes the browser measure all text again at a bad moment.
 *
 * A document has its stylesheets at the fold (`<Fold>`), or at the end of the body. Later pages append theirs to
 * the end of the body, where they apply as soon as they have loaded: each is scoped to its page, so it changes
 * nothing on the current one, and the next page is shown when its own have loaded. They are never removed. A
 * stylesheet that is added or removed before others, or whose `media` changes, makes Chromium measure all text
 * again.
 *
 * Stylesheets at the fold would go with their page. So copies of them are appended after hydration with a `media`
 * that matches nothing, and replace the originals at once: when idle, or when the page goes. (`moveBefore` needs no
 * copies, but Chromium 150 drops stylesheets that were kept from an earlier page when they are moved.)
 * Decision: docs/decisions/012-progressive-hydration.md
 */

type Sheet = {
  readonly link: HTMLLinkElement
  /** Settles when it has loaded or failed. */
  readonly loaded: Promise<unknown>
  /** Also true when it has failed. */
  isLoaded: boolean
  hasFailed: boolean
}

const NEVER_MATCHES = 'not all'
const isBrowser = typeof document !== 'undefined'

/** URLs of the stylesheets of the document. */
const documentStyles: readonly string[] = (isBrowser && readPlan()?.styles) || []

const isDocumentStyle = (link: Element) => documentStyles.includes(link.getAttribute('href') ?? '')

function findStylesAtFold(): readonly HTMLLinkElement[] {
  const links = isBrowser ? document.querySelectorAll<HTMLLinkElement>('main link[rel="stylesheet"]') : []
  return [...links].filter(isDocumentStyle)
}

let isAtFold = findStylesAtFold().length > 0

/** Whether the document's stylesheets are at the fold rather than at the end of the body. */
export function areStylesAtFold(): boolean {
  return isAtFold
}

/** URLs of the document's stylesheets if they are at the end of the body. */
export function stylesAtEnd(): readonly string[] {
  return isAtFold ? [] : documentStyles
}

/** Stylesheets added by this module, by URL. */
const sheets = new Map<string, Sheet>()

/** The first stylesheet of a later page: the copies go before it, as later pages override earlier ones. */
function findFirstLaterStyle(): Element | null {
  const links = document.querySelectorAll('body > link[rel="stylesheet"]')
  return [...links].find((link) => !isDocumentStyle(link)) ?? null
}

function addSheet(href: string): Sheet {
  const link = document.createElement('link')
  link.rel = 'stylesheet'
  link.href = href
  const isCopy = isDocumentStyle(link)
  if (isCopy) link.media = NEVER_MATCHES
  // A failed stylesheet counts as loaded: a page without it is better than none.
  const loaded = new Promise<void>((resolve) => {
    const done = () => {
      sheet.isLoaded = true
      resolve()
    }
    link.onload = done
    link.onerror = () => {
      sheet.hasFailed = true
      done()
    }
  })
  const sheet: Sheet = { link, loaded, isLoaded: false, hasFailed: false }
  sheets.set(href, sheet)
  document.body.insertBefore(link, isCopy ? findFirstLaterStyle() : null)
  return sheet
}

/** The added stylesheets among those of a page, after the copies where the document's are still at the fold. */
function sheetsFor(hrefs: readonly string[]): readonly Sheet[] {
  const added = isAtFold
    ? [...documentStyles, ...hrefs]
    : hrefs.filter((href) => !documentStyles.includes(href))
  return [...new Set(added)].map((href) => sheets.get(href) ?? addSheet(href))
}

/** Replaces the document's stylesheets at the fold with their copies at the end of the body. */
export function moveStylesToEnd(): void {
  if (!isAtFold) return
  const originals = findStylesAtFold()
  for (const { link } of sheetsFor([])) link.media = ''
  for (const link of originals) link.remove()
  isAtFold = false
}

/** Does the same while the page stays visible: only if all copies have loaded. */
export function moveStylesToEndIfLoaded(): void {
  if (sheetsFor([]).every(({ isLoaded, hasFailed }) => isLoaded && !hasFailed)) moveStylesToEnd()
}

/** Does the same when the browser is idle: it takes 0.1 s on a slow phone, which the next navigation then saves. */
export async function moveStylesToEndWhenIdle(): Promise<void> {
  if (!isAtFold) return
  await fetchStyles([])
  await new Promise<void>((resolve) => whenIdle(resolve))
  moveStylesToEndIfLoaded()
}

/** Loads the stylesheets of another page. Settles when all have loaded or failed. */
export function fetchStyles(hrefs: readonly string[]): Promise<unknown> {
  return Promise.all(sheetsFor(hrefs).map(({ loaded }) => loaded))
}

/**
 * Makes the stylesheets of another page apply.
 * @returns false when some have not loaded yet; then nothing is changed
 */
export function applyStyles(hrefs: readonly string[]): boolean {
  const wanted = sheetsFor(hrefs)
  if (!wanted.every(({ isLoaded }) => isLoaded)) return false
  for (const { link } of wanted) if (link.media) link.media = ''
  return true
}
