import type { ReactNode } from 'react'
import type { Section as Text } from '#app/content/markdown.ts'
import { MARKETS } from '#app/models/market.ts'
import { PageTitle } from '../page/page-title.tsx'
import { RichText } from '../page/rich-text.tsx'
import { useShop } from '../page/use-shop.ts'
import { Icon } from '../ui/icon.tsx'
import { LegalBlockView } from './legal-blocks.tsx'

/** A legal text: title, date, a list of links to its sections, and the numbered sections. */
export function LegalDocument({
  title,
  updated,
  sections,
  children,
}: {
  title: string
  updated: string
  sections: readonly Text[]
  /** Rendered between the title and the date. */
  children: ReactNode
}) {
  const { market } = useShop()
  return (
    <>
      <PageTitle title={title} className="text-title">
        {children}
        <p className="mt-6 flex flex-wrap items-center gap-x-6 gap-y-1 text-sm text-quiet">
          <span>{MARKETS[market].storeName}</span>
          <span>Last updated: {updated}</span>
        </p>
      </PageTitle>
      <div className="wrap grid grid-cols-1 items-start gap-column pb-section lg:grid-cols-3-7 print:block print:pb-0">
        <Contents sections={sections} />
        <div>
          {sections.map((section, index) => (
            <Section key={section.id} section={section} number={index + 1} />
          ))}
        </div>
      </div>
    </>
  )
}

/**
 * Links to the sections. On narrow screens the list is shown only while its `details` is open, since it would fill
 * the screen; on wide screens it is always open, next to the text.
 */
function Contents({ sections }: { sections: readonly Text[] }) {
  return (
    <nav
      className="rounded-board bg-plate px-6 lg:sticky lg:top-below-bar lg:max-h-[calc(100vh-var(--spacing-top)-4rem)] lg:overflow-y-auto lg:px-0 lg:scroll-shadows print:hidden"
      aria-labelledby="contents"
    >
      <h2 id="contents" className="mb-3 text-h4 max-lg:hidden">
        Contents
      </h2>
      <details className="group peer lg:hidden">
        <summary className="flex min-h-16 items-center justify-between font-display text-h4">
          Contents
          <Icon name="down" className="text-accent transition-transform group-open:rotate-180" />
        </summary>
      </details>
      <ol className="border-t border-line max-lg:peer-not-open:hidden">
        {sections.map((section, index) => (
          <li key={section.id} className="border-b border-line">
            {/* Twenty sections fit beside the text on a laptop; what is touched keeps its size. */}
            <a
              href={`#${section.id}`}
              className="flex min-h-tap items-center text-md no-underline hover:text-accent lg:pointer-fine:min-h-8"
            >
              <span className="w-8 flex-none text-hint font-semibold text-accent">{index + 1}</span>
              {section.title}
            </a>
          </li>
        ))}
      </ol>
    </nav>
  )
}

function Section({ section, number }: { section: Text; number: number }) {
  const headingId = section.alias ?? `h-${section.id}`
  return (
    <section
      id={section.id}
      aria-labelledby={headingId}
      className="space-y-4 not-first:mt-band not-first:border-t not-first:border-line not-first:pt-band print:not-first:mt-5 print:not-first:pt-5"
    >
      <h2 id={headingId} className="mb-4 grid grid-cols-lead items-baseline gap-4 text-h3 leading-heading">
        <span className="font-text text-md font-semibold text-accent">{number}</span>
        {section.title}
      </h2>
      {section.blocks.map((block) =>
        typeof block === 'string' ? (
          <p key={block} className="print:max-w-none">
            <RichText text={block} />
          </p>
        ) : (
          <LegalBlockView key={block.kind} block={block} />
        ),
      )}
    </section>
  )
}
