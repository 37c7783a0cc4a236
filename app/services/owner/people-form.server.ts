import { z } from 'zod'
import { OWNER_NOTICES, subscriberRemoved } from '#app/models/owner-messages.ts'
import { adminForm, done, NOT_FOUND } from './admin-outcome.server.ts'

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
