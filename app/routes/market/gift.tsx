import { GiftGallery } from '../../components/gift/gift-gallery.tsx'
import {
  GiftHero,
  GiftOptions,
  HowGivingWorks,
  LetterAndRedeem,
  SevenPieces,
} from '../../components/gift/gift-sections.tsx'
import { pageMeta } from '../../components/page/page-meta.ts'
import { usePageFacts } from '../../components/page/use-page-facts.ts'
import { livePrices } from '../../models/live-prices.ts'
import { HANDLES } from '../../models/product.ts'
import { marketContext, servicesContext } from '../../services/request/context.server.ts'
import { ifReachable } from '../../services/upstream/upstream-error.server.ts'
import type { Route } from './+types/gift'
import { pageHead } from './page-head.server.ts'

export const meta: Route.MetaFunction = pageMeta

/**
 * Live prices; while the store is unavailable, the page shows those of the fact table. Spec: 9 Gift page copy prices
 */
export async function loader({ context }: Route.LoaderArgs) {
  const market = context.get(marketContext)
  const { storefront } = context.get(servicesContext)
  const product = await ifReachable(storefront.getProduct(market, HANDLES.vol2[market]))
  return {
    head: pageHead(context, '/gift', { card: 'gift' }),
    prices: livePrices(product ? [product] : [], market),
  }
}

export default function Gift({ loaderData }: Route.ComponentProps) {
  const facts = usePageFacts(loaderData.prices)
  return (
    <>
      <GiftHero facts={facts} />
      <SevenPieces facts={facts} />
      <GiftGallery />
      <HowGivingWorks />
      <GiftOptions facts={facts} />
      <LetterAndRedeem />
    </>
  )
}
