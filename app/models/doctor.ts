/** What the check-up finds. */
export type Finding = {
  readonly service: string
  /** What was checked. */
  readonly what: string
  /** What is wrong, in one sentence without secrets and personal data: the shop cannot open like this. Null when all is well. */
  readonly found: string | null
  /** What the owner does about it. */
  readonly mend: string
}

/** Whether the shop can open: nothing is to be mended, and something was checked. */
export function canOpen(findings: readonly Finding[]): boolean {
  return findings.length > 0 && findings.every(({ found }) => found === null)
}

/** One sentence that sums all up. */
export function summaryOf(findings: readonly Finding[]): string {
  if (canOpen(findings)) return 'The shop can open. Everything is all right.'
  const count = findings.filter(({ found }) => found !== null).length
  return `The shop cannot open yet: ${count === 1 ? '1 thing' : `${count} things`} to mend.`
}

/** The findings as lines for a terminal: each service with what was checked, and below what is wrong what to do. */
export function formatFindings(findings: readonly Finding[]): string {
  const lines = findings.flatMap(({ service, what, found, mend }, at) => [
    ...(findings[at - 1]?.service === service ? [] : [service]),
    ...(found === null ? [`  ok    ${what}`] : [`  MEND  ${what}: ${found}`, `        → ${mend}`]),
  ])
  return [...lines, '', summaryOf(findings)].join('\n')
}
