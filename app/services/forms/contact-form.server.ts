import { CONTACT_SUBSCRIBE, consentWording } from '../../models/consent-wording.ts'
import { type ContactSubmission, resolveContact } from '../../models/contact.ts'
import { CONTACT_FAILED, CONTACT_SENT, CONTACT_TOO_MANY } from '../../models/messages.ts'
import {
  answerRobot,
  carryOut,
  contentKey,
  type FormOutcome,
  type FormServices,
  type Visitor,
} from './form-outcome.server.ts'
import type { FormPost, FormShape } from './form-post.server.ts'

export const CONTACT_FORM: FormShape = {
  short: ['fullName', 'email', 'subject', 'subscribeToMailingList'],
  long: ['message'],
}

const WORDS = { success: CONTACT_SENT, tooMany: CONTACT_TOO_MANY, failed: () => CONTACT_FAILED }

/** Hands a message to the shop, once however often it is posted. Spec: 5 Contact form, 7 Backend functions, 8 Contact */
export async function takeContact(
  services: FormServices,
  visitor: Visitor,
  post: FormPost,
): Promise<FormOutcome> {
  if (post.isRobot) return answerRobot(services, 'contact', CONTACT_SENT)
  const resolved = resolveContact(Object.fromEntries(post.fields))
  if ('error' in resolved)
    return { ok: false, status: 400, notice: null, errors: firstOfEach(resolved.error) }
  const submission = resolved.value
  const content = [post.idempotencyKey, ...contentOf(submission)]
  const context = {
    market: visitor.market,
    wording: consentWording(CONTACT_SUBSCRIBE),
    // Hashed with the message: a key that two messages share must never make the second one a repeat of the first.
    idempotencyKey: post.idempotencyKey === '' ? null : contentKey('contact', content),
  }
  return carryOut(services, visitor.ip, { name: 'contact', content }, WORDS, () =>
    services.backend.submitContact(submission, context),
  )
}

function contentOf({
  fullName,
  email,
  subject,
  message,
  subscribeToMailingList,
}: ContactSubmission): string[] {
  return [fullName, email.toLowerCase(), subject, message, String(subscribeToMailingList)]
}

function firstOfEach(errors: Readonly<Record<string, readonly string[]>>): Record<string, string> {
  return Object.fromEntries(Object.entries(errors).map(([field, messages]) => [field, messages[0] ?? '']))
}
