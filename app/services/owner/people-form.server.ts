import { z } from 'zod'
import { failure } from '#app/models/messages.ts'
import { OWNER_NOTICES, subscriberRemoved } from '#app/models/owner-messages.ts'
import { formOf } from '../forms/shop-forms.server.ts'
import { adminForm, done, failed, NOT_FOUND } from './admin-outcome.server.ts'

/** Removes a subscriber. */
export const handleSubscriberForm = adminForm(
  z.object({ intent: z.literal('remove'), id: z.string(), email: z.string().max(255).default('') }),
  OWNER_NOTICES.notSaved,
  async ({ id, email }, { backend }) => {
    const removed = await backend.removeSubscriber(id)
    // The row is gone, so the message uses the address that the form sent along.
    return removed ? done(subscriberRemoved(email || 'This person')) : NOT_FOUND
  },
)

/** Marks a contact message as answered. */
export const handleMessageForm = adminForm(
  z.object({ intent: z.literal('answered'), id: z.string() }),
  OWNER_NOTICES.notSaved,
  async ({ id }, { backend }) =>
    (await backend.markAnswered(id)) ? done(OWNER_NOTICES.answered) : NOT_FOUND,
)

/**
 * Sends a form that was held back, as if it had come without its hidden field. It is gone from there only once it was
 * sent; sent twice, it has no second effect.
 */
export const handleHeldPostForm = adminForm(
  z.object({ intent: z.literal('real'), id: z.string().max(36) }),
  OWNER_NOTICES.notSaved,
  async ({ id }, { backend }) => {
    const post = await backend.getHeldPost(id)
    const form = post && formOf(post.form)
    if (!form) return NOT_FOUND
    const refused = await form.send(backend, post.fields, { market: post.market, idempotencyKey: '' })
    if (refused !== null) return failed(409, failure(refused.message))
    await backend.removeHeldPost(id)
    return done(OWNER_NOTICES.released)
  },
)
