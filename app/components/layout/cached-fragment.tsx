import { createElement, Fragment, type ReactNode, useContext } from 'react'
import { DocumentContext } from '../../runtime/document-facts.ts'
import { SharedShop, useShop } from './use-shop.ts'

/**
 * A fragment that is the same on many pages: the built server renders it once for each name and reuses the markup.
 * `name` identifies everything it shows, except the catalogue and the minute, which are part of every cache key. In
 * the browser it is just its children.
 * @param this the component instance of Preact's server renderer
 * @param context that renderer's context, which it passes to every component as the second argument
 */
export function CachedFragment(
  this: unknown,
  { name, children }: { name: string; children: ReactNode },
  context?: unknown,
) {
  // biome-ignore lint/correctness/useHookAtTopLevel: a component, to which Preact passes a second argument
  const renderFragment = useContext(DocumentContext)?.renderFragment
  if (!import.meta.env.SSR || !renderFragment) return children
  const { __v: node } = this as { readonly __v: unknown }
  // The prop by which Preact's renderer accepts markup.
  return createElement(Fragment, { tpl: [renderFragment(name, children, { node, context })] } as object)
}

/**
 * A fragment that is the same for all visitors of a URL. It renders without visitor data: `useShop`
 * returns none in it.
 */
export function CachedPageFragment({ name, children }: { name: string; children: ReactNode }) {
  return import.meta.env.SSR ? <WithoutVisitor name={name}>{children}</WithoutVisitor> : children
}

function WithoutVisitor({ name, children }: { name: string; children: ReactNode }) {
  const page = useContext(DocumentContext)?.page
  const shop = useShop()
  if (!page) return children
  const shared = { ...shop, cart: null, notices: [], marketLine: null, consent: false }
  return (
    <CachedFragment name={`${name} ${page}`}>
      <SharedShop value={shared}>{children}</SharedShop>
    </CachedFragment>
  )
}
