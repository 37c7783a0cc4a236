import { z } from 'zod'
import type { Toast } from '#app/models/messages.ts'
import { type Cell, type CellPart, type OwnerForm, tableRow } from '#app/models/owner-lists.ts'
import { OWNER_TOASTS } from '#app/models/owner-messages.ts'
import type { Backend } from '../backend/backend.server.ts'
import { MAX_ROWS } from '../backend/client.server.ts'
import type { ListQuery, ListRow, ListTable, RowCursor } from '../backend/lists.server.ts'
import type { Services } from '../compose.server.ts'
import { type AdminForm, type AdminForms, type Posted, requireReachable } from './admin-forms.server.ts'

/** What a list is, and how any of them is shown, searched, exported, and its forms carried out. */

type Action<Row> = {
  readonly label: string
  /** With which rows; with all when absent. */
  readonly when?: (row: Row) => boolean
  readonly ask?: (row: Row) => string
  readonly field?: (row: Row) => OwnerForm['field']
  /** @returns what is said of it: an error when it was refused; false when the row is gone */
  readonly run: (services: Services, row: Row, posted: Posted) => Promise<Toast | false>
}

/**
 * Some rows of a list. `none`: said when no row is like that; `only`: as in `ListQuery`; `list`: another table, which is shown
 * in place of the list's own.
 */
type Filter = { readonly label: string; readonly none: string; readonly only?: string; readonly list?: List }
export const filter = (label: string, none: string, only: string): Filter => ({ label, none, only })

export type List<Table extends ListTable = ListTable> = {
  readonly title: string
  readonly about?: string
  readonly table: Table
  /** Said when a form could not be carried out: the backend is out of reach, or the row is gone. */
  readonly failure?: Toast
  readonly empty: string
  readonly filters?: Readonly<Record<string, Filter>>
  /** The cells of a row by column: also the columns of its file. The first says which row it is. */
  readonly columns: (row: ListRow<Table>) => Readonly<Record<string, Cell>>
  readonly actions?: Readonly<Record<string, Action<ListRow<Table>>>>
  readonly form?: OwnerForm & { readonly run: AdminForm['run'] }
}

/** A list of one table as a list of any: its functions are called with rows of its own table only. */
export function listOf<Table extends ListTable>(list: List<Table>): List {
  return list as unknown as List
}

/** The rows of a list that a query finds, as its page shows them. */
export async function readRows(backend: Backend, list: List, query: ListQuery) {
  const found = await backend.listRows(list.table, query)
  return found.map((row) => {
    const actions = Object.entries(list.actions ?? {})
      .filter(([, action]) => action.when?.(row) ?? true)
      .map(([intent, { label, field, ask }]) => ({ intent, label, field: field?.(row), ask: ask?.(row) }))
    return { createdAt: row.createdAt, ...tableRow(row.id, list.columns(row), actions) }
  })
}

/** A list with the filter and the search that an address names. */
export function filterList(named: List, { searchParams }: URL) {
  const { filters = {} } = named
  const typed = searchParams.get('state') ?? ''
  const state = Object.hasOwn(filters, typed) ? typed : ''
  const { none = named.empty, only, list = named } = filters[state] ?? {}
  return { list, filters, state, none, only, search: (searchParams.get('q') ?? '').trim() }
}

const PAGE_SIZE = 50
/** A place in a list, as an address names it. */
const cursorText = z.tuple([z.iso.datetime(), z.uuid()])

/** The page of a list that an address asks for. @throws a Response with 503 when the backend is unreachable */
export async function readList(services: Services, named: List, url: URL) {
  const { list, filters, state, none, only, search } = filterList(named, url)
  const { title, about = '', form } = list
  const cursor = cursorText.safeParse(url.searchParams.get('after')?.split('~')).data
  const after = cursor ? { createdAt: cursor[0], id: cursor[1] } : null
  // One more than the page shows tells whether there are more.
  const query = { only, search, after, limit: PAGE_SIZE + 1 }
  const found = await requireReachable(services, () => readRows(services.backend, list, query))
  const rows = found.slice(0, PAGE_SIZE)
  const last = found.length > PAGE_SIZE ? rows.at(-1) : undefined
  const addressOf = (params: Readonly<Record<string, string>> = {}, path = url.pathname) => {
    const given = Object.entries({ q: search, state, ...params }).filter(([, value]) => value)
    return given.length > 0 ? `${path}?${new URLSearchParams(given)}` : path
  }
  return {
    title,
    about,
    search,
    state,
    rows,
    empty: search === '' ? none : `Nothing matches ${search}.`,
    filters: Object.entries({ '': { label: 'All' }, ...filters }).map(([name, { label }]) => ({
      label,
      href: addressOf({ state: name }),
      isCurrent: name === state,
    })),
    /** Addresses of the first page, where this is another, and of more rows, where there are any. */
    newest: after && addressOf(),
    older: last && addressOf({ after: `${last.createdAt}~${last.id}` }),
    csv: addressOf({}, `${url.pathname}.csv`),
    form: form && { intent: form.intent, label: form.label, field: form.field },
    /** Idempotency key of this view: what is sent twice from it is done once. */
    key: crypto.randomUUID(),
  }
}

/** The forms of a list and its rows, each of which is read again: what can be done is decided by what it is now. */
export function formsOf({ form, actions = {}, table, failure }: List): AdminForms {
  const onRows = Object.entries(actions).map(([intent, action]) => {
    const run: AdminForm['run'] = async (services, posted) => {
      const row = await services.backend.findRow(table, posted.id)
      return (row && (await action.run(services, row, posted))) || (failure ?? OWNER_TOASTS.gone)
    }
    return [intent, { failure, run }]
  })
  return { ...(form && { [form.intent]: { failure, run: form.run } }), ...Object.fromEntries(onRows) }
}

/** The start of a formula as spreadsheets recognise it: after white space too, and with full-width characters. */
const FORMULA_START = /^[\s\u00a0\ufeff]*[=+\-@\uff1d\uff0b\uff0d\uff20]|^[\t\r\n]/
/** Characters that set the direction of text, and could reverse the cells after them. */
const DIRECTION = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g

/** One record of a CSV file (RFC 4180), with its line break. A text that looks like a formula begins with an apostrophe. */
export function csvLine(cells: readonly string[]): string {
  const quoted = cells.map((cell) => {
    const text = cell.replace(DIRECTION, '').replace(FORMULA_START, "'$&")
    return `"${text.replaceAll('"', '""')}"`
  })
  return `${quoted.join()}\r\n`
}

const textOf = (parts: readonly CellPart[]) =>
  parts.flatMap(({ text, href }) => (href === undefined ? [text] : [])).join(', ')

/** Makes spreadsheets read the file as UTF-8. */
const BYTE_ORDER_MARK = '\ufeff'

/**
 * All rows of a list that an address asks for, as a CSV file: page after page until one is empty, however few rows the
 * backend gives at once. Not streamed, as a file that ends early would look complete.
 * @throws a Response with 503 when the backend is unreachable
 */
export async function exportList(services: Services, named: List, url: URL): Promise<Response> {
  const { list, only, search } = filterList(named, url)
  const lines = await requireReachable(services, async () => {
    const lines: string[] = []
    for (let after: RowCursor | undefined; ; ) {
      const rows = await readRows(services.backend, list, { only, search, after, limit: MAX_ROWS })
      if (after === undefined && rows[0]) lines.push(csvLine(Object.keys(rows[0].cells)))
      for (const { cells } of rows) lines.push(csvLine(Object.values(cells).map(textOf)))
      after = rows.at(-1)
      if (after === undefined) return lines
    }
  })
  const name = `${url.pathname.replace(/^.*\/|\.csv$/g, '')}-${new Date(services.now()).toISOString().slice(0, 10)}.csv`
  return new Response(BYTE_ORDER_MARK + lines.join(''), {
    headers: {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': `attachment; filename="${name}"`,
    },
  })
}
