import { FaqSection } from '../../components/faq/faq-section.tsx'
import { PageTitle } from '../../components/page/page-title.tsx'
import { useOpenHashTarget } from '../../components/page/use-open-target.ts'
import { usePageFacts } from '../../components/page/use-page-facts.ts'
import type { ShopData } from '../../components/page/use-shop.ts'
import { ButtonLink } from '../../components/ui/button.tsx'
import { Lede } from '../../components/ui/section.tsx'
import { FAQ_HEAD, faqCategories, faqEnd, faqEntries } from '../../content/faq/faq-content.ts'
import type { FaqCategory } from '../../content/faq/faq-types.ts'
import { pageFacts } from '../../content/page-facts.ts'
import { livePrices } from '../../models/live-prices.ts'
import { marketPath } from '../../models/market.ts'
import { HANDLES } from '../../models/product.ts'
import { faqJsonLd } from '../../models/structured-data.ts'
import { marketContext, servicesContext } from '../../services/request/context.server.ts'
import { ifReachable } from '../../services/storefront/if-reachable.server.ts'
import type { Route } from './+types/faq'
import { pageHead } from './page-head.server.ts'

export const meta: Route.MetaFunction = ({ loaderData, matches }) => {
  const shop = matches.find((match) => match?.id === 'market')?.loaderData as ShopData | undefined
  if (!loaderData || !shop) return []
  const categories = faqCategories(pageFacts(shop, loaderData.prices))
  return [...loaderData.head, { 'script:ld+json': faqJsonLd(faqEntries(categories)) }]
}

export async function loader({ context }: Route.LoaderArgs) {
  const market = context.get(marketContext)
  const { storefront } = context.get(servicesContext)
  const gift = await ifReachable(storefront.getProduct(market, HANDLES.vol2[market]))
  return { head: pageHead(context, '/faq'), prices: livePrices(gift ? [gift] : [], market) }
}

export default function Faq({ loaderData }: Route.ComponentProps) {
  const facts = usePageFacts(loaderData.prices)
  const categories = faqCategories(facts)
  const end = faqEnd(facts)
  useOpenHashTarget()
  return (
    <>
      <PageTitle title={FAQ_HEAD.title}>
        <Lede className="mt-4 text-quiet">{FAQ_HEAD.text}</Lede>
      </PageTitle>
      <div className="wrap grid grid-cols-1 items-start gap-column pb-section lg:grid-cols-3-7 print:block">
        <Categories categories={categories} />
        <div>
          {categories.map((category) => (
            <FaqSection key={category.id} category={category} />
          ))}
        </div>
      </div>
      <section
        data-ground="theatre"
        className="bg-lamp-pine lamp-right print:hidden"
        aria-labelledby="ask-title"
      >
        <div className="wrap grid items-center gap-8 py-stage md:grid-cols-end">
          <div>
            <h2 id="ask-title">{end.title}</h2>
            <Lede className="mt-4 text-quiet">{end.text}</Lede>
          </div>
          <ButtonLink to={marketPath(facts.market, '/contact')}>{end.button}</ButtonLink>
        </div>
      </section>
    </>
  )
}

/** Links to the categories: a row below the heading, and from laptops on a list that stays beside the questions. */
function Categories({ categories }: { categories: readonly FaqCategory[] }) {
  return (
    <nav className="lg:sticky lg:top-below-bar low-window:static print:hidden" aria-label="Categories">
      <ul className="flex flex-wrap gap-2 lg:block lg:border-t lg:border-line">
        {categories.map(({ id, title }) => (
          <li key={id}>
            <a
              href={`#${id}`}
              className="flex min-h-tap items-center font-medium no-underline hover:text-accent max-lg:rounded-board max-lg:border max-lg:border-edge max-lg:px-3 max-lg:py-1 max-lg:text-sm lg:min-h-control lg:border-b lg:border-line"
            >
              {title}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
