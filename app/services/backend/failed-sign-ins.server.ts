import type { Log } from '../log/log.server.ts'
import type { AuditEntry } from './audit.server.ts'

export type FailedSignIn = 'password' | 'code' | 'refused'

type Sum = { readonly tries: Record<FailedSignIn, number>; readonly visitors: Set<string> }

type Options = {
  readonly recordAudit: (entry: AuditEntry) => Promise<void>
  readonly log: Pick<Log, 'warn'>
}

/** Beyond this number, further visitors are not told apart. */
const MAX_VISITORS = 1_000

/**
 * Counts the sign-ins that failed, and writes their sum to the audit trail: one entry, however many there were, so that
 * the owner learns of an attack and the attack does not fill the trail.
 */
export function createFailedSignIns({ recordAudit, log }: Options) {
  let sum: Sum | null = null

  return {
    /** @param visitor the key of the visitor's rate limits; never stored */
    count(kind: FailedSignIn, visitor: string): void {
      sum ??= { tries: { password: 0, code: 0, refused: 0 }, visitors: new Set() }
      sum.tries[kind] += 1
      if (sum.visitors.size < MAX_VISITORS) sum.visitors.add(visitor)
    },
    /** Writes what was counted since the last time, if anything. Never throws; what was not written is kept. */
    async write(): Promise<void> {
      if (sum === null) return
      const written = sum
      sum = null
      try {
        await recordAudit({
          actor: { id: 'shop', email: 'sign-in page' },
          action: 'sign-in.failed',
          detail: { ...written.tries, visitors: written.visitors.size },
        })
      } catch (error) {
        log.warn({ err: error }, 'failed sign-ins not written to the audit trail')
        sum = addUp(written, sum)
      }
    },
  }
}

function addUp(one: Sum, other: Sum | null): Sum {
  const add = (kind: FailedSignIn) => one.tries[kind] + (other?.tries[kind] ?? 0)
  return {
    tries: { password: add('password'), code: add('code'), refused: add('refused') },
    visitors: new Set([...one.visitors, ...(other?.visitors ?? [])].slice(0, MAX_VISITORS)),
  }
}
