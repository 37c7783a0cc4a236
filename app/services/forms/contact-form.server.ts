import { CONTACT_SUBSCRIBE, consentWording } from '../../models/consent-wording.ts'
import { resolveContact } from '../../models/contact.ts'
import { CONTACT_FAILED, CONTACT_SENT, CONTACT_TOO_MANY } from '../../models/form-messages.ts'
import { normaliseEmail } from '../../models/signup.ts'
import {
  contentKey,
  type FormOutcome,
  type FormServices,
  fieldErrors,
  pretendSuccess,
  runSubmission,
  type ShopForm,
  type Visitor,
} from './form-outcome.server.ts'
import type { FormPost } from './form-post.server.ts'

export const CONTACT: ShopForm = {
  page: '/contact',
  shape: { short: ['fullName', 'email', 'subject', 'subscribeToMailingList'], long: ['message'] },
  handle: handleContactForm,
}

const NOTICES = { success: CONTACT_SENT, tooMany: CONTACT_TOO_MANY, failed: () => CONTACT_FAILED }

/** Sends a contact message to the shop. Idempotent. Spec: 5 Contact form, 7 Backend functions, 8 Catalogue and forms */
async function handleContactForm(
  services: FormServices,
  visitor: Visitor,
  post: FormPost,
): Promise<FormOutcome> {
  if (post.isBot) return pretendSuccess(services, 'contact', CONTACT_SENT)
  const resolved = resolveContact(Object.fromEntries(post.fields))
  if ('error' in resolved) return fieldErrors(resolved.error)
  const submission = resolved.value
  const content = [
    post.idempotencyKey,
    JSON.stringify({ ...submission, email: normaliseEmail(submission.email) }),
  ]
  const context = {
    market: visitor.market,
    wording: consentWording(CONTACT_SUBSCRIBE),
    // Hashed with the message, so that two different messages with the same key are not treated as repeats.
    idempotencyKey: post.idempotencyKey === '' ? null : contentKey('contact', content),
  }
  return runSubmission(
    services,
    visitor.ip,
    { name: 'contact', email: submission.email, content },
    NOTICES,
    () => services.backend.submitContact(submission, context),
  )
}
