import { createContext, type ReactNode } from 'react'

/** What only the server knows while it renders a document; null in the browser. */
export type DocumentFacts = {
  /** Address of a page whose content is the same for everybody who asks for it; null for any other. */
  readonly page: string | null
  readonly keep: Keep
}

/**
 * Gives what stands in the document for a part that was rendered before under this name, or is now.
 * @param place what the renderer knows of the place where it stands
 */
export type Keep = (
  name: string,
  part: ReactNode,
  place: { readonly node: unknown; readonly context: unknown },
) => string

export const DocumentContext = createContext<DocumentFacts | null>(null)

/** Stands in a rendered page for the styles of its beginning. */
export const CRITICAL_MARK = '/*critical*/'
/** `rel` of the element that stands in a rendered page where its beginning ends. */
export const FOLD_MARK = 'fold'
/** That element as it is rendered. */
export const FOLD = `<link rel="${FOLD_MARK}"/>`
