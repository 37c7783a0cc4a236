import { whenIdle } from './idle.ts'
import { readPlan } from './page-plan.ts'

/**
 * The stylesheets of pages. Those that a document came with stand in its middle or at its end. Copies of those in the middle
 * are fetched to the end, meant for no medium, once the page has been taken over, and take their place when all that may
 * follow is there, or when the page goes. (`moveBefore` would do without copies, but Chromium 150 forgets stylesheets that it has
 * kept from a page before when they are moved.) Stylesheets of later pages are added at the end as well, and count as soon as
 * they are there: each is scoped to its page, so it changes nothing before that is shown, which waits for them. At the end and
 * for good, because a stylesheet that comes or goes before others, or changes its medium, makes the browser measure every text anew.
 */

type Sheet = {
  readonly link: HTMLLinkElement
  readonly loaded: Promise<unknown>
  isLoaded: boolean
  hasFailed: boolean
}

const NO_MEDIUM = 'not all'
const isBrowser = typeof document !== 'undefined'

/** Stylesheets that the page came with. */
const firstStyles: readonly string[] = (isBrowser && readPlan()?.styles) || []

const isFirstStyle = (link: Element) => firstStyles.includes(link.getAttribute('href') ?? '')

function foldedStyles(): readonly HTMLLinkElement[] {
  const links = isBrowser ? document.querySelectorAll<HTMLLinkElement>('main link[rel="stylesheet"]') : []
  return [...links].filter(isFirstStyle)
}

let isFolded = foldedStyles().length > 0

/** Whether the page's stylesheets stand in its middle rather than at its end. */
export function areFolded(): boolean {
  return isFolded
}

/** Those that the page came with, where they stand at its end. */
export function stylesAtEnd(): readonly string[] {
  return isFolded ? [] : firstStyles
}

const sheets = new Map<string, Sheet>()

/** The first stylesheet at the end that has come since: it counts for more than those of the first page. */
function firstOfLater(): Element | null {
  const links = document.querySelectorAll('body > link[rel="stylesheet"]')
  return [...links].find((link) => !isFirstStyle(link)) ?? null
}

function add(href: string): Sheet {
  const link = document.createElement('link')
  link.rel = 'stylesheet'
  link.href = href
  const isFirst = isFirstStyle(link)
  if (isFirst) link.media = NO_MEDIUM
  // One that can't be had is no reason to show nothing.
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
  document.body.insertBefore(link, isFirst ? firstOfLater() : null)
  return sheet
}

/** Stylesheets of another page that are not there for good, with those that go with this one before them. */
function sheetsFor(hrefs: readonly string[]): readonly Sheet[] {
  const later = isFolded ? [...firstStyles, ...hrefs] : hrefs.filter((href) => !firstStyles.includes(href))
  return [...new Set(later)].map((href) => sheets.get(href) ?? add(href))
}

/** From now on the copies of the first stylesheets count, and nothing but them. */
export function unfold(): void {
  if (!isFolded) return
  const originals = foldedStyles()
  for (const { link } of sheetsFor([])) link.media = ''
  for (const link of originals) link.remove()
  isFolded = false
}

/** The same where somebody goes on looking at the page: only if all copies could be had. */
export function unfoldIfThere(): void {
  if (sheetsFor([]).every(({ isLoaded, hasFailed }) => isLoaded && !hasFailed)) unfold()
}

/**
 * Brings stylesheets from the middle of the page to its end. The browser finds all styles anew for that, which takes a slow
 * telephone 0.1 s: when there is nothing else to do, so that it need not do it when another page is shown.
 */
export async function gatherStyles(): Promise<void> {
  if (!isFolded) return
  await fetchStyles([])
  await new Promise<void>((resolve) => whenIdle(resolve))
  unfoldIfThere()
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
