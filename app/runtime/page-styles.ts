import { type PagePlan, PLAN_ID } from './page-plan.ts'

/**
 * The stylesheets of pages. Those that a document came with stand in its middle or at its end, and stay there while their
 * page is shown. Those of later pages, and copies of the first ones, wait at the end of the document, loaded but meant for
 * no medium; when another page is shown they come to count in the same moment, so that it is styled once and never seen
 * undressed. At the end, because a stylesheet before others makes the browser measure every text anew.
 */

type Sheet = { readonly link: HTMLLinkElement; readonly loaded: Promise<unknown>; isLoaded: boolean }

const NO_MEDIUM = 'not all'
const isBrowser = typeof document !== 'undefined'

function readFirst(): readonly string[] {
  const plan = isBrowser && document.getElementById(PLAN_ID)?.textContent
  return plan ? (JSON.parse(plan) as PagePlan).styles : []
}

/** Stylesheets that the page came with. */
const firstStyles: readonly string[] = readFirst()

/** Whether they stand in the page's middle rather than at its end. */
export const areFolded: boolean =
  firstStyles[0] !== undefined && document.querySelector(`main link[href="${firstStyles[0]}"]`) !== null

let isPlaced = !isBrowser

/** For the one place on the page that has the stylesheets while it is taken over; nothing for any other. */
export function placeStyles(): readonly string[] {
  if (isPlaced) return []
  isPlaced = true
  return firstStyles
}

const sheets = new Map<string, Sheet>()

function add(href: string): Sheet {
  const link = document.createElement('link')
  link.rel = 'stylesheet'
  link.media = NO_MEDIUM
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

/** Stylesheets of another page, with those of this one, which every page needs, before them. */
function sheetsFor(hrefs: readonly string[]): readonly Sheet[] {
  return [...new Set([...firstStyles, ...hrefs])].map((href) => sheets.get(href) ?? add(href))
}

/** Fetches the stylesheets of another page; settles when they are there. */
export function fetchStyles(hrefs: readonly string[]): Promise<unknown> {
  return Promise.all(sheetsFor(hrefs).map(({ loaded }) => loaded))
}

/**
 * Lets the stylesheets of another page count from now on. Each is scoped to its page, so none is taken away again.
 * @returns false where some have not come yet; then nothing is changed
 */
export function applyStyles(hrefs: readonly string[]): boolean {
  const wanted = sheetsFor(hrefs)
  if (!wanted.every(({ isLoaded }) => isLoaded)) return false
  for (const { link } of wanted) if (link.media) link.media = ''
  return true
}
