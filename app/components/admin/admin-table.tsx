import type { ReactNode } from 'react'

/**
 * A table of the owner’s room, of at least one row; in a window too narrow for it each row becomes a list of labelled
 * lines.
 */
export function AdminTable<Row extends { readonly id: string }>({
  caption,
  many = false,
  rows,
  cells,
}: {
  /** For screen readers only. */
  caption: string
  /** Has too many columns for a window of less than 68rem. */
  many?: boolean
  rows: readonly Row[]
  /** The content of a row by column; always the same columns. */
  cells: (row: Row) => Readonly<Record<string, ReactNode>>
}) {
  const entries = rows.map((row) => ({ id: row.id, cells: Object.entries(cells(row)) }))
  return (
    <div data-many={many || undefined} className="overflow-x-auto rounded-board bg-plate shadow-rest">
      {/* biome-ignore lint/a11y/noRedundantRoles: browsers drop table semantics of rows laid out as blocks */}
      <table role="table" className="w-full border-collapse text-sm leading-snug stacked:block">
        <caption className="sr-only">{caption}</caption>
        <thead className="stacked:sr-only">
          <tr className="border-b border-gilt">
            {entries[0]?.cells.map(([column]) => (
              <th
                scope="col"
                className="px-4 py-3 text-left align-baseline text-hint font-semibold whitespace-nowrap text-quiet"
                key={column}
              >
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="stacked:block">
          {entries.map((row) => (
            <tr
              // biome-ignore lint/a11y/noRedundantRoles: laid out as a block on small screens, where its role would be lost
              role="row"
              className="border-b border-line last:border-b-0 hover:bg-leaf stacked:block stacked:px-4 stacked:py-4"
              key={row.id}
            >
              {row.cells.map(([column, cell]) => (
                <td
                  // biome-ignore lint/a11y/noRedundantRoles: laid out as a block on small screens, where its role would be lost
                  role="cell"
                  data-l={column}
                  className="px-4 py-3 align-baseline stacked:grid stacked:grid-cols-[clamp(5.25rem,26%,6.5rem)_minmax(0,1fr)] stacked:items-baseline stacked:gap-3 stacked:px-0 stacked:py-1 stacked:wrap-anywhere stacked:before:text-hint stacked:before:text-quiet stacked:before:content-[attr(data-l)]"
                  key={column}
                >
                  <div>{typeof cell === 'string' ? <Text>{cell}</Text> : cell}</div>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** Text of a cell that a visitor may have typed: in a script of either direction, and one word of any length. */
export function Text({ children }: { children: ReactNode }) {
  return <bdi className="block max-w-76 wrap-break-word">{children}</bdi>
}

/** Secondary text of a cell, on a line of its own. */
export function Under({ children }: { children: ReactNode }) {
  return <span className="block text-hint text-quiet">{children}</span>
}

/** The look of a `link` button in a cell. */
export const CELL_LINK = 'min-h-9 text-hint md:whitespace-nowrap'
