import { createContext, useContext } from 'react'

/** What the server knows of the document that it renders; in the browser there is none. */
type DocumentInfo = {
  /** Marks the scripts of the shop in this document, for its Content-Security-Policy. */
  readonly nonce?: string
  /** The request id, provided to the error page. */
  readonly reference?: string
}

export const DocumentContext = createContext<DocumentInfo>({})

/** The nonce of the document's scripts; undefined in the browser. */
export function useNonce(): string | undefined {
  return useContext(DocumentContext).nonce
}

/** The request id that visitors can quote in a support request. The browser reads it from the server's markup. */
export function useReference(): string | undefined {
  const { reference } = useContext(DocumentContext)
  return typeof document === 'undefined' ? reference : document.documentElement.dataset.reference
}
