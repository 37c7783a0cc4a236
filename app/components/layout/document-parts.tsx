import { type ComponentProps, createElement, useContext, useLayoutEffect, useState } from 'react'
import {
  UNSAFE_FrameworkContext as FrameworkContext,
  Links,
  Meta,
  UNSAFE_DataRouterStateContext as RouterStateContext,
  Scripts,
  ScrollRestoration,
  UNSAFE_useScrollRestoration as useScrollRestoration,
} from 'react-router'
import { CRITICAL_MARK, FOLD, FOLD_MARK } from '../../runtime/document-facts.ts'
import { FONT_FILES, FONTS_ID } from '../../runtime/fonts.ts'
import { areFolded, stylesAtEnd, unfold } from '../../runtime/page-styles.ts'
import fallbackFonts from '../../styles/fallback-fonts.css?inline'
import faces from '../../styles/fonts.css?inline'
import { hasMeta } from './page-meta.ts'

/**
 * The routes' own links, in place of the framework's `Links`. Stylesheets stand further down, where they hold up nothing
 * (`finishPage`), and those of later pages are none of the document's parts (`runtime/page-styles.ts`).
 */
export function PageLinks() {
  return import.meta.env.DEV ? <Links /> : <BuiltLinks />
}

function BuiltLinks() {
  const framework = useContext(FrameworkContext)
  const state = useContext(RouterStateContext)
  if (!framework || !state) throw new Error('Outside a document')
  const { matches, errors } = state
  const ids = matches.map(({ route }) => route.id)
  const failed = errors ? ids.findIndex((id) => errors[id] !== undefined) : -1
  // Without what an error has replaced.
  const shown = failed < 0 ? ids : ids.slice(0, failed + 1)
  const { routeModules } = framework
  const links = shown.flatMap((id) => routeModules[id]?.links?.() ?? []) as ComponentProps<'link'>[]
  return links.map((link) => (
    <link key={`${link.rel} ${link.href ?? link.imageSrcSet} ${link.media}`} {...link} />
  ))
}

/** What the routes' `meta` say. */
export function PageHead() {
  return import.meta.env.SSR || import.meta.env.DEV ? <Meta /> : <BuiltHead />
}

/** What says the heads of other pages comes with what leads there: until then the server's stays as it is. */
function BuiltHead() {
  const [first] = useState(headOfDocument)
  return hasMeta() ? <Meta /> : first
}

/**
 * Everything from the title, which comes first, to the styles behind it, as it is. Where a page has failed its title stands
 * behind those.
 */
function headOfDocument() {
  const found = []
  let element = document.querySelector('head > title')
  for (; element && element.localName !== 'style'; element = element.nextElementSibling)
    found.push(
      // biome-ignore lint/security/noDangerouslySetInnerHtml: what is there
      createElement(element.localName, { key: found.length, dangerouslySetInnerHTML: { __html: '' } }),
    )
  return element && found
}

/** The faces by themselves, so that they can wait (`runtime/fonts.ts`). Before the script that decides about that. */
export function FontFaces() {
  const css = import.meta.env.SSR ? faces.trim() : ''
  return (
    <>
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: our own faces */}
      <style id={FONTS_ID} dangerouslySetInnerHTML={{ __html: css }} suppressHydrationWarning />
      <noscript>
        {FONT_FILES.map((href) => (
          <link key={href} rel="preload" as="font" href={href} crossOrigin="" fetchPriority="low" />
        ))}
      </noscript>
    </>
  )
}

/** Where the server puts the styles that the beginning of the page needs; they stay when the page is taken over. */
export function CriticalStyle() {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: our own faces
  if (import.meta.env.DEV) return <style dangerouslySetInnerHTML={{ __html: fallbackFonts }} />
  // biome-ignore lint/security/noDangerouslySetInnerHtml: our own stylesheets
  return <style dangerouslySetInnerHTML={{ __html: import.meta.env.SSR ? CRITICAL_MARK : '' }} />
}

/**
 * Stands where a page may end for a browser that is still waiting for the stylesheets: what comes before is painted at
 * once, what comes after when it can be shown as it is meant. Once at most on a page, after the first screenful, and
 * where no rule counts on neighbours. What stands in it is the server's, and is moved away later (`runtime/page-styles.ts`).
 */
export function Fold() {
  return import.meta.env.DEV ? null : <BuiltFold />
}

function BuiltFold() {
  const [isHere] = useState(import.meta.env.SSR || areFolded)
  useLayoutEffect(() => (isHere ? unfold : undefined), [isHere])
  const html = import.meta.env.SSR ? FOLD : ''
  // biome-ignore lint/security/noDangerouslySetInnerHtml: addresses of our own stylesheets
  return isHere ? <span hidden dangerouslySetInnerHTML={{ __html: html }} /> : null
}

/** The end of the body, which has the stylesheets of pages without a fold, for good. */
export function PageEnd() {
  if (import.meta.env.DEV) return null
  return import.meta.env.SSR ? <link rel={FOLD_MARK} /> : <LastStyles />
}

function LastStyles() {
  const [styles] = useState(stylesAtEnd)
  return styles.map((href) => <link key={href} rel="stylesheet" href={href} />)
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
 * The framework's scripts in development. What starts those of the built shop stands where the head ends (`finishPage`), which
 * no component knows, and leaves the page when Preact takes over.
 */
export function PageScripts() {
  return import.meta.env.DEV ? <Scripts /> : null
}
