import { readPlan } from './page-plan.ts'

/**
 * The stylesheets of pages. Those that a document came with stand in its middle or at its end; those in the middle are
 * moved to the end once the page has been taken over, so that they stay when it goes. Where a browser would load them anew
 * for that, they are left, and copies of them wait at the end, meant for no medium until their page goes. Stylesheets of later
 * pages are added at the end as well, and count as soon as they are there: each is scoped to its page, so it changes nothing
 * before that is shown, which waits for them. At the end and for good, because a stylesheet that comes or goes before others,
 * or changes its medium, makes the browser measure every text anew.
 */

type Sheet = { readonly link: HTMLLinkElement; readonly loaded: Promise<unknown>; isLoaded: boolean }

const NO_MEDIUM = 'not all'
const isBrowser = typeof document !== 'undefined'

/** Stylesheets that the page came with. */
const firstStyles: readonly string[] = (isBrowser && readPlan()?.styles) || []

type Place = Element & { moveBefore?: (node: Element, before: Element | null) => void }

function foldedStyles(): readonly HTMLLinkElement[] {
  const links = isBrowser ? document.querySelectorAll<HTMLLinkElement>('main link[rel="stylesheet"]') : []
  return [...links].filter((link) => firstStyles.includes(link.getAttribute('href') ?? ''))
}

let isFolded = foldedStyles().length > 0

/** Whether the page's stylesheets stand in its middle rather than at its end. */
export function areFolded(): boolean {
  return isFolded
}

/**
 * Moves stylesheets from the middle of the page to its end. The browser finds all styles anew for that, which takes a slow
 * telephone 0.1 s: not while somebody waits.
 */
export function gatherStyles(): void {
  if (!isFolded) return
  const links = foldedStyles()
  const body: Place = document.body
  // One that is still loading, or of a browser that can't move it as it is, stays where it is.
  if (!body.moveBefore || links.some(({ sheet }) => !sheet)) return
  for (const link of links) body.moveBefore(link, null)
  isFolded = false
}

/** Those that the page came with, where they stand at its end. */
export function stylesAtEnd(): readonly string[] {
  return isFolded ? [] : firstStyles
}

const sheets = new Map<string, Sheet>()

function add(href: string): Sheet {
  const link = document.createElement('link')
  link.rel = 'stylesheet'
  if (firstStyles.includes(href)) link.media = NO_MEDIUM
  link.href = href
  // One that can't be had is no reason to show nothing.
  const loaded = new Promise<void>((resolve) => {
    const done = () => {
      sheet.isLoaded = true
      resolve()
    }
    link.onload = done
    link.onerror = done
  })
  const sheet: Sheet = { link, loaded, isLoaded: false }
  sheets.set(href, sheet)
  document.body.append(link)
  return sheet
}

/** Stylesheets of another page that are not there for good, with those that go with this one before them. */
function sheetsFor(hrefs: readonly string[]): readonly Sheet[] {
  gatherStyles()
  const later = isFolded ? [...firstStyles, ...hrefs] : hrefs.filter((href) => !firstStyles.includes(href))
  return [...new Set(later)].map((href) => sheets.get(href) ?? add(href))
}

/** The place that has the stylesheets goes, with its page or before it: where they could not be moved, their copies count. */
export function leaveFold(): void {
  for (const { link } of sheetsFor([])) link.media = ''
}

/** Fetches the stylesheets of another page; settles when they are there. */
export function fetchStyles(hrefs: readonly string[]): Promise<unknown> {
  return Promise.all(sheetsFor(hrefs).map(({ loaded }) => loaded))
}

/**
 * Makes sure that the stylesheets of another page count from now on.
 * @returns false where some have not come yet; then nothing is changed
 */
export function applyStyles(hrefs: readonly string[]): boolean {
  const wanted = sheetsFor(hrefs)
  if (!wanted.every(({ isLoaded }) => isLoaded)) return false
  for (const { link } of wanted) if (link.media) link.media = ''
  return true
}
