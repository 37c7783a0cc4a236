import { GiftGallery } from '#app/components/gift/gift-gallery.tsx'
import {
  GiftDates,
  GiftHero,
  GiftOptions,
  HowGivingWorks,
  LetterAndRedeem,
  SevenPieces,
} from '#app/components/gift/gift-sections.tsx'
import { usePageFacts } from '#app/components/page/use-shop.ts'
import type { Route } from './+types/gift'
import { pricesLoader } from './page-head.server.ts'

export { pageMeta as meta } from '#app/components/page/page-head.tsx'

export const loader = pricesLoader('/gift')

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
