import { LRUCache } from 'lru-cache'
import type { EntryContext } from 'react-router'
import loader from '../../runtime/loader-script.js?compact'
import { type PagePlan, PLAN_ID } from '../../runtime/page-plan.ts'
import { KeptPart } from './page-parts.server.ts'

/** Pages to read, where scripts are only fetched when somebody begins to use the page. */
const CONTENT_ROUTES =
  /^routes\/market\/(about|faq|press|gift|gift-download|privacy-policy|terms-and-conditions|contact|waitlist|subscribe|not-found)$/

/** What the frame of a page may know of its visitor. */
type Frame = { readonly cart: unknown; readonly notices: readonly unknown[] }

/** By what they say: all pages of a kind have the same. */
const kept = new LRUCache<string, KeptPart>({ max: 100 })

/**
 * What starts a page's scripts, in place of the framework's `Scripts`: a plan, and a small script that carries it out.
 * @param styles addresses of the page's stylesheets
 * @param data the loaders' data, encoded; null where the browser fetches it
 */
export function pageScripts(
  { manifest, staticHandlerContext: { matches, loaderData } }: EntryContext,
  styles: readonly string[],
  data: string | null,
): string | KeptPart {
  const ids = matches.map(({ route }) => route.id)
  const routes = ids.flatMap((id) => manifest.routes[id] ?? [])
  const frame = loaderData.market as Frame | undefined
  const isPersonal = frame !== undefined && (frame.cart !== null || frame.notices.length > 0)
  const isContent = ids.some((id) => CONTENT_ROUTES.test(id)) && !isPersonal
  const plan: PagePlan = {
    ...(isContent && { when: 'need' }),
    manifest: manifest.url,
    entry: manifest.entry.module,
    routes: routes.map((route) => [route.id, [route.module, route.clientActionModule ?? []].flat()]),
    imports: [...new Set([...manifest.entry.imports, ...routes.flatMap((route) => route.imports ?? [])])],
    styles,
    ...(data !== null && { data }),
  }
  // Unable to end the element.
  const json = JSON.stringify(plan).replaceAll('<', '\\u003c')
  const scripts = `<script type="application/json" id="${PLAN_ID}">${json}</script><script>${loader}</script>`
  if (data !== null) return scripts
  const part = kept.get(scripts) ?? new KeptPart(scripts)
  kept.set(scripts, part)
  return part
}
