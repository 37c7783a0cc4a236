import { z } from 'zod'
import { noticeFailedAgain, OWNER_NOTICES } from '../../models/owner-messages.ts'
import type { StoredDelivery } from '../backend/webhooks.server.ts'
import { processDelivery } from '../orders/receive.server.ts'
import type { Services } from '../request/services.server.ts'
import { adminForm, audited, done, failed } from './admin-outcome.server.ts'

/** Processes a failed webhook delivery again. */
export const handleOrderNoticeForm = adminForm(
  z.object({ intent: z.literal('retry'), id: z.string().max(36) }),
  OWNER_NOTICES.notSaved,
  async ({ id }, services, actor) => {
    const delivery = await services.backend.retryWebhook(id)
    if (delivery === null) return failed(409, OWNER_NOTICES.noticeTaken)
    const entry = { actor, action: 'order-notice.retried', subjectId: id } as const
    const isDone = await audited(services, entry, () => processDelivery(services, delivery)).catch(
      async (error: unknown) => {
        // The delivery was claimed but not processed, so it has to be marked as failed again.
        await services.backend.failWebhook(delivery, 'the audit trail was out of reach').catch(() => {})
        throw error
      },
    )
    if (isDone) return done(OWNER_NOTICES.noticeDone)
    return failed(502, noticeFailedAgain(await readFailureReason(services, delivery)))
  },
)

async function readFailureReason(
  { backend, log }: Services,
  delivery: StoredDelivery,
): Promise<string | null> {
  try {
    const { rows } = await backend.listWebhookDeliveries({ page: 1, search: delivery.webhookId, pageSize: 5 })
    return rows.find((row) => row.id === delivery.id)?.lastError ?? null
  } catch (error) {
    log.warn({ err: error }, 'reason not read')
    return null
  }
}

/** Sends a waiting or failed mail now. */
export const handleOutboxForm = adminForm(
  z.object({ intent: z.literal('send'), id: z.string().max(36) }),
  OWNER_NOTICES.mailFailed,
  async ({ id }, services, actor) => {
    const sent = await audited(services, { actor, action: 'mail.sent', subjectId: id }, async () => {
      const state = await services.backend.sendOutboxMail(id)
      return state === 'sent' && state
    })
    return sent ? done(OWNER_NOTICES.mailSent) : failed(502, OWNER_NOTICES.mailFailed)
  },
)
