import type { LegalBlock, LegalTable } from '../../content/legal/legal-types.ts'
import { RichText } from '../page/rich-text.tsx'
import { cn } from '../ui/cn.ts'
import { Warning } from '../ui/note.tsx'
import { CancellationForm } from './cancellation-form.tsx'

const LIST = 'max-w-measure space-y-2 marker:font-semibold marker:text-accent print:max-w-none'

/** A block of a legal text other than a plain paragraph. */
export function LegalBlockView({ block }: { block: Exclude<LegalBlock, string> }) {
  switch (block.kind) {
    case 'list':
      return (
        <ul className={cn(LIST, 'list-[square] pl-5')}>
          {block.items.map((item) => (
            <li key={item}>
              <RichText text={item} />
            </li>
          ))}
        </ul>
      )
    case 'steps':
      return (
        <ol className={cn(LIST, 'list-decimal pl-6')}>
          {block.items.map((item) => (
            <li key={item}>
              <RichText text={item} />
            </li>
          ))}
        </ol>
      )
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

const CELL =
  'border-b border-line py-3 pr-4 text-left align-top last:pr-0 stacked:block stacked:border-0 stacked:px-0 stacked:py-0.5'

/** Stacked, the rows have no headings above them: each cell but the first begins with the one of its column. */
function Table({ table }: { table: LegalTable }) {
  const [, ...others] = table.head
  return (
    <table className="w-full text-sm leading-snug">
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
