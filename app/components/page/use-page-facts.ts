import { type PageFacts, pageFacts } from '#app/content/page-facts.ts'
import type { LivePrices } from '#app/models/live-prices.ts'
import { useShop } from './use-shop.ts'

/** The facts for the market and time of the request. */
export function usePageFacts(prices: LivePrices = {}): PageFacts {
  const { market, today, company } = useShop()
  return pageFacts({ market, today, company }, prices)
}
