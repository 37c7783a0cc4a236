import { LIST_UNREACHABLE } from '#app/models/owner-messages.ts'
import type { ListQuery, Page, RowCursor } from '../backend/list-pages.server.ts'
import type { Services } from '../request/services.server.ts'
import { nullOnOutage } from './list-view.server.ts'

const BATCH_SIZE = 1000
/** Makes spreadsheets read the file as UTF-8. */
const BYTE_ORDER_MARK = '\ufeff'

export type Export<T> = {
  /** File name, without date and extension. */
  readonly name: string
  readonly columns: readonly string[]
  /** The search terms that the list is filtered by; empty for the whole list. */
  readonly search: string
  list(query: ListQuery): Promise<Page<T>>
  toCells(row: T): readonly (string | null)[]
}

/**
 * A whole list as a CSV file. Not streamed: a truncated file would
 * look complete.
 * @param now ms since the epoch
 * @returns the file, or 503 when the backend is unreachable
 */
export async function exportCsv<T extends RowCursor>(
  services: Pick<Services, 'log'>,
  options: Export<T>,
  now: number,
): Promise<Response> {
  const text = await nullOnOutage(services, () => readAll(options))
  if (text === null) return new Response(LIST_UNREACHABLE, { status: 503 })
  const date = new Date(now).toISOString().slice(0, 10)
  return new Response(text, {
    headers: {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': `attachment; filename="${options.name}-${date}.csv"`,
    },
  })
}

async function readAll<T extends RowCursor>(options: Export<T>): Promise<string> {
  const lines = [BYTE_ORDER_MARK, csvLine(options.columns)]
  let after: RowCursor | null = null
  for (let page = 1; ; page++) {
    const { rows }: Page<T> = await options.list({
      page,
      pageSize: BATCH_SIZE,
      search: options.search,
      walk: { after },
    })
    for (const row of rows) lines.push(csvLine(options.toCells(row)))
    after = rows.at(-1) ?? null
    if (rows.length < BATCH_SIZE) break
  }
  return lines.join('')
}

/** The start of a formula as spreadsheets recognise it: after white space too, and with full-width characters. */
const FORMULA_START = /^[\s\u00a0\ufeff]*[=+\-@\uff1d\uff0b\uff0d\uff20]|^[\t\r\n]/

/** Characters that set the direction of text, and could reverse the cells after them. */
const DIRECTION = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g

/** A quoted CSV cell. Against formula injection, text that looks like a formula is prefixed with an apostrophe. */
export function csvCell(value: string | null): string {
  const text = (value ?? '').replace(DIRECTION, '')
  const safe = FORMULA_START.test(text) ? `'${text}` : text
  return `"${safe.replaceAll('"', '""')}"`
}

/** One record of a CSV file (RFC 4180), with its line break. */
export function csvLine(cells: readonly (string | null)[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`
}
