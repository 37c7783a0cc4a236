import { Suspense } from 'react'
import { LateSignupForm } from '#app/components/forms/late-forms.tsx'
import { Hero } from '#app/components/home/hero.tsx'
import {
  FeaturedCollection,
  FeaturedProduct,
  GivingBand,
  HowItWorks,
  Story,
} from '#app/components/home/home-sections.tsx'
import { TrustStrip } from '#app/components/page/trust-strip.tsx'
import { usePageFacts } from '#app/components/page/use-shop.ts'
import { Lede, Section } from '#app/components/ui/section.tsx'
import { featuredProducts } from '#app/models/product.ts'
import { livePrices, toProductCard } from '#app/models/product-card.ts'
import { shopOf } from '#app/services/request/context.server.ts'
import { ifReachable } from '#app/services/upstream/upstream-error.server.ts'
import type { Route } from './+types/home'
import { pageHead } from './page-head.server.ts'

export { pageMeta as meta } from '#app/components/page/page-head.tsx'

export async function loader({ context }: Route.LoaderArgs) {
  const { market, services } = shopOf(context)
  const products = await ifReachable(services.storefront.getProducts(market))
  const featured = products && featuredProducts(products)
  return {
    head: await pageHead(context, '/'),
    cards: featured?.map((product) => toProductCard(product, market)) ?? null,
    prices: livePrices(featured ?? [], market),
  }
}

export default function Home({ loaderData }: Route.ComponentProps) {
  const facts = usePageFacts(loaderData.prices)
  return (
    <>
      <Hero facts={facts} />
      {/* Hydrated after the hero. */}
      <Suspense>
        <FeaturedProduct facts={facts} />
        <GivingBand />
        <FeaturedCollection cards={loaderData.cards} />
        {/* Not printed: buttons are not printed either, so the form would be of no use. */}
        <Section aria-labelledby="join-title" className="print:hidden">
          <div className="grid items-center gap-column md:grid-cols-5-6">
            <div>
              <h2 id="join-title">Stay Connected</h2>
              <Lede className="mt-4 text-quiet">
                New volumes, new wands and the odd secret. We write when there is something to open.
              </Lede>
            </div>
            <LateSignupForm source="Homepage" variant="home" />
          </div>
        </Section>
        <HowItWorks />
        <Story />
        <TrustStrip page="home" />
      </Suspense>
    </>
  )
}
