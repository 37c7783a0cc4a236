import { z } from 'zod'
import type { Notice } from '../../models/messages.ts'
import { duplicationNotices, OWNER_NOTICES } from '../../models/owner-messages.ts'
import type { AuditEntry } from '../backend/audit.server.ts'
import type { Owner } from '../backend/auth.server.ts'
import type { Duplication } from '../backend/products.server.ts'
import type { Services } from '../compose.server.ts'
import { orFailed } from './admin-outcome.server.ts'

/** What became of the duplication, or would. */
export type DuplicateReply = {
  readonly kind: 'preview' | 'result' | 'failed'
  readonly status: number
  readonly notices: readonly Notice[]
  /** What a preview would create, by title. */
  readonly planned: readonly { readonly title: string; readonly handle: string }[]
  /** The function's whole answer, as JSON; null when there was none. */
  readonly json: string | null
}

const intents = z.enum(['preview', 'duplicate'])
const plannedProducts = z.array(z.object({ title: z.string(), handle: z.string() }))

/**
 * Shows which UK products a duplication would make, or makes them. Doing it twice makes nothing twice.
 * @returns null when the form asks for nothing of this. Spec: 2 Admin, 8 Admin
 */
export async function answerDuplicateForm(
  services: Pick<Services, 'backend' | 'log'>,
  owner: Owner,
  fields: Record<string, string>,
): Promise<DuplicateReply | null> {
  const intent = intents.safeParse(fields.intent)
  if (!intent.success) return null
  const dryRun = intent.data === 'preview'
  const reply = await orFailed(services, OWNER_NOTICES.duplicateFailed, async () => {
    if (dryRun) return toPreview(await services.backend.duplicateProducts({ dryRun }))
    const entry: AuditEntry = {
      actor: owner,
      action: 'products.duplicated',
      subjectType: 'products',
      subjectId: null,
    }
    // Written down before, so that nothing is made in secret, and after, with what was made.
    await services.backend.recordAudit({ ...entry, detail: { begun: true } })
    const done = await services.backend.duplicateProducts({ dryRun })
    const detail = { created: done.created.length, skipped: done.skipped.length, failed: done.failed.length }
    await services.backend.recordAudit({ ...entry, detail }).catch((error: unknown) => {
      services.log.warn({ err: error }, 'duplication not written to the audit trail')
    })
    return toResult(done)
  })
  if (reply.kind !== 'failed' || 'planned' in reply) return reply
  return { kind: 'failed', status: reply.status, notices: [reply.notice], planned: [], json: null }
}

function toPreview(plan: Duplication): DuplicateReply {
  const planned = plannedProducts.safeParse(plan.products)
  return {
    kind: 'preview',
    status: 200,
    notices: [],
    planned: planned.success ? planned.data : [],
    json: toJson(plan),
  }
}

function toResult(done: Duplication): DuplicateReply {
  const [created, failed] = [done.created.length, done.failed.length]
  const isFailed = failed > 0 && created === 0
  return {
    kind: isFailed ? 'failed' : 'result',
    status: isFailed ? 502 : 200,
    notices: duplicationNotices(created, failed),
    planned: [],
    json: toJson(done),
  }
}

function toJson(answer: Duplication): string {
  return JSON.stringify(answer, null, 2)
}
