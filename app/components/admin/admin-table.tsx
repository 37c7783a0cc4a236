import type { ReactElement, ReactNode } from 'react'

/** A table of the room; below 768 px its rows become lists of labelled lines. */
export function AdminTable({
  caption,
  columns,
  many = false,
  children,
}: {
  /** Said, not shown: what the table lists. */
  caption: string
  columns: readonly string[]
  /** There are too many columns for a narrow window. */
  many?: boolean
  children: readonly ReactElement[]
}) {
  return (
    <div className={many ? 'sheet many' : 'sheet'}>
      {/* Laid out as blocks on small screens, where browsers would otherwise take the table for none. */}
      {/* biome-ignore lint/a11y/noRedundantRoles: see above */}
      <table role="table">
        <caption className="sr">{caption}</caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <th scope="col" key={column}>
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  )
}

/** A row: what stands under each column, in the columns' order. */
export function AdminRow({ cells }: { cells: Readonly<Record<string, ReactNode>> }) {
  return (
    // biome-ignore lint/a11y/noRedundantRoles: kept a row on small screens, where it is laid out as a block
    <tr role="row">
      {Object.entries(cells).map(([column, cell]) => (
        // biome-ignore lint/a11y/noRedundantRoles: as above
        <td role="cell" data-l={column} key={column}>
          {/* A text by itself may have been typed by anybody, from right to left. */}
          <div>{typeof cell === 'string' ? <bdi>{cell}</bdi> : cell}</div>
        </td>
      ))}
    </tr>
  )
}
