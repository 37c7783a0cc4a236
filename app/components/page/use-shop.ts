import { createContext, useContext } from 'react'
import { useLocation, useRouteLoaderData } from 'react-router'
import type { PageFacts, SentFacts } from '#app/content/page-facts.ts'
import type { CartView } from '#app/models/cart-totals.ts'
import type { LivePrices } from '#app/models/live-prices.ts'
import { MARKETS, type Market, marketOfPath } from '#app/models/market.ts'
import type { Toast } from '#app/models/messages.ts'

/** Data of the layout around every shop page, from the market layout's loader. */
export type ShopData = {
  readonly market: Market
  readonly cart: CartView | null
  readonly toasts: readonly Toast[]
  readonly marketLine: Market | null
  /** Whether the cookie notice has been answered, according to a cookie; the browser may have stored it elsewhere. */
  readonly consent: boolean
  /** The brand's main host, the only one with a splash; null when the shop is served on it. */
  readonly mainHost: string | null
  /** Whether the checkout is hosted by the storefront, which needs JavaScript. */
  readonly hostedCheckout: boolean
  /** The facts of this market, as of today; null for an error without the layout's data. */
  readonly facts: SentFacts | null
  /** Whether Vol. I is sold out, if known. */
  readonly vol1SoldOut?: boolean
}

/** Overrides the loader's data with that of an error. */
export const SharedShop = createContext<ShopData | null>(null)

const NO_TOASTS: readonly Toast[] = []

/** The layout's data, or defaults derived from the URL where its loader has not run (error boundaries). */
export function useShop(): ShopData {
  const shared = useContext(SharedShop)
  const loaded = useRouteLoaderData<ShopData>('market')
  const { pathname } = useLocation()
  return (
    shared ??
    loaded ?? {
      market: marketOfPath(pathname),
      cart: null,
      toasts: NO_TOASTS,
      marketLine: null,
      consent: false,
      mainHost: null,
      hostedCheckout: false,
      facts: null,
    }
  )
}

/** The values in the texts of a shop's page, with live prices where available. */
export function pageFactsOf(
  { market, facts }: Pick<ShopData, 'market' | 'facts'>,
  prices: LivePrices = {},
): PageFacts {
  if (!facts) throw new Error('no page without its facts')
  return { ...facts, ...prices, store: MARKETS[market] }
}

export function usePageFacts(prices?: LivePrices): PageFacts {
  return pageFactsOf(useShop(), prices)
}

/** What the server knows about the document that it renders; empty in the browser. */
type DocumentInfo = {
  /** Marks the scripts of the shop in this document, for its Content-Security-Policy. */
  readonly nonce?: string
  /** The request id, provided to the error page. */
  readonly reference?: string
  /** The markup of the splash. */
  readonly splash?: string
}

export const DocumentContext = createContext<DocumentInfo>({})

export function useNonce(): string | undefined {
  return useContext(DocumentContext).nonce
}

/** The request id that visitors can quote in a support request. The browser reads it from the server's markup. */
export function useReference(): string | undefined {
  const { reference } = useContext(DocumentContext)
  return typeof document === 'undefined' ? reference : document.documentElement.dataset.reference
}
