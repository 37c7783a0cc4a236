import { GiftGallery } from '#app/components/gift/gift-gallery.tsx'
import {
  GiftDates,
  GiftHero,
  GiftOptions,
  HowGivingWorks,
  LetterAndRedeem,
  SevenPieces,
} from '#app/components/gift/gift-sections.tsx'
import { pageMeta } from '#app/components/page/page-meta.ts'
import { usePageFacts } from '#app/components/page/use-page-facts.ts'
import { marketContext, servicesContext } from '#app/services/request/context.server.ts'
import { readVol2Prices } from '#app/services/storefront/volumes.server.ts'
import type { Route } from './+types/gift'
import { pageHead } from './page-head.server.ts'

export const meta: Route.MetaFunction = pageMeta

/** Spec: 9 Gift page copy prices */
export async function loader({ context }: Route.LoaderArgs) {
  const { storefront } = context.get(servicesContext)
  const prices = await readVol2Prices(storefront, context.get(marketContext))
  return { head: await pageHead(context, '/gift', { card: 'gift' }), prices }
}

export default function Gift({ loaderData }: Route.ComponentProps) {
  const facts = usePageFacts(loaderData.prices)
  return (
    <>
      <GiftHero facts={facts} />
      <GiftDates facts={facts} />
      <SevenPieces facts={facts} />
      <GiftGallery />
      <HowGivingWorks />
      <GiftOptions facts={facts} />
      <LetterAndRedeem />
    </>
  )
}
