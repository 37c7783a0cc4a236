import type { PageFacts } from '../../components/content/page-facts.ts'
import { PressKit } from '../../components/content/press/press-kit.tsx'
import {
  boilerplate,
  brandStory,
  headlineFacts,
  quickFacts,
} from '../../components/content/press/press-words.ts'
import { usePageFacts } from '../../components/content/use-page-facts.ts'
import { pageMeta } from '../../components/layout/page-head.ts'
import { ButtonLink } from '../../components/ui/button.tsx'
import { Picture } from '../../components/ui/picture.tsx'
import { marketContext, servicesContext } from '../../context.ts'
import { livePrices } from '../../models/live-prices.ts'
import { marketPath } from '../../models/market.ts'
import { listedProducts } from '../../models/product.ts'
import { ifReachable } from '../../services/storefront/if-reachable.server.ts'
import type { Route } from './+types/press'

export const meta: Route.MetaFunction = (args) => pageMeta(args, '/press')

export async function loader({ context }: Route.LoaderArgs) {
  const market = context.get(marketContext)
  const { storefront } = context.get(servicesContext)
  const products = await ifReachable(storefront.getProducts(market, { first: 50 }))
  return { prices: livePrices(listedProducts(products ?? [], market), market) }
}

export default function Press({ loaderData }: Route.ComponentProps) {
  const facts = usePageFacts(loaderData.prices)
  return (
    <div className="page-press">
      <Top facts={facts} />
      <Facts facts={facts} />
      <PressKit address={facts.pressEmail} />
      <Media facts={facts} />
    </div>
  )
}

function Top({ facts }: { facts: PageFacts }) {
  const sizes = '(max-width: 63.99rem) 60vw, 26rem'
  return (
    <section className="ph dark" aria-labelledby="press-title">
      <div className="wrap">
        <div className="t">
          <h1 id="press-title">Press</h1>
          <p className="lede muted">
            Writing about us? Here are the facts and three buttons. Anything else, ask.
          </p>
          <div className="act">
            <a className="btn" href={`mailto:${facts.pressEmail}`}>
              {facts.pressEmail}
            </a>
          </div>
        </div>
        {facts.market === 'us' ? (
          <div className="pic one">
            <Picture name="box-vol2-closed" sizes={sizes} priority />
          </div>
        ) : (
          <div className="pic">
            <Picture name="box-vol1-ashborn" sizes={sizes} alt="" priority />
            <Picture name="box-vol1-sunfire" sizes={sizes} alt="" priority />
            <Picture
              name="box-vol1-ember"
              sizes={sizes}
              alt="The Phoenix Edition in Ashborn, Sunfire and Ember"
              priority
            />
          </div>
        )}
      </div>
    </section>
  )
}

function Facts({ facts }: { facts: PageFacts }) {
  return (
    <div className="sec wrap qf">
      <section aria-labelledby="story-title">
        <h2 id="story-title">Brand story</h2>
        <p>{brandStory(facts)}</p>
        <h3>Boilerplate</h3>
        {boilerplate(facts).map(([title, text]) => (
          <figure key={title} className="boil">
            <figcaption className="label">{title}</figcaption>
            <blockquote>{text}</blockquote>
          </figure>
        ))}
      </section>
      <section aria-labelledby="facts-title">
        <h2 id="facts-title">Quick facts</h2>
        <dl className="plate num">
          {headlineFacts(facts).map(([label, value]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
        <dl className="fx">
          {quickFacts(facts).map(([label, value]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      </section>
    </div>
  )
}

function Media({ facts }: { facts: PageFacts }) {
  return (
    <section className="wrap med" aria-labelledby="media-title">
      <div>
        <h2 id="media-title">{facts.market === 'us' ? 'Media inquiries' : 'Media enquiries'}</h2>
        <p className="muted">
          Write to <a href={`mailto:${facts.pressEmail}`}>{facts.pressEmail}</a>, or use the contact form and
          choose Press Inquiry. Tell us your deadline and we will do our best to beat it.
        </p>
      </div>
      <ButtonLink to={marketPath(facts.market, '/contact?subject=Press%20Inquiry')}>
        Use the contact form
      </ButtonLink>
    </section>
  )
}
