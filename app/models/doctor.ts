/** What is checked before the shop opens, and at any time after. */

export type Service =
  | 'Configuration'
  | 'Shopify'
  | 'Supabase'
  | 'Mail'
  | 'Redis'
  | 'Company'
  | 'Front door'
  | 'Clock'

/** `failure`: the shop cannot open like this. */
export type FindingLevel = 'ok' | 'warning' | 'failure'

/** What a check found. Neither secrets nor personal data. */
export type Finding = {
  readonly level: FindingLevel
  /** One sentence. */
  readonly found: string
  /** What the owner can do about it, in one line; null where nothing is to be done. */
  readonly mend: string | null
}

export type CheckedFinding = Finding & {
  readonly service: Service
  /** What was checked. */
  readonly what: string
}

/** All is well. */
export function fine(found: string): Finding {
  return { level: 'ok', found, mend: null }
}

/** The shop can open, but somebody should look at it. */
export function warning(found: string, mend: string): Finding {
  return { level: 'warning', found, mend }
}

/** The shop cannot open until it is mended. */
export function failure(found: string, mend: string): Finding {
  return { level: 'failure', found, mend }
}

/** Whether the shop can open: nothing failed, and something was checked. */
export function canOpen(findings: readonly Finding[]): boolean {
  return findings.length > 0 && findings.every(({ level }) => level !== 'failure')
}

/** The findings with what is to be mended first; otherwise in their order. */
export function byUrgency<F extends Finding>(findings: readonly F[]): F[] {
  const order: readonly FindingLevel[] = ['failure', 'warning', 'ok']
  return order.flatMap((level) => findings.filter((finding) => finding.level === level))
}

/** Names as a list in a sentence: "a, b and c". */
export function listNames(names: readonly string[]): string {
  return new Intl.ListFormat('en-GB').format(names)
}

const RESULTS: Readonly<Record<FindingLevel, string>> = { ok: 'ok', warning: 'look', failure: 'MEND' }
const GAP = '  '

/** One sentence that sums all up. */
export function summaryOf(findings: readonly Finding[]): string {
  const count = (wanted: FindingLevel) => findings.filter(({ level }) => level === wanted).length
  const [warnings, failures] = [count('warning'), count('failure')]
  const things = (count: number) => (count === 1 ? '1 thing' : `${count} things`)
  if (failures > 0) return `The shop cannot open yet: ${things(failures)} to mend.`
  if (!canOpen(findings)) return 'The shop cannot open yet: nothing was checked.'
  return warnings > 0
    ? `The shop can open. ${things(warnings)} to look at.`
    : 'The shop can open. Everything is all right.'
}

/**
 * The findings as a table for a terminal: service, what was checked, result, and below it what to do.
 * @param width of the terminal, characters
 */
export function formatFindings(findings: readonly CheckedFinding[], width: number): string {
  const longest = (texts: readonly string[]) => Math.max(...texts.map((text) => text.length))
  const serviceWidth = longest(['Service', ...findings.map(({ service }) => service)])
  const whatWidth = longest(['Checked', ...findings.map(({ what }) => what)])
  const resultWidth = longest(['Result', ...Object.values(RESULTS)])
  const row = (service: string, what: string, result: string) =>
    [service.padEnd(serviceWidth), what.padEnd(whatWidth), result.padEnd(resultWidth)].join(GAP) + GAP
  const indent = ' '.repeat(row('', '', '').length)
  const textWidth = Math.max(30, width - indent.length)
  const block = (head: string, text: string) => head + wrap(text, textWidth).join(`\n${indent}`)
  const lines = findings.flatMap(({ service, what, level, found, mend }, at) => {
    const isSame = findings[at - 1]?.service === service
    return [
      block(row(isSame ? '' : service, what, RESULTS[level]), found),
      ...(mend === null ? [] : [block(indent, `→ ${mend}`)]),
    ]
  })
  return [
    `${row('Service', 'Checked', 'Result')}Found, and what to do`,
    ...lines,
    '',
    summaryOf(findings),
  ].join('\n')
}

/** Lines of at most `width` characters; a longer word has a line of its own. */
function wrap(text: string, width: number): string[] {
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const last = lines.at(-1)
    if (last !== undefined && last.length + 1 + word.length <= width)
      lines[lines.length - 1] = `${last} ${word}`
    else lines.push(word)
  }
  return lines
}
