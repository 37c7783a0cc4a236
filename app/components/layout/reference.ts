import { createContext, useContext } from 'react'

/** The request id, provided to the error page while it is rendered on the server. */
export const ReferenceContext = createContext<string | undefined>(undefined)

/** The request id that visitors can quote in a support request. The browser reads it from the server's markup. */
export function useReference(): string | undefined {
  const provided = useContext(ReferenceContext)
  return typeof document === 'undefined' ? provided : document.documentElement.dataset.reference
}
