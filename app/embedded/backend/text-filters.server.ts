import type { DatabaseSync } from 'node:sqlite'

/**
 * @supabase/lite reads a filter's value by its looks: `order_id=eq.1043` compares a text column with a number,
 * `code=eq.null` with nothing at all, and neither finds its row. PostgREST goes by the column. Values for text
 * columns are therefore put in quotes, which keep them text.
 */
export type TextFilters = { quote(request: Request): Request }

const COMPARISON = /^((?:not\.)?(?:eq|neq|gt|gte|lt|lte)\.)(.*)$/s
const LIST = /^((?:not\.)?in\.)\((.*)\)$/s

/** Reads the text columns of every table once. */
export function createTextFilters(driver: DatabaseSync, tables: readonly string[]): TextFilters {
  const textColumns = new Map(
    tables.map((table) => {
      const columns = driver.prepare("SELECT name FROM pragma_table_info(?) WHERE type = 'TEXT'").all(table)
      return [table, new Set(columns.map((column) => String(column.name)))]
    }),
  )
  return {
    quote(request) {
      const url = new URL(request.url)
      const columns = textColumns.get(decodeURIComponent(url.pathname.split('/').at(-1) ?? ''))
      if (columns === undefined || url.search === '') return request
      const query = new URLSearchParams()
      for (const [name, value] of url.searchParams)
        query.append(name, columns.has(name) ? quoted(value) : value)
      url.search = query.toString()
      return new Request(url, request)
    },
  }
}

function quoted(filter: string): string {
  const comparison = COMPARISON.exec(filter)
  if (comparison) return `${comparison[1]}"${comparison[2]}"`
  const list = LIST.exec(filter)
  return list ? `${list[1]}(${listItems(list[2] ?? '').join(',')})` : filter
}

/** The items of `a,"b,c"`, all of them in quotes. */
function listItems(text: string): string[] {
  const items = text.match(/"(?:[^"\\]|\\.)*"|[^,]+/gs) ?? []
  return items.map((item) => (item.startsWith('"') ? item : `"${item.replace(/["\\]/g, '\\$&')}"`))
}
