import { z } from 'zod'
import { noticeFailedAgain, OWNER_NOTICES } from '../../models/owner-messages.ts'
import type { AuditEntry } from '../backend/audit.server.ts'
import type { Owner } from '../backend/auth.server.ts'
import type { StoredDelivery } from '../backend/webhooks.server.ts'
import { processDelivery } from '../orders/receive.server.ts'
import type { Services } from '../request/services.server.ts'
import { type AdminOutcome, audited, failedOnOutage } from './admin-outcome.server.ts'

const retry = z.object({ intent: z.literal('retry'), id: z.string().max(36) })
const send = z.object({ intent: z.literal('send'), id: z.string().max(36) })

const UNKNOWN_REASON = 'nobody can say why.'

/** Processes a failed webhook delivery again. @returns null when the form has another intent */
export async function handleOrderNoticeForm(
  services: Services,
  owner: Owner,
  fields: Record<string, string>,
): Promise<AdminOutcome | null> {
  const parsed = retry.safeParse(fields)
  if (!parsed.success) return null
  const { id } = parsed.data
  return failedOnOutage<AdminOutcome>(services, OWNER_NOTICES.notSaved, async () => {
    const delivery = await services.backend.retryWebhook(id)
    if (delivery === null) return { kind: 'failed', status: 409, notice: OWNER_NOTICES.noticeTaken }
    const entry: AuditEntry = {
      actor: owner,
      action: 'order-notice.retried',
      subjectType: 'order-notice',
      subjectId: id,
    }
    const isDone = await audited(services, entry, () => processDelivery(services, delivery)).catch(
      async (error: unknown) => {
        // The delivery was claimed but not processed, so it has to be marked as failed again.
        await services.backend.failWebhook(delivery, 'the audit trail was out of reach').catch(() => {})
        throw error
      },
    )
    if (isDone) return { kind: 'done', notice: OWNER_NOTICES.noticeDone }
    const reason = await readFailureReason(services, delivery)
    return { kind: 'failed', status: 502, notice: noticeFailedAgain(reason) }
  })
}

async function readFailureReason({ backend, log }: Services, delivery: StoredDelivery): Promise<string> {
  try {
    const { rows } = await backend.listWebhookDeliveries({ page: 1, search: delivery.webhookId, pageSize: 5 })
    return rows.find((row) => row.id === delivery.id)?.lastError ?? UNKNOWN_REASON
  } catch (error) {
    log.warn({ err: error }, 'reason not read')
    return UNKNOWN_REASON
  }
}

/** Sends a waiting or failed mail now. @returns null when the form has another intent */
export async function handleOutboxForm(
  services: Services,
  owner: Owner,
  fields: Record<string, string>,
): Promise<AdminOutcome | null> {
  const parsed = send.safeParse(fields)
  if (!parsed.success) return null
  const { id } = parsed.data
  return failedOnOutage<AdminOutcome>(services, OWNER_NOTICES.mailFailed, async () => {
    const entry: AuditEntry = { actor: owner, action: 'mail.sent', subjectType: 'mail', subjectId: id }
    const sent = await audited(services, entry, async () => {
      const state = await services.backend.sendOutboxMail(id)
      return state === 'sent' && state
    })
    if (sent) return { kind: 'done', notice: OWNER_NOTICES.mailSent }
    return { kind: 'failed', status: 502, notice: OWNER_NOTICES.mailFailed }
  })
}
