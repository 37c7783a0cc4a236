import { LIST_UNREACHABLE } from '../../models/owner-messages.ts'
import type { AuditEntry } from '../backend/audit.server.ts'
import type { ListQuery, Page, RowPlace } from '../backend/list-pages.server.ts'
import type { Services } from '../compose.server.ts'
import { UpstreamError } from '../upstream-error.server.ts'
import { csvLine } from './csv.server.ts'
import { orNull } from './list-view.server.ts'

const ROWS_AT_A_TIME = 1000
/** Tells spreadsheets that the file is UTF-8. */
const BYTE_ORDER_MARK = '\ufeff'

export type Export<T> = {
  /** Name of the file, without its date. */
  readonly name: string
  readonly columns: readonly string[]
  readonly entry: Pick<AuditEntry, 'actor' | 'action' | 'subjectType'>
  /** The words the list was narrowed by; empty for all of it. */
  readonly search: string
  list(query: ListQuery): Promise<Page<T>>
  toCells(row: T): readonly (string | null)[]
}

/**
 * A whole list as a CSV file, read a thousand rows at a time and written to the audit trail first. It is complete
 * before it is answered: half a file would look like a whole one.
 * @param now milliseconds
 * @returns the file, or 503 when the backend is out of reach
 */
export async function exportCsv<T extends RowPlace>(
  services: Pick<Services, 'backend' | 'log'>,
  wanted: Export<T>,
  now: number,
): Promise<Response> {
  const text = await orNull(services, () => readAll(services, wanted))
  if (text === null) return new Response(LIST_UNREACHABLE, { status: 503 })
  const date = new Date(now).toISOString().slice(0, 10)
  return new Response(text, {
    headers: {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': `attachment; filename="${wanted.name}-${date}.csv"`,
    },
  })
}

async function readAll<T extends RowPlace>(
  { backend }: Pick<Services, 'backend'>,
  wanted: Export<T>,
): Promise<string> {
  await backend.recordAudit({ ...wanted.entry, subjectId: null, detail: { narrowed: wanted.search !== '' } })
  const lines = [BYTE_ORDER_MARK, csvLine(wanted.columns)]
  let after: RowPlace | undefined
  for (let page = 1; ; page++) {
    const query = {
      page,
      pageSize: ROWS_AT_A_TIME,
      search: wanted.search,
      uncounted: true,
      ...(after && { after }),
    }
    const { rows, unread } = await wanted.list(query)
    if (unread > 0)
      throw new UpstreamError(`export ${wanted.name}`, null, { detail: `${unread} rows unread` })
    for (const row of rows) lines.push(csvLine(wanted.toCells(row)))
    after = rows.at(-1)
    if (rows.length < ROWS_AT_A_TIME) break
  }
  return lines.join('')
}
