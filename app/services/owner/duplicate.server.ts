import { z } from 'zod'
import type { Notice } from '#app/models/messages.ts'
import { duplicationNotices, OWNER_NOTICES } from '#app/models/owner-messages.ts'
import type { Duplication } from '../backend/products.server.ts'
import type { Services } from '../request/services.server.ts'
import { failedOnOutage } from './admin-outcome.server.ts'

export type DuplicateReply = {
  readonly kind: 'preview' | 'result' | 'failed'
  readonly status: number
  readonly notices: readonly Notice[]
  /** For a preview: the products that would be created. */
  readonly planned: readonly { readonly title: string; readonly handle: string }[]
  /** The function's full response as JSON; null when there was none. */
  readonly json: string | null
}

const intents = z.enum(['preview', 'duplicate'])

/**
 * Previews which UK products would be created, or creates them. Idempotent: existing copies are skipped.
 * @returns null when the form has another intent. Spec: 2 Admin, 8 Admin
 */
export async function handleDuplicateForm(
  services: Pick<Services, 'backend' | 'log'>,
  fields: Record<string, string>,
): Promise<DuplicateReply | null> {
  const intent = intents.safeParse(fields.intent)
  if (!intent.success) return null
  const dryRun = intent.data === 'preview'
  const reply = await failedOnOutage(services, OWNER_NOTICES.duplicateFailed, async () => {
    const duplication = await services.backend.duplicateProducts({ dryRun })
    return dryRun ? toPreview(duplication) : toResult(duplication)
  })
  if (reply.kind !== 'failed' || 'planned' in reply) return reply
  return { kind: 'failed', status: reply.status, notices: [reply.notice], planned: [], json: null }
}

function toPreview(plan: Duplication): DuplicateReply {
  return { kind: 'preview', status: 200, notices: [], planned: plan.products, json: toJson(plan) }
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

function toJson(duplication: Duplication): string {
  return JSON.stringify(duplication, null, 2)
}
