import { createContext, useContext } from 'react'
import { useLocation, useRouteLoaderData } from 'react-router'
import type { CartView } from '../../models/cart-view-types.ts'
import { type Market, marketOfPath } from '../../models/market.ts'
import type { Notice } from '../../models/messages.ts'

/** What the frame of every shop page knows; the market layout's loader gives it. */
export type ShopData = {
  readonly market: Market
  /** Milliseconds since 1970, as the server saw it: sentences about dates come out the same in the browser. */
  readonly now: number
  /** By the store's own calendar; a browser needs longer to find out than for the rest of the page. */
  readonly year: number
  readonly cart: CartView | null
  readonly notices: readonly Notice[]
  readonly marketLine: Market | null
  /** Whether the cookie notice has been answered, as far as a cookie says so. */
  readonly consent: boolean
  /** The brand's own main host, the only one with a splash; null when it is the one the shop is served on. */
  readonly mainHost: string | null
  /** Whether checkout is the storefront host's, which needs JavaScript. */
  readonly hostedCheckout: boolean
  /** Whether the last copy of Vol. I has gone, as far as the frame was told. */
  readonly vol1SoldOut?: boolean
}

/** In its place where a part is made that everybody gets (`cached-fragment.tsx`), and where it has come with an error. */
export const SharedShop = createContext<ShopData | null>(null)

const NO_NOTICES: readonly Notice[] = []

/** The frame's data, or what can be told from the address alone where loaders have not run (error boundaries). */
export function useShop(): ShopData {
  const everybodys = useContext(SharedShop)
  const loaded = useRouteLoaderData<ShopData>('market')
  const { pathname } = useLocation()
  return (
    everybodys ??
    loaded ?? {
      market: marketOfPath(pathname),
      now: Date.now(),
      year: new Date().getUTCFullYear(),
      cart: null,
      notices: NO_NOTICES,
      marketLine: null,
      consent: false,
      mainHost: null,
      hostedCheckout: false,
    }
  )
}
