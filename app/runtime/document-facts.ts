import { createContext } from 'react'

/** What only the server knows while it renders a document; null in the browser. */
export type DocumentFacts = {
  /** The loaders' data for the browser to take over, encoded; null where it fetches it when it needs it. */
  readonly data: string | null
}

export const DocumentContext = createContext<DocumentFacts | null>(null)
