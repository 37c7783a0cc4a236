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
