import { z } from 'zod'
import { noticeFailedAgain, OWNER_NOTICES } from '#app/models/owner-messages.ts'
import { processDelivery } from '../orders/receive.server.ts'
import { adminForm, audited, done, failed } from './admin-outcome.server.ts'

/** Processes a failed webhook delivery again. */
export const handleOrderNoticeForm = adminForm(
  z.object({ intent: z.literal('retry'), id: z.string().max(36) }),
  OWNER_NOTICES.notSaved,
  async ({ id }, services, actor) => {
    const delivery = await services.backend.retryWebhook(id)
    if (delivery === null) return failed(409, OWNER_NOTICES.noticeTaken)
    const entry = { actor, action: 'order-notice.retried', subjectId: id } as const
    let failure: string | null = null
    const isDone = await audited(services, entry, async () => {
      failure = await processDelivery(services, delivery)
      return failure === null
    }).catch(async (error: unknown) => {
      // The delivery was claimed but not processed, so it has to be marked as failed again.
      await services.backend.failWebhook(delivery, 'the audit trail was out of reach').catch(() => {})
      throw error
    })
    return isDone ? done(OWNER_NOTICES.noticeDone) : failed(502, noticeFailedAgain(failure))
  },
)

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
