/** The start of a formula as spreadsheets recognise it: after white space too, and with full-width characters. */
const FORMULA_START = /^[\s\u00a0\ufeff]*[=+\-@\uff1d\uff0b\uff0d\uff20]|^[\t\r\n]/

/** A quoted CSV cell. Against formula injection, text that looks like a formula is prefixed with an apostrophe. */
export function csvCell(value: string | null): string {
  const text = value ?? ''
  const safe = FORMULA_START.test(text) ? `'${text}` : text
  return `"${safe.replaceAll('"', '""')}"`
}

/** One record of a CSV file (RFC 4180), with its line break. */
export function csvLine(cells: readonly (string | null)[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`
}
