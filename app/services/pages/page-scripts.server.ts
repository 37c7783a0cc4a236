import { LRUCache } from 'lru-cache'
import type { EntryContext } from 'react-router'
import contentScript from '../../runtime/content-script.js?compact'
import loader from '../../runtime/loader-script.js?compact'
import { FRAME_ROUTES, type PagePlan, PLAN_ID } from '../../runtime/page-plan.ts'
import { assetAddress } from './build-assets.server.ts'
import type { FirstFiles } from './first-files.server.ts'
import { DocumentPart } from './page-parts.server.ts'

/** Pages whose scripts are fetched at the first interaction only. */
const CONTENT_ROUTES =
  /^routes\/market\/(about|faq|press|gift|gift-download|privacy-policy|terms-and-conditions|contact|waitlist|subscribe|not-found)$/

/** The client router's script, which React Router's manifest does not list. */
const CLIENT_ROUTER = import.meta.env.PROD ? assetAddress(/^router-.*\.js$/) : ''

const isFrame = (id: string) => FRAME_ROUTES.some((route) => route === id)

/** The personal part of the frame's loader data. */
type Frame = { readonly cart: unknown; readonly notices: readonly unknown[] }

/** Scripts by their text, which is the same for all pages of a kind. */
const parts = new LRUCache<string, DocumentPart>({ max: 100 })

/** Whether a page is mostly text and shows nothing of its visitor: its scripts wait for the first interaction. */
export function isContentPage({ staticHandlerContext: { matches, loaderData } }: EntryContext): boolean {
  const frame = loaderData.market as Frame | undefined
  const isPersonal = frame !== undefined && (frame.cart !== null || frame.notices.length > 0)
  return !isPersonal && matches.some(({ route }) => CONTENT_ROUTES.test(route.id))
}

function planOf({ route: { id, path }, modules }: FirstFiles): PagePlan['routes'][number] {
  const own = isFrame(id) ? [] : modules
  return path === undefined ? [id, own] : [id, own, path]
}

/**
 * The markup that starts a page's scripts, in place of React Router's `Scripts`: a plan as JSON, and the loader
 * script that executes it.
 * @param files the files of each matched route
 * @param styles URLs of the page's stylesheets
 * @param data the encoded loader data; null where the browser fetches it
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
  const isContent = isContentPage(context)
  const plan: PagePlan = {
    ...(isContent && { when: 'need' }),
    entry: manifest.entry.module,
    routes: files.filter(({ route }) => route.id !== 'root').map(planOf),
    later: [...imports, CLIENT_ROUTER, ...files.flatMap(({ later }) => later), manifest.url],
    styles,
    ...(data !== null && { data }),
  }
  // Without `<` the JSON cannot end the element.
  const json = JSON.stringify(plan).replaceAll('<', '\\u003c')
  const scripts = [
    `<script type="application/json" id="${PLAN_ID}">${json}</script><script>${loader}</script>`,
    isContent ? `<script>${contentScript}</script>` : '',
  ].join('')
  if (data !== null) return scripts
  const part = parts.get(scripts) ?? new DocumentPart(scripts)
  parts.set(scripts, part)
  return part
}
