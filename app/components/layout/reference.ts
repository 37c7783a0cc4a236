import { createContext, useContext } from 'react'

/** The request's number, given to the error screen while it is rendered on the server. */
export const ReferenceContext = createContext<string | undefined>(undefined)

/** The number to quote when writing to us; in the browser it is read from the page that the server made. */
export function useReference(): string | undefined {
  const given = useContext(ReferenceContext)
  return typeof document === 'undefined' ? given : document.documentElement.dataset.reference
}
