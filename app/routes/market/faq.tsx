import { faqCategories } from '../../components/content/faq/faq-content.ts'
import { faqEntries } from '../../components/content/faq/faq-entries.ts'
import { FaqSection } from '../../components/content/faq/faq-section.tsx'
import { pageFacts } from '../../components/content/page-facts.ts'
import { useOpenHashTarget } from '../../components/content/use-open-target.ts'
import { usePageFacts } from '../../components/content/use-page-facts.ts'
import { metaContextOf, pageMeta } from '../../components/layout/page-head.ts'
import { ButtonLink } from '../../components/ui/button.tsx'
import { marketContext, servicesContext } from '../../context.ts'
import { livePrices } from '../../models/live-prices.ts'
import { marketPath } from '../../models/market.ts'
import { HANDLES } from '../../models/product.ts'
import { faqJsonLd } from '../../models/structured-data.ts'
import { ifReachable } from '../../services/storefront/if-reachable.server.ts'
import type { Route } from './+types/faq'

export const meta: Route.MetaFunction = (args) => {
  const { market, now } = metaContextOf(args)
  const categories = faqCategories(pageFacts(market, now, args.loaderData?.prices))
  return pageMeta(args, '/faq', {
    jsonLd: [() => faqJsonLd(faqEntries(categories))],
  })
}

export async function loader({ context }: Route.LoaderArgs) {
  const market = context.get(marketContext)
  const { storefront } = context.get(servicesContext)
  const gift = await ifReachable(storefront.getProduct(market, HANDLES.vol2[market]))
  return { prices: livePrices(gift ? [gift] : [], market) }
}

export default function Faq({ loaderData }: Route.ComponentProps) {
  const facts = usePageFacts(loaderData.prices)
  const categories = faqCategories(facts)
  useOpenHashTarget()
  return (
    <div className="page-faq">
      <div className="wrap fh">
        <h1>Frequently asked questions</h1>
        <p className="lede muted">The short answers. If yours is missing, ask us.</p>
      </div>
      <div className="wrap faq">
        <nav className="toc" aria-label="Categories">
          <ul>
            {categories.map(({ id, title }) => (
              <li key={id}>
                <a href={`#${id}`}>{title}</a>
              </li>
            ))}
          </ul>
        </nav>
        <div>
          {categories.map((category) => (
            <FaqSection key={category.id} category={category} />
          ))}
        </div>
      </div>
      <section className="dark ask" aria-labelledby="ask-title">
        <div className="wrap">
          <div>
            <h2 id="ask-title">Still locked out?</h2>
            <p className="lede muted">Write to us. You will have a reply within {facts.replyWithin}.</p>
          </div>
          <ButtonLink to={marketPath(facts.market, '/contact')}>Contact Us</ButtonLink>
        </div>
      </section>
    </div>
  )
}
