import type { ReactNode } from 'react'
import { MARKETS } from '../../../models/market.ts'
import { useShop } from '../../layout/use-shop.ts'
import { Icon } from '../../ui/icon.tsx'
import { RichText } from '../rich-text.tsx'
import { LegalBlockView } from './legal-blocks.tsx'
import type { LegalSection } from './legal-types.ts'

/** A legal text: title, date, a list of links to its sections, and the numbered sections. */
export function LegalDocument({
  title,
  updated,
  sections,
  children,
}: {
  title: string
  updated: string
  sections: readonly LegalSection[]
  /** Rendered between the title and the date. */
  children: ReactNode
}) {
  const { market } = useShop()
  return (
    <div className="page-legal">
      <div className="wrap fh">
        <h1>{title}</h1>
        {children}
        <p className="meta">
          <span>{MARKETS[market].storeName}</span>
          <span>Last updated: {updated}</span>
        </p>
      </div>
      <div className="wrap leg">
        <Contents sections={sections} />
        <div className="doc">
          {sections.map((section, index) => (
            <Section key={section.id} section={section} number={index + 1} />
          ))}
        </div>
      </div>
    </div>
  )
}

/**
 * Links to the sections. On narrow screens CSS shows the list only while its `details` is open, since it would fill
 * the screen; on wide screens it is always open, next to the text.
 */
function Contents({ sections }: { sections: readonly LegalSection[] }) {
  return (
    <nav className="toc" aria-labelledby="contents">
      <h2 id="contents">Contents</h2>
      <details className="fold">
        <summary>
          Contents
          <Icon name="down" />
        </summary>
      </details>
      <ol>
        {sections.map((section, index) => (
          <li key={section.id}>
            <a href={`#${section.id}`}>
              <span>{index + 1}</span>
              {section.title}
            </a>
          </li>
        ))}
      </ol>
    </nav>
  )
}

function Section({ section, number }: { section: LegalSection; number: number }) {
  const headingId = section.alias ?? `h-${section.id}`
  return (
    <section id={section.id} aria-labelledby={headingId}>
      <h2 id={headingId}>
        <span>{number}</span>
        {section.title}
      </h2>
      {section.blocks.map((block) =>
        typeof block === 'string' ? (
          <p key={block}>
            <RichText text={block} />
          </p>
        ) : (
          <LegalBlockView key={block.kind} block={block} />
        ),
      )}
    </section>
  )
}
