import { type ComponentType, createContext, memo, useContext } from 'react'
import { useLocation, useRouteLoaderData } from 'react-router'
import type { PageFacts, SentFacts } from '#app/content/page-facts.ts'
import type { CartView } from '#app/models/cart-totals.ts'
import { MARKETS, type Market, marketOfPath } from '#app/models/market.ts'
import type { Toast } from '#app/models/messages.ts'
import type { LivePrices } from '#app/models/product-card.ts'

/** Data of the layout around every shop page, from the market layout's loader. */
export type ShopData = {
  readonly market: Market
  readonly cart: CartView | null
  readonly toasts: readonly Toast[]
  readonly marketLine?: Market | null
  /** Whether the cookie notice has been answered, according to a cookie; the browser may have stored it elsewhere. */
  readonly consent?: boolean
  /** The brand's main host, the only one with a splash; null when the shop is served on it. */
  readonly mainHost?: string | null
  /** Whether the checkout is hosted by the storefront, which needs JavaScript. */
  readonly hostedCheckout?: boolean
  /** The facts of this market, as of today; none for an error without the layout's data. */
  readonly facts?: SentFacts
  /** Whether Vol. I is sold out, if known. */
  readonly vol1SoldOut?: boolean
}

/** Provides `useShop` with the layout's data. */
export const SharedShop = createContext<ShopData | null>(null)

/**
 * Renders a page again only for new data. React Router would render it at each step of a navigation, and when the form of
 * another page is gone.
 */
export function memoPage<Props extends { loaderData?: unknown; actionData?: unknown }>(
  Page: ComponentType<Props>,
) {
  return memo(Page, (a, b) => a.loaderData === b.loaderData && a.actionData === b.actionData)
}

const NO_TOASTS: readonly Toast[] = []

/** The layout's data, for what is within it. It changes less often than the router's state, so that little is rendered again. */
export function useShop(): ShopData {
  const shop = useContext(SharedShop)
  if (shop === null) throw new Error('not within a market')
  return shop
}

/**
 * The layout's data, for what is outside of it.
 * @param shop that of an error, where the loader has not run; without it, defaults are derived from the URL
 */
export function useLoadedShop(shop: ShopData | null = null): ShopData {
  const loaded = useRouteLoaderData<ShopData>('market')
  const { pathname } = useLocation()
  return loaded ?? shop ?? { market: marketOfPath(pathname), cart: null, toasts: NO_TOASTS }
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

/** The request id that visitors can quote in a support request. The browser reads it from the server's markup. */
export function useReference(): string | undefined {
  const { reference } = useContext(DocumentContext)
  return typeof document === 'undefined' ? reference : document.documentElement.dataset.reference
}
