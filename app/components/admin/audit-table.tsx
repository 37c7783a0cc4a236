import { Link } from 'react-router'
import { describeAuditAction } from '../../models/owner-messages.ts'
import { EmptyNote } from './admin-section.tsx'
import { AdminRow, AdminTable, Under } from './admin-table.tsx'
import { When } from './cells.tsx'

type Row = {
  readonly id: string
  readonly actorEmail: string
  readonly action: string
  readonly subject: { readonly text: string; readonly href: string | null }
  readonly detail: Readonly<Record<string, unknown>> | null
  readonly createdAt: string
}

const COLUMNS = ['When', 'Who', 'What', 'To what']

/** Entries of the audit trail. */
export function AuditTable({ rows }: { rows: readonly Row[] }) {
  if (rows.length === 0) return <EmptyNote>Nothing to report.</EmptyNote>
  return (
    <AdminTable caption="Who did what, and when" columns={COLUMNS}>
      {rows.map((row) => (
        <AdminRow
          key={row.id}
          cells={{
            When: <When at={row.createdAt} />,
            Who: row.actorEmail,
            What: (
              <>
                {describeAuditAction(row.action)}
                <Details detail={row.detail} />
              </>
            ),
            'To what': row.subject.href ? (
              <Link className="max-lg:wrap-anywhere" to={row.subject.href}>
                {row.subject.text}
              </Link>
            ) : (
              row.subject.text
            ),
          }}
        />
      ))}
    </AdminTable>
  )
}

function Details({ detail }: { detail: Row['detail'] }) {
  if (detail === null) return null
  const items = Object.entries(detail)
    .filter(([, value]) => value !== false)
    .map(([name, value]) => (value === true ? name : `${name}: ${String(value)}`))
  return items.length === 0 ? null : <Under>{items.join(', ')}</Under>
}
