import { z } from 'zod'
import { cutText } from '#app/models/cut-text.ts'
import { OWNER_NOTICES, subscriberRemoved } from '#app/models/owner-messages.ts'
import { formOf } from '../forms/shop-forms.server.ts'
import { adminForm, audited, done, failed, NOT_FOUND } from './admin-outcome.server.ts'
import { maskEmail } from './masked-email.server.ts'

/** Removes a subscriber. */
export const handleSubscriberForm = adminForm(
  z.object({ intent: z.literal('remove'), id: z.string(), email: z.string().max(255).default('') }),
  OWNER_NOTICES.notSaved,
  async ({ id, email }, services, actor) => {
    const detail = { email: maskEmail(email) }
    const entry = { actor, action: 'subscriber.removed', subjectId: cutText(id, 36), detail } as const
    const removed = await audited(services, entry, () => services.backend.removeSubscriber(id))
    // The row is gone, so the message uses the address that the form sent along.
    return removed ? done(subscriberRemoved(email || 'This person')) : NOT_FOUND
  },
)

/** Marks a contact message as answered, or undoes that. */
export const handleMessageForm = adminForm(
  z.object({ intent: z.enum(['answered', 'unanswered']), id: z.string() }),
  OWNER_NOTICES.notSaved,
  async ({ intent, id }, services, actor, page) => {
    const isAnswered = intent === 'answered'
    const action = isAnswered ? 'message.answered' : 'message.reopened'
    const entry = { actor, action, subjectId: cutText(id, 36) } as const
    const saved = await audited(services, entry, () => services.backend.setMessageAnswered(id, isAnswered))
    if (!saved) return NOT_FOUND
    const undo = { action: page, intent: 'unanswered', id }
    return done(isAnswered ? { ...OWNER_NOTICES.answered, undo } : OWNER_NOTICES.unanswered)
  },
)

/**
 * Sends a form that was held back, as if it had come without its hidden field. It is gone from there only once it was
 * sent; sent twice, it has no second effect.
 */
export const handleHeldPostForm = adminForm(
  z.object({ intent: z.literal('real'), id: z.string().max(36) }),
  OWNER_NOTICES.notSaved,
  async ({ id }, services, actor) => {
    const { backend } = services
    const entry = { actor, action: 'message.released', subjectId: id } as const
    const post = await backend.getHeldPost(id)
    const form = post && formOf(post.form)
    if (!form) return NOT_FOUND
    const sent = await audited(services, entry, async () => {
      const context = { market: post.market, idempotencyKey: '' }
      const refused = await form.send(backend, post.fields, context)
      return refused === null && backend.removeHeldPost(id)
    })
    return sent ? done(OWNER_NOTICES.released) : failed(409, OWNER_NOTICES.notSaved)
  },
)
