import { Icon } from '../../ui/icon.tsx'
import { RichText } from '../rich-text.tsx'
import { CancellationForm } from './cancellation-form.tsx'
import type { LegalBlock, LegalTable } from './legal-types.ts'

/** A block of a legal text other than a plain paragraph. */
export function LegalBlockView({ block }: { block: Exclude<LegalBlock, string> }) {
  switch (block.kind) {
    case 'list':
      return (
        <ul className="dots">
          {block.items.map((item) => (
            <li key={item}>
              <RichText text={item} />
            </li>
          ))}
        </ul>
      )
    case 'steps':
      return (
        <ol className="steps">
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
        <div className="warn" role="note">
          <Icon name="warning" />
          <b>{block.lead}</b>
          <span>{block.text}</span>
        </div>
      )
    case 'cancellation-form':
      return <CancellationForm />
  }
}

/** On narrow screens, CSS stacks the cells of a row and labels each with its column heading (`data-l`). */
function Table({ table }: { table: LegalTable }) {
  const [first = '', ...others] = table.head
  return (
    <table data-columns={table.head.length}>
      <caption className="sr">{table.caption}</caption>
      <thead>
        <tr>
          {table.head.map((title) => (
            <th key={title} scope="col">
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {table.rows.map(([lead = '', ...cells]) => (
          <tr key={lead}>
            <th scope="row" data-l={first}>
              <RichText text={lead} />
            </th>
            {others.map((title, index) => (
              <td key={title} data-l={title}>
                <RichText text={cells[index] ?? ''} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
