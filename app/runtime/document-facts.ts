import { createContext, type ReactNode } from 'react'

/** What only the server knows while it renders a document; null in the browser. */
export type DocumentFacts = {
  /** The loaders' data for the browser to take over, encoded; null where it fetches it when it needs it. */
  readonly data: string | null
  /** Addresses of the page's stylesheets, written down as it is rendered. */
  styles: readonly string[]
  /** Letters of a part that was rendered before under this name, or is now. */
  readonly keep: (name: string, part: ReactNode, context: unknown) => string
}

export const DocumentContext = createContext<DocumentFacts | null>(null)

/** Stands in a rendered page for the styles of its beginning. */
export const CRITICAL_MARK = '/*critical*/'
/** `rel` of the element that stands in a rendered page where its beginning ends. */
export const FOLD_MARK = 'fold'
