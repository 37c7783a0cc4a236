import { LRUCache } from 'lru-cache'
import type { EntryContext } from 'react-router'
import loader from '../../runtime/loader-script.js?compact'
import { FRAME_ROUTES, type PagePlan, PLAN_ID } from '../../runtime/page-plan.ts'
import { assetAddress } from './build-assets.server.ts'
import type { FirstFiles } from './first-files.server.ts'
import { DocumentPart } from './page-parts.server.ts'

/** Pages to read, where scripts are only fetched when somebody begins to use the page. */
const CONTENT_ROUTES =
  /^routes\/market\/(about|faq|press|gift|gift-download|privacy-policy|terms-and-conditions|contact|waitlist|subscribe|not-found)$/

/** The script that leads to other pages, which the framework's list of files does not tell. */
const LATER = import.meta.env.PROD ? assetAddress(/^router-.*\.js$/) : ''

const isFrame = (id: string) => FRAME_ROUTES.some((route) => route === id)

/** What the frame of a page may know of its visitor. */
type Frame = { readonly cart: unknown; readonly notices: readonly unknown[] }

/** Scripts by their text: all pages of a kind have the same. */
const kept = new LRUCache<string, DocumentPart>({ max: 100 })

/** Whether a page is one to read, and shows nothing of its visitor: its scripts wait until somebody begins to use it. */
export function isPageToRead({ staticHandlerContext: { matches, loaderData } }: EntryContext): boolean {
  const frame = loaderData.market as Frame | undefined
  const isPersonal = frame !== undefined && (frame.cart !== null || frame.notices.length > 0)
  return !isPersonal && matches.some(({ route }) => CONTENT_ROUTES.test(route.id))
}

function planOf({ route: { id, path }, modules }: FirstFiles): PagePlan['routes'][number] {
  const own = isFrame(id) ? [] : modules
  return path === undefined ? [id, own] : [id, own, path]
}

/**
 * What starts a page's scripts, in place of the framework's `Scripts`: a plan, and a small script that carries it out.
 * @param files of each route
 * @param styles addresses of the page's stylesheets
 * @param data the loaders' data, encoded; null where the browser fetches it
 */
export function pageScripts(
  context: EntryContext,
  files: readonly FirstFiles[],
  styles: readonly string[],
  data: string | null,
): string | DocumentPart {
  const { manifest } = context
  const imports = new Set([...manifest.entry.imports, ...files.flatMap(({ route }) => route.imports ?? [])])
  for (const module of [manifest.entry.module, ...files.flatMap(({ modules }) => modules)])
    imports.delete(module)
  const plan: PagePlan = {
    ...(isPageToRead(context) && { when: 'need' }),
    entry: manifest.entry.module,
    routes: files.filter(({ route }) => route.id !== 'root').map(planOf),
    later: [...imports, LATER, ...files.flatMap(({ later }) => later), manifest.url],
    styles,
    ...(data !== null && { data }),
  }
  // Without `<`, so that nothing in it can end the element.
  const json = JSON.stringify(plan).replaceAll('<', '\\u003c')
  const scripts = `<script type="application/json" id="${PLAN_ID}">${json}</script><script>${loader}</script>`
  if (data !== null) return scripts
  const part = kept.get(scripts) ?? new DocumentPart(scripts)
  kept.set(scripts, part)
  return part
}
