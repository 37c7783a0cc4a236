import { createElement, Fragment, type ReactNode, useContext } from 'react'
import { DocumentContext } from '../../runtime/document-facts.ts'

/**
 * A part that comes out the same on many pages: the built server renders it once for each name and writes the same
 * letters again. Everything that it shows must be told by `name`, and nothing in it may use `useId`, which counts what
 * was rendered before. In the browser it is just its children.
 * @param context what the server's renderer hands to every component besides its props
 */
export function Kept({ name, children }: { name: string; children: ReactNode }, context?: unknown) {
  // biome-ignore lint/correctness/useHookAtTopLevel: a component, which Preact gives a second argument
  const keep = useContext(DocumentContext)?.keep
  if (!import.meta.env.SSR || !keep) return children
  // How Preact's renderer takes ready-made letters.
  return createElement(Fragment, { tpl: [keep(name, children, context)] } as object)
}
