import { RichText } from '#app/components/page/rich-text.tsx'
import { NonBreakingText } from '#app/components/page/text.tsx'
import { usePageFacts } from '#app/components/page/use-shop.ts'
import { PressKit } from '#app/components/press/press-kit.tsx'
import { ButtonLink, buttonClass } from '#app/components/ui/button.tsx'
import { cn } from '#app/components/ui/cn.ts'
import { Fact, Facts } from '#app/components/ui/list.tsx'
import { Picture } from '#app/components/ui/picture.tsx'
import { Plate } from '#app/components/ui/plate.tsx'
import { Actions, Lede } from '#app/components/ui/section.tsx'
import type { PageFacts } from '#app/content/page-facts.ts'
import {
  boilerplate,
  brandStory,
  headlineFacts,
  mediaInquiries,
  PRESS,
  quickFacts,
} from '#app/content/press-words.ts'
import { livePrices } from '#app/models/live-prices.ts'
import { marketPath } from '#app/models/market.ts'
import { shopOf } from '#app/services/request/context.server.ts'
import { ifReachable } from '#app/services/upstream/upstream-error.server.ts'
import type { Route } from './+types/press'
import { pageHead } from './page-head.server.ts'

export { pageMeta as meta } from '#app/components/page/page-head.tsx'

export async function loader({ context }: Route.LoaderArgs) {
  const { market, services } = shopOf(context)
  const products = await ifReachable(services.storefront.getProducts(market))
  return { head: await pageHead(context, '/press'), prices: livePrices(products ?? [], market) }
}

export default function Press({ loaderData }: Route.ComponentProps) {
  const facts = usePageFacts(loaderData.prices)
  return (
    <>
      <Top facts={facts} />
      <BrandFacts facts={facts} />
      <PressKit address={facts.pressEmail} />
      <Media facts={facts} />
    </>
  )
}

/** A box in the middle of the stage, a little below its edge. */
const BOX = 'absolute -bottom-1/20 left-1/2 h-full w-auto max-w-none -translate-x-1/2'

function Top({ facts }: { facts: PageFacts }) {
  const sizes = '(max-width: 63.99rem) 60vw, 26rem'
  return (
    <section
      data-theme="dark"
      className="overflow-hidden bg-lamp-pine lamp-right"
      aria-labelledby="press-title"
    >
      <div className="wrap grid items-center gap-8 pt-band lg:grid-cols-2">
        <div className="lg:pb-band">
          <h1 id="press-title">{PRESS.title}</h1>
          <Lede className="mt-5 text-quiet">{PRESS.text}</Lede>
          <Actions>
            <a className={buttonClass({}, 'wrap-anywhere max-md:w-full')} href={`mailto:${facts.pressEmail}`}>
              {facts.pressEmail}
            </a>
          </Actions>
        </div>
        <div className="relative h-76 self-end md:h-[clamp(22rem,34vw,30rem)]">
          {!facts.store.sellsLimitedEdition ? (
            <Picture name="box-vol2-closed" sizes={sizes} className={cn(BOX, 'bottom-0')} priority />
          ) : (
            <>
              <Picture
                name="box-vol1-ashborn"
                sizes={sizes}
                alt=""
                className={cn(BOX, '-translate-x-11/12 translate-y-1/20 scale-86 max-md:-translate-x-5/6')}
                priority
              />
              <Picture
                name="box-vol1-sunfire"
                sizes={sizes}
                alt=""
                className={cn(BOX, '-translate-x-1/12 translate-y-1/20 scale-86 max-md:-translate-x-1/6')}
                priority
              />
              <Picture name="box-vol1-ember" className={BOX} sizes={sizes} alt={PRESS.phoenixAlt} priority />
            </>
          )}
        </div>
      </div>
    </section>
  )
}

function BrandFacts({ facts }: { facts: PageFacts }) {
  return (
    <div className="wrap grid items-start gap-x-column gap-y-stage py-section lg:grid-cols-2">
      <section aria-labelledby="story-title">
        <h2 id="story-title" className="mb-5">
          {PRESS.story}
        </h2>
        <p>{brandStory(facts)}</p>
        <h3 className="mt-10">{PRESS.boilerplate}</h3>
        {boilerplate(facts).map(([title, text]) => (
          <figure key={title} className="mt-5 border-l-3 border-gilt pl-4">
            <figcaption className="text-sm font-semibold">{title}</figcaption>
            <blockquote className="mt-1.5 max-w-measure text-quiet">{text}</blockquote>
          </figure>
        ))}
      </section>
      <section aria-labelledby="facts-title">
        <h2 id="facts-title" className="mb-5">
          {PRESS.facts}
        </h2>
        {/* Columns of equal width, until a word needs more: then the last one wraps. */}
        <Plate>
          <dl className="flex flex-wrap gap-y-6 py-6 md:py-8">
            {headlineFacts(facts).map(([label, value]) => (
              <div
                key={label}
                className="flex flex-1 flex-col-reverse justify-end px-2 text-center not-first:border-l not-first:border-line md:px-6"
              >
                <dt className="text-sm text-quiet">{label}</dt>
                <dd className="mb-1.5 font-display text-h2 leading-heading text-accent">{value}</dd>
              </div>
            ))}
          </dl>
        </Plate>
        <Facts className="mt-6 border-t border-line *:border-solid *:border-line *:py-3 *:last:border-b">
          {quickFacts(facts).map(([label, value]) => (
            <Fact key={label} name={label}>
              <NonBreakingText text={value} />
            </Fact>
          ))}
        </Facts>
      </section>
    </div>
  )
}

function Media({ facts }: { facts: PageFacts }) {
  const { title, text, button } = mediaInquiries(facts)
  return (
    <section
      className="wrap flex flex-wrap items-center justify-between gap-x-12 gap-y-5 border-t border-line pt-panel pb-section"
      aria-labelledby="media-title"
    >
      <div>
        <h2 id="media-title" className="text-h3">
          {title}
        </h2>
        <p className="mt-1.5 wrap-anywhere text-quiet">
          <RichText text={text} />
        </p>
      </div>
      <ButtonLink className="max-md:w-full" to={marketPath(facts.market, '/contact?subject=Press%20Inquiry')}>
        {button}
      </ButtonLink>
    </section>
  )
}
