import { z } from 'zod'
import { cutText } from '#app/models/cut-text.ts'
import type { CellPart, ListName, ListView, TableRow } from '#app/models/owner-lists.ts'
import { LIST_UNREACHABLE, OWNER_NOTICES } from '#app/models/owner-messages.ts'
import { type ListQuery, type ListRow, MAX_ROWS, type RowCursor } from '../backend/lists.server.ts'
import type { Services } from '../request/services.server.ts'
import { onOutage } from '../upstream/upstream-error.server.ts'
import { type AdminForm, failed, failedOnOutage } from './admin-outcome.server.ts'
import { csvLine } from './csv.server.ts'
import { type Cell, LISTS, type List, partsOf } from './lists.server.ts'

const PAGE_SIZE = 50
const MAX_SEARCH_LENGTH = 100

type ListServices = Pick<Services, 'backend' | 'log'>

/** The list that an address names, with its filter; null where there is none. */
export function findList(name: string | undefined, url: URL) {
  if (name === undefined || !Object.hasOwn(LISTS, name)) return null
  const named = LISTS[name as ListName]
  const state = url.searchParams.get('state') ?? ''
  const filter = Object.hasOwn(named.filters, state) ? named.filters[state] : undefined
  return { list: filter?.list ?? named, filters: named.filters, filter, url }
}
type FoundList = NonNullable<ReturnType<typeof findList>>

/** The result of `work`, or null when the backend is unreachable, so that the rest of the page can be shown. */
export function nullOnOutage<T>({ log }: Pick<Services, 'log'>, work: () => Promise<T>): Promise<T | null> {
  return onOutage(work, (error) => {
    log.warn({ err: error }, 'a list of the owner’s room is out of reach')
    return null
  })
}

/** A row as a page shows it. */
export function tableRow(
  id: string,
  cells: Readonly<Record<string, Cell>>,
  actions: TableRow['actions'] = [],
): TableRow {
  const parts = Object.entries(cells).map(([column, cell]) => [column, partsOf(cell)] as const)
  return { id, cells: Object.fromEntries(parts), actions }
}

/** The rows of a list that a query finds, as its page shows them. */
export async function readRows({ backend }: Pick<Services, 'backend'>, list: List, query: ListQuery) {
  const found = await backend.listRows(list.table, query)
  const beside = found.length === 0 ? undefined : await list.beside?.(backend, found)
  const toTableRow = (row: ListRow<List['table']>) => {
    const actions = Object.entries(list.actions)
      .filter(([, action]) => action.when?.(row) ?? true)
      .map(([intent, { label, ask }]) => ({ intent, label, ask: ask?.(row) }))
    return tableRow(row.id, list.columns(row, beside), actions)
  }
  return found.map((row) => ({ createdAt: row.createdAt, ...toTableRow(row) }))
}

const cursorText = z.tuple([z.iso.datetime(), z.uuid()])

/** A place in a list, as an address names it; null for any other text. */
function parseCursor(text: string | null): RowCursor | null {
  const { data } = cursorText.safeParse(text?.split('~'))
  return data ? { createdAt: data[0], id: data[1] } : null
}

function addressOf(url: URL, changes: Readonly<Record<string, string | undefined>>): string {
  const query = new URLSearchParams(url.search)
  for (const [name, value] of Object.entries({ after: undefined, ...changes }))
    if (value === undefined) query.delete(name)
    else query.set(name, value)
  return query.size === 0 ? url.pathname : `${url.pathname}?${query}`
}

const searchOf = (url: URL) => cutText((url.searchParams.get('q') ?? '').trim(), MAX_SEARCH_LENGTH)

/** The page of a list that an address asks for. While the backend is unreachable, its rows are null. */
export async function readList(
  services: ListServices,
  { list, filters, filter, url }: FoundList,
): Promise<ListView> {
  const search = searchOf(url)
  const after = parseCursor(url.searchParams.get('after'))
  const page = await nullOnOutage(services, async () => {
    // One more than the page shows tells whether there are more.
    const query = { ...filter, search, after, limit: PAGE_SIZE + 1 }
    const found = await readRows(services, list, query)
    const hasMore = found.length > PAGE_SIZE
    const rows = found.slice(0, PAGE_SIZE)
    if (!hasMore && !after) return { rows, hasMore, total: rows.length }
    // Counting what a search finds takes as long as finding it.
    const isWhole = search === '' && filter === undefined
    return { rows, hasMore, total: isWhole ? await services.backend.countRows(list.table) : null }
  })
  const last = page?.hasMore ? page.rows.at(-1) : undefined
  return {
    title: list.title,
    about: list.about ?? '',
    rows: page?.rows ?? null,
    empty: search === '' ? (filter?.none ?? list.empty) : `Nothing matches ${search}.`,
    total: page?.total ?? null,
    search,
    state: Object.keys(filters).find((state) => filters[state] === filter) ?? '',
    filters: [
      { label: 'All', href: addressOf(url, { state: undefined }), isCurrent: filter === undefined },
      ...Object.entries(filters).map(([state, one]) => ({
        label: one.label,
        href: addressOf(url, { state }),
        isCurrent: one === filter,
      })),
    ],
    newest: after ? addressOf(url, {}) : null,
    older: last ? addressOf(url, { after: `${last.createdAt}~${last.id}` }) : null,
    form: list.form ? { intent: list.form.intent, label: list.form.label, field: list.form.field } : null,
    csv: addressOf(new URL(`${url.pathname}.csv${url.search}`, url), {}),
    key: crypto.randomUUID(),
  }
}

/** Handles the forms of a list's rows, each of which is read again: what can be done is decided by what it is now. */
export function listForm({ form, actions, table }: List): AdminForm {
  return async (services, { intent = '', id = '', key = '', typed = '' }, owner) => {
    const posted = { key: key.slice(0, 64), typed: typed.slice(0, 80), ownerEmail: owner.email }
    if (form?.intent === intent)
      return failedOnOutage(services, form.failure, () => form.run(services, posted))
    const action = Object.hasOwn(actions, intent) ? actions[intent] : undefined
    if (action === undefined) return null
    return failedOnOutage(services, action.failure ?? OWNER_NOTICES.notSaved, async () => {
      const row = await services.backend.findRow(table, id)
      if (row === null) return failed(404, action.missing ?? OWNER_NOTICES.gone)
      return action.run(services, row, posted)
    })
  }
}

/** What a cell says in a file. */
const textOf = (parts: readonly CellPart[]) =>
  parts.flatMap(({ text, href }) => (href === undefined ? [text] : [])).join(', ')

/** Makes spreadsheets read the file as UTF-8. */
const BYTE_ORDER_MARK = '\ufeff'

/**
 * All rows of a list that an address asks for, as a CSV file: page after page until one is empty, however few rows the
 * backend gives at once. Not streamed, as a file that ends early would look complete.
 * @param now ms since the epoch
 * @returns the file, or 503 when the backend is unreachable
 */
export async function exportList(services: ListServices, found: FoundList, now: number): Promise<Response> {
  const { list, filter, url } = found
  const lines: string[] = []
  const whole = await nullOnOutage(services, async () => {
    for (let after: RowCursor | undefined; ; ) {
      // The ids of the rows are the address of what is beside them.
      const limit = list.beside ? 100 : MAX_ROWS
      const rows = await readRows(services, list, { ...filter, search: searchOf(url), after, limit })
      if (after === undefined && rows[0]) lines.push(csvLine(Object.keys(rows[0].cells)))
      for (const { cells } of rows) lines.push(csvLine(Object.values(cells).map(textOf)))
      after = rows.at(-1)
      if (after === undefined) return lines
    }
  })
  if (whole === null) return new Response(LIST_UNREACHABLE, { status: 503 })
  const name = `${url.pathname.replace(/^.*\/|\.csv$/g, '')}-${new Date(now).toISOString().slice(0, 10)}.csv`
  return new Response(BYTE_ORDER_MARK + whole.join(''), {
    headers: {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': `attachment; filename="${name}"`,
    },
  })
}
