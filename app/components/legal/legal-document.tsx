import type { CSSProperties, ReactNode } from 'react'
import { useState } from 'react'
import { cancellationFormLines } from '#app/content/legal/terms.ts'
import type { Block, Section as Text } from '#app/content/markdown.ts'
import { MARKETS } from '#app/models/market.ts'
import { TextLink } from '../page/links.tsx'
import { PageTitle } from '../page/page-head.tsx'
import { RichText } from '../page/text.tsx'
import { usePageFacts } from '../page/use-shop.ts'
import { Button } from '../ui/button.tsx'
import { cn } from '../ui/cn.ts'
import { Icon } from '../ui/icon.tsx'
import { Warning } from '../ui/note.tsx'
import { Actions, plateClass } from '../ui/section.tsx'

const LIST = 'flex max-w-measure flex-col gap-2 print:max-w-none'

function LegalBlockView({ block }: { block: Exclude<Block, string> }) {
  switch (block.kind) {
    case 'list':
    case 'steps': {
      const [List, look] =
        block.kind === 'list'
          ? (['ul', 'list-[square] pl-5'] as const)
          : (['ol', 'list-decimal pl-6'] as const)
      return (
        <List className={cn(LIST, look)}>
          {block.items.map((item) => (
            <li key={item}>
              <RichText text={item} />
            </li>
          ))}
        </List>
      )
    }
    case 'table':
      return <Table {...block} />
    case 'warning':
      return (
        <Warning role="note" className="text-md">
          <b>{block.lead}</b>
          <span>{block.text}</span>
        </Warning>
      )
    case 'cancellation-form':
      return <CancellationForm />
  }
}

const CELL =
  'line-b py-3 pr-4 text-left align-top last:pr-0 stacked:block stacked:[border:0] stacked:px-0 stacked:py-0.5 stacked:wrap-anywhere'

/** On narrow windows the rows are stacked: each cell but the first begins with the heading of its column. */
function Table({ table }: Extract<Block, { kind: 'table' }>) {
  const [, ...others] = table.head
  return (
    <table className="w-full border-collapse text-sm leading-snug">
      <caption className="sr-only">{table.caption}</caption>
      <thead className="stacked:hidden">
        <tr>
          {table.head.map((title) => (
            <th key={title} scope="col" className={cn(CELL, 'border-gilt font-semibold text-quiet')}>
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {table.rows.map(([lead = '', ...cells]) => (
          <tr key={lead} className="stacked:block stacked:line-b stacked:py-4 print:break-inside-avoid">
            <th scope="row" className={cn(CELL, 'min-w-36 font-semibold')}>
              <RichText text={lead} />
            </th>
            {others.map((title, index) => (
              <td
                key={title}
                data-column={title}
                className={cn(
                  CELL,
                  "stacked:[&::before]:text-quiet stacked:[&::before]:[content:attr(data-column)_':_']",
                )}
              >
                <RichText text={cells[index] ?? ''} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** The model form, to copy or to send through the contact page. The copy button is shown only with JavaScript. */
function CancellationForm() {
  const lines = cancellationFormLines(usePageFacts())
  const [copied, setCopied] = useState<'no' | 'yes' | 'failed'>('no')

  async function copy() {
    try {
      await navigator.clipboard.writeText(lines.join('\n\n'))
      setCopied('yes')
    } catch {
      setCopied('failed')
    }
  }

  return (
    <>
      <blockquote data-theme="light" className={plateClass('grid gap-4 p-panel')}>
        {lines.map((line) => (
          <p key={line}>{line}</p>
        ))}
      </blockquote>
      <Actions className="print:hidden">
        <Button type="button" variant="ghost" className="noscript:hidden" onClick={copy}>
          <Icon name={copied === 'yes' ? 'check' : 'copy'} />
          Copy the form
        </Button>
        <TextLink to="/contact?subject=Return%2FExchange">Send it by contact form</TextLink>
        <span role="status" className="text-sm text-quiet">
          {copied === 'yes' ? 'Copied.' : copied === 'failed' ? 'Please select the text and copy it.' : ''}
        </span>
      </Actions>
    </>
  )
}

export function LegalDocument(props: {
  title: string
  sections: readonly Text[]
  /** Rendered between the title and the date. */
  children: ReactNode
}) {
  const { title, sections, children } = props
  const { market, policyUpdated } = usePageFacts()
  return (
    <>
      <PageTitle title={title} headingClass="text-title">
        {children}
        <p className="mt-6 flex flex-wrap items-center gap-x-6 gap-y-1 text-sm text-quiet">
          <span>{MARKETS[market].storeName}</span>
          <span>Last updated: {policyUpdated}</span>
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

/** Of a list that scrolls: the last two are fixed, and what covers them at its ends scrolls. */
const SHADOWS = {
  '--room': 'calc(100vh - var(--top-height) - 4rem)',
  '--shadows':
    'linear-gradient(var(--color-ground) 40%,#0000) local 0 0/100% 2.5rem no-repeat,linear-gradient(#0000,var(--color-ground) 60%) local 0 100%/100% 2.5rem no-repeat,linear-gradient(#15191a33,#0000) 0 0/100% .75rem no-repeat,linear-gradient(#0000,#15191a33) 0 100%/100% .75rem no-repeat',
} as CSSProperties

/** Links to the sections: in a `details` on narrow screens, which they would fill otherwise; beside the text on wide ones. */
function Contents({ sections }: { sections: readonly Text[] }) {
  return (
    <nav
      className="rounded-board bg-plate px-6 lg:sticky lg:top-below-bar lg:max-h-(--room) lg:overflow-y-auto lg:px-0 lg:[background:var(--shadows)] [scrollbar-color:#c9993f_#0000] [scrollbar-width:thin] print:hidden"
      style={SHADOWS}
      aria-labelledby="contents"
    >
      <h2 id="contents" className="mb-3 text-h4 max-lg:hidden">
        Contents
      </h2>
      <details className="group peer lg:hidden">
        <summary className="flex min-h-16 items-center justify-between font-display text-h4">
          Contents
          <Icon name="down" className="text-accent moves-rotate group-open:rotate-180" />
        </summary>
      </details>
      <ol className="line-t max-lg:peer-not-open:hidden">
        {sections.map((section, index) => (
          <li key={section.id} className="line-b">
            {/* Twenty links fit beside the text on a laptop; on touch screens they keep their size. */}
            <a
              href={`#${section.id}`}
              className="flex min-h-tap items-center text-md no-underline hover:text-accent lg:min-h-8 pointer-coarse:min-h-tap"
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
  const headingId = `h-${section.id}`
  return (
    <section
      id={section.id}
      aria-labelledby={headingId}
      className="flex flex-col gap-4 not-first:mt-band not-first:line-t not-first:pt-band print:not-first:mt-5 print:not-first:pt-5"
    >
      <h2 id={headingId} className="grid grid-cols-lead items-baseline gap-4 text-h3 leading-heading">
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
