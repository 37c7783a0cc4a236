import { z } from 'zod'
import { cutText } from '../../models/cut-text.ts'
import { OWNER_NOTICES, subscriberRemoved } from '../../models/owner-messages.ts'
import type { AuditEntry } from '../backend/audit.server.ts'
import type { Owner } from '../backend/auth.server.ts'
import type { Services } from '../compose.server.ts'
import { type AdminOutcome, GONE, orFailed } from './admin-outcome.server.ts'
import { audited } from './audited.server.ts'
import { maskEmail } from './masked-email.server.ts'

type FormServices = Pick<Services, 'backend' | 'log'>

const removal = z.object({
  intent: z.literal('remove'),
  id: z.string(),
  email: z.string().max(255).default(''),
})

/** Takes a subscriber off the list. @returns null when the form asks for nothing of this */
export async function answerSubscriberForm(
  services: FormServices,
  owner: Owner,
  fields: Record<string, string>,
): Promise<AdminOutcome | null> {
  const parsed = removal.safeParse(fields)
  if (!parsed.success) return null
  const { id, email } = parsed.data
  return orFailed<AdminOutcome>(services, OWNER_NOTICES.notSaved, async () => {
    const entry: AuditEntry = {
      actor: owner,
      action: 'subscriber.removed',
      subjectType: 'subscriber',
      subjectId: cutText(id, 36),
      detail: { email: maskEmail(email) },
    }
    const removed = await audited(services, entry, () => services.backend.removeSubscriber(id))
    // The address in the message is what the owner's own page sent along.
    return removed ? { kind: 'done', notice: subscriberRemoved(email || 'This person') } : GONE
  })
}

const answering = z.object({ intent: z.enum(['answered', 'reopen']), id: z.string() })

/** Marks a contact message as answered, or takes that back. @returns null when the form asks for nothing of this */
export async function answerMessageForm(
  services: FormServices,
  owner: Owner,
  fields: Record<string, string>,
  here: string,
): Promise<AdminOutcome | null> {
  const parsed = answering.safeParse(fields)
  if (!parsed.success) return null
  const { intent, id } = parsed.data
  const isAnswered = intent === 'answered'
  return orFailed<AdminOutcome>(services, OWNER_NOTICES.notSaved, async () => {
    const entry: AuditEntry = {
      actor: owner,
      action: isAnswered ? 'message.answered' : 'message.reopened',
      subjectType: 'message',
      subjectId: cutText(id, 36),
    }
    const saved = await audited(services, entry, () => services.backend.setMessageAnswered(id, isAnswered))
    if (!saved) return GONE
    const undo = { action: here, intent: 'reopen', id }
    return {
      kind: 'done',
      notice: isAnswered ? { ...OWNER_NOTICES.answered, undo } : OWNER_NOTICES.unanswered,
    }
  })
}
