import type { DatabaseSync } from 'node:sqlite'
import { tableNames } from './database.server.ts'

const COMPARISON = /^((?:not\.)?(?:eq|neq|gt|gte|lt|lte)\.)(.*)$/s
const LIST = /^((?:not\.)?in\.)\((.*)\)$/s

/**
 * @supabase/lite guesses the type of a filter's value: `order_id=eq.1043` compares a text column with a number,
 * `code=eq.null` with NULL, and neither finds its row. PostgREST uses the column's type. Values for text columns are
 * therefore quoted, which makes them text.
 * @returns the function that quotes them in a request; the text columns of all tables are read once
 */
export function createTextFilters(driver: DatabaseSync): (request: Request) => Request {
  const textColumns = new Map(
    tableNames(driver).map((table) => {
      const columns = driver.prepare("SELECT name FROM pragma_table_info(?) WHERE type = 'TEXT'").all(table)
      return [table, new Set(columns.map((column) => String(column.name)))]
    }),
  )
  return (request) => {
    const url = new URL(request.url)
    const columns = textColumns.get(decodeURIComponent(url.pathname.split('/').at(-1) ?? ''))
    if (columns === undefined || url.search === '') return request
    const query = new URLSearchParams()
    for (const [name, value] of url.searchParams)
      query.append(name, columns.has(name) ? quoteValue(value) : value)
    url.search = query.toString()
    return new Request(url, request)
  }
}

function quoteValue(filter: string): string {
  const comparison = COMPARISON.exec(filter)
  if (comparison) return `${comparison[1]}"${comparison[2]}"`
  const list = LIST.exec(filter)
  return list ? `${list[1]}(${listItems(list[2] ?? '').join(',')})` : filter
}

/** The items of a list such as `a,"b,c"`, each quoted. */
function listItems(text: string): string[] {
  const items = text.match(/"(?:[^"\\]|\\.)*"|[^,]+/gs) ?? []
  return items.map((item) => (item.startsWith('"') ? item : `"${item.replace(/["\\]/g, '\\$&')}"`))
}
