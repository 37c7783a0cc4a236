/** What spreadsheets take for the beginning of a formula, even behind spaces; the full-width signs count as well. */
const FORMULA = /^[\s\u00a0\ufeff]*[=+\-@\uff1d\uff0b\uff0d\uff20]|^[\t\r\n]/

/** A cell that no spreadsheet runs: what looks like a formula gets an apostrophe in front, and every cell is quoted. */
export function csvCell(value: string | null): string {
  const text = value ?? ''
  const safe = FORMULA.test(text) ? `'${text}` : text
  return `"${safe.replaceAll('"', '""')}"`
}

/** One line of a CSV file as RFC 4180 has it. */
export function csvLine(cells: readonly (string | null)[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`
}
