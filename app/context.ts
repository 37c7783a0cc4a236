import { createContext } from 'react-router'
import type { Market } from './models/market.ts'
import type { Services } from './services/compose.server.ts'
import type { Refusal } from './services/request.server.ts'
import type { VisitorSession } from './services/session/visitor-session.server.ts'

/** What the server knows of one request before any route runs. */
export type RequestInfo = {
  readonly id: string
  /** The visitor's address, after believing as many proxies as configured. Never logged. */
  readonly ip: string
  /** Scheme and host the visitor used, allow-listed: for absolute addresses in pages and mails. */
  readonly origin: string
  readonly secure: boolean
  readonly now: number
  /** Of the catalogue when the request came: what is made for it is of this state or a newer one. */
  readonly catalogueState: string
  /** Whether the answer is kept and given to other visitors as well. */
  readonly shared: boolean
  /** Address, with path and query, of a page whose content is the same for everybody; null for any other. */
  readonly page: string | null
  /** A page that is the same for all who have this many pieces in their cart; null for anybody else. */
  readonly cartCount: number | null
}

export const servicesContext = createContext<Services>()
export const requestContext = createContext<RequestInfo>()
export const sessionContext = createContext<VisitorSession>()
export const marketContext = createContext<Market>()
/** Set when the request was turned away; the root's middleware throws it, so that the answer has the shop's look. */
export const refusalContext = createContext<Refusal | null>(null)
