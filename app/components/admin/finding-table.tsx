import type { CheckedFinding, FindingLevel } from '../../models/doctor.ts'
import { AdminRow, AdminTable, Under } from './admin-table.tsx'
import { Tag } from './cells.tsx'

const COLUMNS = ['Service', 'Checked', 'Result', 'Found, and what to do']

const RESULTS = {
  ok: { tone: 'ok', label: 'All right' },
  warning: { tone: 'wait', label: 'To look at' },
  failure: { tone: 'bad', label: 'To mend' },
} as const satisfies Record<FindingLevel, object>

/** What a check-up found. */
export function FindingTable({ findings }: { findings: readonly CheckedFinding[] }) {
  return (
    <AdminTable caption="What was checked" columns={COLUMNS}>
      {findings.map(({ service, what, level, found, mend }) => (
        <AdminRow
          key={`${service} ${what} ${found}`}
          cells={{
            Service: <b>{service}</b>,
            Checked: what,
            Result: <Tag tone={RESULTS[level].tone}>{RESULTS[level].label}</Tag>,
            'Found, and what to do': (
              <>
                <span className="wrap-anywhere">{found}</span>
                {mend === null ? null : <Under>{mend}</Under>}
              </>
            ),
          }}
        />
      ))}
    </AdminTable>
  )
}
