import { z } from 'zod'
import { cutText } from '../../models/cut-text.ts'
import { OWNER_NOTICES, subscriberRemoved } from '../../models/owner-messages.ts'
import type { AuditEntry } from '../backend/audit.server.ts'
import type { Owner } from '../backend/auth.server.ts'
import type { Services } from '../request/services.server.ts'
import { type AdminOutcome, audited, failedOnOutage, NOT_FOUND } from './admin-outcome.server.ts'
import { maskEmail } from './masked-email.server.ts'

type FormServices = Pick<Services, 'backend' | 'log'>

const removal = z.object({
  intent: z.literal('remove'),
  id: z.string(),
  email: z.string().max(255).default(''),
})

/** Removes a subscriber. @returns null when the form has another intent */
export async function handleSubscriberForm(
  services: FormServices,
  owner: Owner,
  fields: Record<string, string>,
): Promise<AdminOutcome | null> {
  const parsed = removal.safeParse(fields)
  if (!parsed.success) return null
  const { id, email } = parsed.data
  return failedOnOutage<AdminOutcome>(services, OWNER_NOTICES.notSaved, async () => {
    const entry: AuditEntry = {
      actor: owner,
      action: 'subscriber.removed',
      subjectType: 'subscriber',
      subjectId: cutText(id, 36),
      detail: { email: maskEmail(email) },
    }
    const removed = await audited(services, entry, () => services.backend.removeSubscriber(id))
    // The row is gone, so the message uses the address that the form sent along.
    return removed ? { kind: 'done', notice: subscriberRemoved(email || 'This person') } : NOT_FOUND
  })
}

const answered = z.object({ intent: z.enum(['answered', 'reopen']), id: z.string() })

/**
 * Marks a contact message as answered, or undoes that.
 * @param pagePath path and query of the page, to which an undo is posted
 * @returns null when the form has another intent
 */
export async function handleMessageForm(
  services: FormServices,
  owner: Owner,
  fields: Record<string, string>,
  pagePath: string,
): Promise<AdminOutcome | null> {
  const parsed = answered.safeParse(fields)
  if (!parsed.success) return null
  const { intent, id } = parsed.data
  const isAnswered = intent === 'answered'
  return failedOnOutage<AdminOutcome>(services, OWNER_NOTICES.notSaved, async () => {
    const entry: AuditEntry = {
      actor: owner,
      action: isAnswered ? 'message.answered' : 'message.reopened',
      subjectType: 'message',
      subjectId: cutText(id, 36),
    }
    const saved = await audited(services, entry, () => services.backend.setMessageAnswered(id, isAnswered))
    if (!saved) return NOT_FOUND
    const undo = { action: pagePath, intent: 'reopen', id }
    return {
      kind: 'done',
      notice: isAnswered ? { ...OWNER_NOTICES.answered, undo } : OWNER_NOTICES.unanswered,
    }
  })
}
