import { z } from 'zod'
import { noticeFailedAgain, OWNER_NOTICES } from '#app/models/owner-messages.ts'
import { processDelivery } from '../orders/receive.server.ts'
import { adminForm, done, failed } from './admin-outcome.server.ts'

/** Processes a failed webhook delivery again. */
export const handleOrderNoticeForm = adminForm(
  z.object({ intent: z.literal('retry'), id: z.string().max(36) }),
  OWNER_NOTICES.notSaved,
  async ({ id }, services) => {
    const delivery = await services.backend.retryWebhook(id)
    if (delivery === null) return failed(409, OWNER_NOTICES.noticeTaken)
    const failure = await processDelivery(services, delivery)
    return failure === null ? done(OWNER_NOTICES.noticeDone) : failed(502, noticeFailedAgain(failure))
  },
)

/** Sends a waiting or failed mail now. */
export const handleOutboxForm = adminForm(
  z.object({ intent: z.literal('send'), id: z.string().max(36) }),
  OWNER_NOTICES.mailFailed,
  async ({ id }, { backend }) =>
    (await backend.sendOutboxMail(id)) === 'sent'
      ? done(OWNER_NOTICES.mailSent)
      : failed(502, OWNER_NOTICES.mailFailed),
)
