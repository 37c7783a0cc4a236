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

/** How many findings there are of each level. */
export function countLevels(findings: readonly Finding[]): Readonly<Record<FindingLevel, number>> {
  const count = (level: FindingLevel) => findings.filter((finding) => finding.level === level).length
  return { ok: count('ok'), warning: count('warning'), failure: count('failure') }
}

/** Names as a list in a sentence: "a, b and c". */
export function listNames(names: readonly string[]): string {
  const [last = '', ...others] = [...names].reverse()
  return others.length === 0 ? last : `${others.reverse().join(', ')} and ${last}`
}
