import { type ComponentProps, useContext, useState } from 'react'
import {
  UNSAFE_FrameworkContext as FrameworkContext,
  Links,
  UNSAFE_DataRouterStateContext as RouterStateContext,
  Scripts,
  ScrollRestoration,
  UNSAFE_useScrollRestoration as useScrollRestoration,
} from 'react-router'
import { CRITICAL_MARK, DocumentContext, FOLD_MARK } from '../../runtime/document-facts.ts'
import loader from '../../runtime/loader-script.js?compact'
import { type PagePlan, PLAN_ID } from '../../runtime/page-plan.ts'
import { areFolded, placeStyles } from '../../runtime/page-styles.ts'
import fonts from '../../styles/fonts.css?inline'
import { Kept } from './kept.tsx'
import type { ShopData } from './use-shop.ts'

/** Pages to read, where scripts are only fetched when somebody begins to use the page. */
const CONTENT_ROUTES =
  /^routes\/market\/(about|faq|press|gift|gift-download|privacy-policy|terms-and-conditions|contact|waitlist|subscribe|not-found)$/

/** What is known of the document: the build's files and modules, and the routes of this address. */
function useFramework() {
  const framework = useContext(FrameworkContext)
  const state = useContext(RouterStateContext)
  if (!framework || !state) throw new Error('Outside a document')
  const { matches, errors, loaderData } = state
  const ids = matches.map(({ route }) => route.id)
  const failed = errors ? ids.findIndex((id) => errors[id] !== undefined) : -1
  const { manifest, routeModules } = framework
  /** `shown` leaves out what an error has replaced. */
  return { manifest, routeModules, ids, shown: failed < 0 ? ids : ids.slice(0, failed + 1), loaderData }
}

/**
 * The routes' own links, in place of the framework's `Links`. Stylesheets stand further down, where they hold up nothing
 * (`finishPage`), and those of later pages are none of the document's parts (`runtime/page-styles.ts`).
 */
export function PageLinks() {
  return import.meta.env.DEV ? <Links /> : <BuiltLinks />
}

function BuiltLinks() {
  const { routeModules, shown } = useFramework()
  const links = shown.flatMap((id) => routeModules[id]?.links?.() ?? []) as ComponentProps<'link'>[]
  return links.map((link) => (
    <link key={`${link.rel} ${link.href ?? link.imageSrcSet} ${link.media}`} {...link} />
  ))
}

/** Where the server puts the styles that the beginning of the page needs; they stay when the page is taken over. */
export function CriticalStyle() {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: our own faces
  if (import.meta.env.DEV) return <style dangerouslySetInnerHTML={{ __html: fonts }} />
  // biome-ignore lint/security/noDangerouslySetInnerHtml: our own stylesheets
  return <style dangerouslySetInnerHTML={{ __html: import.meta.env.SSR ? CRITICAL_MARK : '' }} />
}

/**
 * Stands where a page may end for a browser that is still waiting for the stylesheets: what comes before is painted at
 * once, what comes after when it can be shown as it is meant. Once at most on a page, after the first screenful, and
 * where no rule counts on neighbours. In browsers that can't move them (`gatherStyles`) it has the stylesheets of the
 * page that was taken over, until that page goes.
 */
export function Fold() {
  if (import.meta.env.DEV) return null
  return import.meta.env.SSR ? <link rel={FOLD_MARK} /> : areFolded() ? <PlacedStyles /> : null
}

function PlacedStyles() {
  const [styles] = useState(placeStyles)
  return styles.map((href) => <link key={href} rel="stylesheet" href={href} />)
}

/** The end of the body, which has the stylesheets of all other pages, for good. */
export function PageEnd() {
  if (import.meta.env.DEV) return null
  return import.meta.env.SSR ? <link rel={FOLD_MARK} /> : areFolded() ? null : <PlacedStyles />
}

/**
 * Remembers where pages were scrolled to, in place of the framework's `ScrollRestoration`; the loader script goes back there
 * in a document that is opened anew.
 */
export function ScrollMemory() {
  return import.meta.env.DEV ? <ScrollRestoration /> : <BuiltScrollMemory />
}

function BuiltScrollMemory() {
  useScrollRestoration()
  return null
}

/**
 * What starts the page's scripts, in place of the framework's `Scripts`: a plan and a small script that carries it out.
 * In the browser it is nothing, so both leave the page when Preact takes over.
 */
export function PageScripts() {
  return import.meta.env.DEV ? <Scripts /> : import.meta.env.SSR ? <Plan /> : null
}

function Plan() {
  const { ids, loaderData } = useFramework()
  const data = useContext(DocumentContext)?.data ?? null
  const frame = loaderData.market as ShopData | undefined
  const isPersonal = frame !== undefined && (frame.cart !== null || frame.notices.length > 0)
  const isContent = ids.some((id) => CONTENT_ROUTES.test(id)) && !isPersonal
  const when = isContent ? 'need' : undefined
  if (data !== null) return <PlanWith when={when} data={data} />
  return (
    <Kept name={`plan ${when} ${ids.join()}`}>
      <PlanWith when={when} />
    </Kept>
  )
}

function PlanWith({ when, ...data }: Pick<PagePlan, 'when' | 'data'>) {
  const { manifest, ids } = useFramework()
  const styles = useContext(DocumentContext)?.styles ?? []
  const routes = ids.flatMap((id) => manifest.routes[id] ?? [])
  const plan: PagePlan = {
    ...(when && { when }),
    manifest: manifest.url,
    entry: manifest.entry.module,
    routes: routes.map((route) => [route.id, [route.module, route.clientActionModule ?? []].flat()]),
    imports: [...new Set([...manifest.entry.imports, ...routes.flatMap((route) => route.imports ?? [])])],
    styles,
    ...data,
  }
  return (
    <>
      <script
        type="application/json"
        id={PLAN_ID}
        // biome-ignore lint/security/noDangerouslySetInnerHtml: our own data, unable to end the element
        dangerouslySetInnerHTML={{ __html: JSON.stringify(plan).replaceAll('<', '\\u003c') }}
      />
      <script
        // biome-ignore lint/security/noDangerouslySetInnerHtml: our own file
        dangerouslySetInnerHTML={{ __html: loader }}
      />
    </>
  )
}
