import { createContext, type ReactNode } from 'react'

/** What the server provides while it renders a document; null in the browser. */
export type DocumentFacts = {
  /** URL of a page whose content is the same for all visitors; null for any other page. */
  readonly page: string | null
  readonly renderFragment: RenderFragment
}

/**
 * Renders a fragment of the document, or takes it from the cache.
 * @param name cache key
 * @param place Preact's node and context at the position of the fragment
 * @returns the markup, or a placeholder that `finishPage` replaces with it
 */
export type RenderFragment = (
  name: string,
  part: ReactNode,
  place: { readonly node: unknown; readonly context: unknown },
) => string

export const DocumentContext = createContext<DocumentFacts | null>(null)

/** Placeholder for the critical CSS in a rendered page. */
export const CRITICAL_MARK = '/*critical*/'
/** `rel` of the element that marks the fold, where `finishPage` inserts the stylesheets. */
export const FOLD_MARK = 'fold'
/** That element as markup. */
export const FOLD = `<link rel="${FOLD_MARK}"/>`
