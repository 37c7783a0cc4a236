/** What the check-up finds: before the shop opens, and every hour after. */

/** `mend`: the shop cannot open like this. */
type Level = 'ok' | 'look' | 'mend'

/** What a check found. Neither secrets nor personal data. */
export type State = {
  readonly level: Level
  /** One sentence. */
  readonly found: string
  /** What the owner does about it; null where nothing is to be done. */
  readonly mend: string | null
}

export type Finding = State & {
  readonly service: string
  /** What was checked. */
  readonly what: string
}

/** All is well. */
export const right = (found: string): State => ({ level: 'ok', found, mend: null })
/** The shop can open, but somebody should look at it. */
export const look = (found: string, mend: string): State => ({ level: 'look', found, mend })
/** The shop cannot open until it is mended. */
export const broken = (found: string, mend: string): State => ({ level: 'mend', found, mend })

/** Names as a list in a sentence: "a, b and c". */
export function listNames(names: readonly string[]): string {
  return new Intl.ListFormat('en-GB').format(names)
}

/** Whether the shop can open: nothing is to be mended, and something was checked. */
export function canOpen(findings: readonly State[]): boolean {
  return findings.length > 0 && findings.every(({ level }) => level !== 'mend')
}

/** The findings with what is to be mended first; otherwise in their order. */
export function byUrgency<F extends State>(findings: readonly F[]): F[] {
  const order: readonly Level[] = ['mend', 'look', 'ok']
  return order.flatMap((level) => findings.filter((finding) => finding.level === level))
}

/** One sentence that sums all up. */
export function summaryOf(findings: readonly State[]): string {
  const things = (wanted: Level) => {
    const count = findings.filter(({ level }) => level === wanted).length
    return count === 1 ? '1 thing' : `${count} things`
  }
  if (findings.length === 0) return 'The shop cannot open yet: nothing was checked.'
  if (!canOpen(findings)) return `The shop cannot open yet: ${things('mend')} to mend.`
  const isClear = findings.every(({ level }) => level === 'ok')
  return `The shop can open. ${isClear ? 'Everything is all right.' : `${things('look')} to look at.`}`
}

/** The findings as lines for a terminal: each service with what was checked, the result, and below it what to do. */
export function formatFindings(findings: readonly Finding[]): string {
  const lines = findings.flatMap(({ service, what, level, found, mend }, at) => [
    ...(findings[at - 1]?.service === service ? [] : [service]),
    `  ${(level === 'mend' ? 'MEND' : level).padEnd(4)}  ${what}: ${found}`,
    ...(mend === null ? [] : [`        → ${mend}`]),
  ])
  return [...lines, '', summaryOf(findings)].join('\n')
}
