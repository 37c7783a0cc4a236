import { createElement, Fragment, type ReactNode, useContext } from 'react'
import { DocumentContext } from '../../runtime/document-facts.ts'
import { EverybodysShop, useShop } from './use-shop.ts'

/**
 * A part that comes out the same on many pages: the built server renders it once for each name and writes the same
 * letters again. Everything that it shows must be told by `name`, but for the catalogue and the moment, which count
 * anyway. In the browser it is just its children.
 * @param this the component as the server's renderer has it
 * @param context what that renderer hands to every component besides its props
 */
export function Kept(
  this: unknown,
  { name, children }: { name: string; children: ReactNode },
  context?: unknown,
) {
  // biome-ignore lint/correctness/useHookAtTopLevel: a component, which Preact gives a second argument
  const keep = useContext(DocumentContext)?.keep
  if (!import.meta.env.SSR || !keep) return children
  const { __v: node } = this as { readonly __v: unknown }
  // How Preact's renderer takes ready-made letters.
  return createElement(Fragment, { tpl: [keep(name, children, { node, context })] } as object)
}

/**
 * A part of a page that is the same for everybody who comes to its address. It is made without knowing who does: what the
 * frame knows of a visitor is not to be had in it.
 */
export function KeptOfPage({ name, children }: { name: string; children: ReactNode }) {
  return import.meta.env.SSR ? <SameForAll name={name}>{children}</SameForAll> : children
}

function SameForAll({ name, children }: { name: string; children: ReactNode }) {
  const page = useContext(DocumentContext)?.page
  const shop = useShop()
  if (!page) return children
  const everybodys = { ...shop, cart: null, notices: [], marketLine: null, consent: false }
  return (
    <Kept name={`${name} ${page}`}>
      <EverybodysShop value={everybodys}>{children}</EverybodysShop>
    </Kept>
  )
}
