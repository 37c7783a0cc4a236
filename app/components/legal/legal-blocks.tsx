import { useState } from 'react'
import { cancellationFormLines } from '#app/content/legal/terms.ts'
import type { Block, TextTable } from '#app/content/markdown.ts'
import { marketPath } from '#app/models/market.ts'
import { RichText } from '../page/rich-text.tsx'
import { usePageFacts } from '../page/use-page-facts.ts'
import { useShop } from '../page/use-shop.ts'
import { Button, TextLink } from '../ui/button.tsx'
import { cn } from '../ui/cn.ts'
import { Icon } from '../ui/icon.tsx'
import { Warning } from '../ui/note.tsx'
import { plateClass } from '../ui/plate.tsx'
import { Actions } from '../ui/section.tsx'

const LIST = 'max-w-measure space-y-2 marker:font-semibold marker:text-accent print:max-w-none'

/** A block of a legal text other than a plain paragraph. */
export function LegalBlockView({ block }: { block: Exclude<Block, string> }) {
  switch (block.kind) {
    case 'list':
      return <ul className={cn(LIST, 'list-[square] pl-5')}>{listItems(block.items)}</ul>
    case 'steps':
      return <ol className={cn(LIST, 'list-decimal pl-6')}>{listItems(block.items)}</ol>
    case 'table':
      return <Table table={block.table} />
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

function listItems(items: readonly string[]) {
  return items.map((item) => (
    <li key={item}>
      <RichText text={item} />
    </li>
  ))
}

const CELL =
  'border-b border-line py-3 pr-4 text-left align-top last:pr-0 stacked:block stacked:border-0 stacked:px-0 stacked:py-0.5 stacked:wrap-anywhere'

/** Stacked, the rows have no headings above them: each cell but the first begins with the one of its column. */
function Table({ table }: { table: TextTable }) {
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
          <tr
            key={lead}
            className="stacked:block stacked:border-b stacked:border-line stacked:py-4 print:break-inside-avoid"
          >
            <th scope="row" className={cn(CELL, 'min-w-36 font-semibold')}>
              <RichText text={lead} />
            </th>
            {others.map((title, index) => (
              <td
                key={title}
                data-column={title}
                className={cn(
                  CELL,
                  "stacked:before:text-quiet stacked:before:content-[attr(data-column)_':_']",
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
  const { market } = useShop()
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
      <blockquote data-theme="light" className={plateClass('space-y-4 p-panel')}>
        {lines.map((line) => (
          <p key={line}>{line}</p>
        ))}
      </blockquote>
      <Actions className="print:hidden">
        <Button type="button" variant="ghost" className="noscript:hidden" onClick={copy}>
          <Icon name={copied === 'yes' ? 'check' : 'copy'} />
          Copy the form
        </Button>
        <TextLink to={marketPath(market, '/contact?subject=Return%2FExchange')}>
          Send it by contact form
        </TextLink>
        <span role="status" className="text-sm text-quiet">
          {copied === 'yes' ? 'Copied.' : copied === 'failed' ? 'Please select the text and copy it.' : ''}
        </span>
      </Actions>
    </>
  )
}
