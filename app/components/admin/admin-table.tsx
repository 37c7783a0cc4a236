import type { ReactElement, ReactNode } from 'react'

/** A table of the admin area; below 768 px each row becomes a list of labelled lines. */
export function AdminTable({
  caption,
  columns,
  many = false,
  children,
}: {
  /** For screen readers only. */
  caption: string
  columns: readonly string[]
  /** Has too many columns for a narrow window. */
  many?: boolean
  children: readonly ReactElement[]
}) {
  return (
    <div className={many ? 'sheet many' : 'sheet'}>
      {/* biome-ignore lint/a11y/noRedundantRoles: browsers drop table semantics of rows laid out as blocks */}
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

/** @param cells content by column, in the order of the columns */
export function AdminRow({ cells }: { cells: Readonly<Record<string, ReactNode>> }) {
  return (
    // biome-ignore lint/a11y/noRedundantRoles: laid out as a block on small screens, where its role would be lost
    <tr role="row">
      {Object.entries(cells).map(([column, cell]) => (
        // biome-ignore lint/a11y/noRedundantRoles: laid out as a block on small screens, where its role would be lost
        <td role="cell" data-l={column} key={column}>
          {/* Plain text may be user input in a right-to-left script. */}
          <div>{typeof cell === 'string' ? <bdi>{cell}</bdi> : cell}</div>
        </td>
      ))}
    </tr>
  )
}
