import { createContext, data, type RouterContextProvider } from 'react-router'
import { type Market, parseMarket } from '#app/models/market.ts'
import type { SignedInOwner } from '../backend/auth.server.ts'
import type { Services } from '../compose.server.ts'
import type { VisitorSession } from '../session/visitor-session.server.ts'
import type { ClientInfo, Refusal } from './request.server.ts'

/** A request as the server describes it to the routes. */
export type RequestInfo = ClientInfo & {
  readonly id: string
  /** Random; marks the scripts of the shop in the document, which are hashed for its Content-Security-Policy. */
  readonly nonce: string
  /** Whether it is a webhook that the store has signed. */
  readonly isSigned: boolean
  /** Time of the request, ms since the epoch. */
  readonly now: number
}

export const servicesContext = createContext<Services>()
export const requestContext = createContext<RequestInfo>()
export const sessionContext = createContext<VisitorSession>()
/** Set by the layout of a market's pages. */
export const marketContext = createContext<Market>()

/** What a route works with: the services, the visitor's session, and the request as the server describes it. */
export function shopOf(context: Readonly<RouterContextProvider>) {
  return {
    ...context.get(requestContext),
    services: context.get(servicesContext),
    session: context.get(sessionContext),
    /** @throws outside the pages of a market */
    get market(): Market {
      return context.get(marketContext)
    },
  }
}

/** The market in the address of a route without that layout. @throws a Response with 404 for any other name */
export function requireMarket(name: string): Market {
  const market = parseMarket(name)
  if (market === null) throw data(null, { status: 404 })
  return market
}
/** Set when the request was refused; the root's middleware throws it, so that the shop's error page is rendered. */
export const refusalContext = createContext<Refusal | null>(null)
/** Set by the auth guard of `/admin`. Every admin loader and action reads it, as reading throws without an owner. */
export const ownerContext = createContext<SignedInOwner>()
