import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { ButtonLink } from '#app/components/page/links.tsx'
import { PageTitle } from '#app/components/page/page-head.tsx'
import { RichText } from '#app/components/page/text.tsx'
import { pageFactsOf, type ShopData, usePageFacts } from '#app/components/page/use-shop.ts'
import { Icon } from '#app/components/ui/icon.tsx'
import { Lines } from '#app/components/ui/list.tsx'
import { Lede } from '#app/components/ui/section.tsx'
import { faqCategories, faqJsonLd } from '#app/content/faq.ts'
import type { Section } from '#app/content/markdown.ts'
import type { Route } from './+types/faq'
import { pricesLoader } from './page-head.server.ts'

export const meta: Route.MetaFunction = ({ loaderData, matches }) => {
  const shop = matches.find((match) => match?.id === 'market')?.loaderData as ShopData | undefined
  if (!loaderData || !shop) return []
  const categories = faqCategories(pageFactsOf(shop, loaderData.prices))
  return [...loaderData.head, { 'script:ld+json': faqJsonLd(categories) }]
}

export const loader = pricesLoader('/faq')

export default function Faq({ loaderData }: Route.ComponentProps) {
  const facts = usePageFacts(loaderData.prices)
  const categories = faqCategories(facts)
  const { hash } = useLocation()
  useEffect(() => {
    // Browsers do this for documents, but not after a client-side navigation.
    const target = document.getElementById(hash.slice(1))
    const details = target?.closest('details')
    if (!target || !details || details.open) return
    details.open = true
    target.scrollIntoView()
  }, [hash])
  return (
    <>
      <PageTitle title="Frequently asked questions">
        <Lede className="mt-4 text-quiet">The short answers. If yours is missing, ask us.</Lede>
      </PageTitle>
      <div className="wrap grid grid-cols-1 items-start gap-column pb-section lg:grid-cols-3-7 print:block">
        {/* A row below the heading, or on wide windows a list that stays beside the questions. */}
        <nav className="lg:sticky lg:top-below-bar low-window:static print:hidden" aria-label="Categories">
          <ul className="flex flex-wrap gap-2 lg:block lg:line-t">
            {categories.map(({ id, title }) => (
              <li key={id}>
                <a
                  href={`#${id}`}
                  className="flex min-h-tap items-center font-medium no-underline hover:text-accent max-lg:rounded-board max-lg:edge max-lg:px-3 max-lg:text-sm lg:min-h-control lg:line-b"
                >
                  {title}
                </a>
              </li>
            ))}
          </ul>
        </nav>
        <div>
          {/* Of a category one question is open at a time. Spec: 2 Other pages, FAQ */}
          {categories.map(({ id, title, items }) => (
            <section key={id} id={id} aria-labelledby={`h-${id}`} className="not-first:mt-band">
              <h2 id={`h-${id}`} className="mb-4 text-subhead">
                {title}
              </h2>
              <div className="line-t border-gilt">
                {items.map((item) => (
                  <Question key={item.id} item={item} group={`faq-${id}`} />
                ))}
              </div>
            </section>
          ))}
        </div>
      </div>
      <section data-theme="dark" className="bg-lamp-pine lamp-right print:hidden" aria-labelledby="ask-title">
        <div className="wrap grid items-center gap-8 py-stage md:grid-cols-end">
          <div>
            <h2 id="ask-title">Still locked out?</h2>
            <Lede className="mt-4 text-quiet">
              {`Write to us. You will have a reply within ${facts.replyHours} hours.`}
            </Lede>
          </div>
          <ButtonLink to="/contact">Contact Us</ButtonLink>
        </div>
      </section>
    </>
  )
}

/** The anchor is inside the `details`, so that browsers open the question when a link points to it. */
function Question({ item, group }: { item: Section; group: string }) {
  return (
    <details name={group} className="group line-b print:break-inside-avoid">
      <summary className="flex min-h-16 items-center justify-between gap-6 py-4 hover:text-accent print:min-h-0">
        <h3 className="font-text text-base leading-snug font-semibold">{item.title}</h3>
        <Icon name="down" className="text-accent moves-rotate group-open:rotate-180 print:hidden" />
      </summary>
      {/* The scroll margin keeps the question visible above an answer that a link leads to. */}
      <div id={`q-${item.id}`} className="flex scroll-mt-20 flex-col gap-3 pr-1.5 pb-6 text-quiet md:pr-12">
        {item.blocks.map((block) =>
          typeof block === 'string' ? (
            <p key={block}>
              <RichText text={block} />
            </p>
          ) : block.kind === 'list' ? (
            <Lines
              key={block.kind}
              lines={block.items.map((text) => <RichText key={text} text={text} />)}
              className="gap-1.5 text-base"
            />
          ) : null,
        )}
      </div>
    </details>
  )
}
