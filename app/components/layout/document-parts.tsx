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
import { areStylesAtFold, moveStylesToEnd, stylesAtEnd } from '../../runtime/page-styles.ts'
import fallbackFonts from '../../styles/fallback-fonts.css?inline'
import fontFaces from '../../styles/fonts.css?inline'
import { hasMeta } from './page-meta.ts'

/**
 * The routes' `links`, in place of React Router's `Links`, without stylesheets: `finishPage` inserts the document's
 * further down, where they do not block rendering, and `runtime/page-styles.ts` adds those of later pages.
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
  const failedAt = errors ? ids.findIndex((id) => errors[id] !== undefined) : -1
  // Routes below an error are not rendered.
  const rendered = failedAt < 0 ? ids : ids.slice(0, failedAt + 1)
  const { routeModules } = framework
  const links = rendered.flatMap((id) => routeModules[id]?.links?.() ?? []) as ComponentProps<'link'>[]
  return links.map((link) => (
    <link key={`${link.rel} ${link.href ?? link.imageSrcSet} ${link.media}`} {...link} />
  ))
}

/** The routes' `meta`, in place of React Router's `Meta`. */
export function PageMeta() {
  return import.meta.env.SSR || import.meta.env.DEV ? <Meta /> : <BuiltMeta />
}

/** Keeps the server's elements until the meta functions have loaded, with the code for client-side navigation. */
function BuiltMeta() {
  const [initial] = useState(readServerMeta)
  return hasMeta() ? <Meta /> : initial
}

/**
 * Empty elements that hydrate the server's, from the title, which is the first, to the next `<style>`; null where
 * there is none, as on an error page, whose title comes after the styles.
 */
function readServerMeta() {
  const elements = []
  let element = document.querySelector('head > title')
  for (; element && element.localName !== 'style'; element = element.nextElementSibling)
    elements.push(
      // biome-ignore lint/security/noDangerouslySetInnerHtml: empty
      createElement(element.localName, { key: elements.length, dangerouslySetInnerHTML: { __html: '' } }),
    )
  return element && elements
}

/**
 * The web fonts, in a `<style>` of their own so that they can be deferred (`runtime/fonts.ts`), before the boot
 * script, which decides that.
 */
export function FontFaces() {
  const css = import.meta.env.SSR ? fontFaces.trim() : ''
  return (
    <>
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: our own stylesheet */}
      <style id={FONTS_ID} dangerouslySetInnerHTML={{ __html: css }} suppressHydrationWarning />
      <noscript>
        {FONT_FILES.map((href) => (
          <link key={href} rel="preload" as="font" href={href} crossOrigin="" fetchPriority="low" />
        ))}
      </noscript>
    </>
  )
}

/** The critical CSS: `finishPage` replaces the placeholder. Hydration leaves it as it is. */
export function CriticalStyle() {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: our own stylesheet
  if (import.meta.env.DEV) return <style dangerouslySetInnerHTML={{ __html: fallbackFonts }} />
  // biome-ignore lint/security/noDangerouslySetInnerHtml: our own stylesheets
  return <style dangerouslySetInnerHTML={{ __html: import.meta.env.SSR ? CRITICAL_MARK : '' }} />
}

/**
 * Marks the fold, where `finishPage` inserts the page's stylesheets: browsers paint what is before them at once,
 * with the critical CSS, and what is after them when they have loaded. At most one on a page, after the first
 * screenful, where no CSS rule depends on adjacent siblings. The stylesheets are moved away later
 * (`runtime/page-styles.ts`).
 */
export function Fold() {
  return import.meta.env.DEV ? null : <BuiltFold />
}

function BuiltFold() {
  const [isHere] = useState(import.meta.env.SSR || areStylesAtFold)
  useLayoutEffect(() => (isHere ? moveStylesToEnd : undefined), [isHere])
  const html = import.meta.env.SSR ? FOLD : ''
  // biome-ignore lint/security/noDangerouslySetInnerHtml: links to our own stylesheets
  return isHere ? <span hidden dangerouslySetInnerHTML={{ __html: html }} /> : null
}

/** The stylesheets of a page without a fold, which stay at the end of the body. */
export function StylesAtEnd() {
  if (import.meta.env.DEV) return null
  return import.meta.env.SSR ? <link rel={FOLD_MARK} /> : <BuiltStylesAtEnd />
}

function BuiltStylesAtEnd() {
  const [styles] = useState(stylesAtEnd)
  return styles.map((href) => <link key={href} rel="stylesheet" href={href} />)
}

/**
 * Stores and restores scroll positions, in place of React Router's `ScrollRestoration`. The loader script restores
 * that of a document that is loaded again.
 */
export function ScrollMemory() {
  return import.meta.env.DEV ? <ScrollRestoration /> : <BuiltScrollMemory />
}

function BuiltScrollMemory() {
  useScrollRestoration()
  return null
}

/**
 * React Router's scripts, in development. In the build `finishPage` inserts the loader script at the end of the
 * head, outside of any component, and `runtime/start.tsx` removes it before hydration.
 */
export function PageScripts() {
  return import.meta.env.DEV ? <Scripts /> : null
}
