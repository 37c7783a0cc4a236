import {
  CONTACT_SUBSCRIBE,
  consentWording,
  signupConsentText,
  WAITLIST_CONSENT_TEXT,
} from '#app/models/consent-wording.ts'
import { CONTACT_MESSAGES, resolveContact } from '#app/models/contact.ts'
import {
  CONTACT_FAILED,
  CONTACT_SENT,
  CONTACT_TOO_MANY,
  SIGNUP_MISSING,
  signupFailed,
  signupSucceeded,
  WAITLIST_FAILED,
  waitlistJoined,
} from '#app/models/form-messages.ts'
import { TOO_MANY_TRIES } from '#app/models/messages.ts'
import { hasVol2Shipped, shippingOf } from '#app/models/shipping-dates.ts'
import { normaliseEmail, parseSignup, type SignupError } from '#app/models/signup.ts'
import { resolveWaitlist } from '#app/models/waitlist.ts'
import {
  contentKey,
  fieldErrors,
  pretendSuccess,
  runSubmission,
  type ShopForm,
} from './form-outcome.server.ts'

const SIGNUP_NOTICES = {
  'missing-information': SIGNUP_MISSING,
  'name-too-long': signupFailed(CONTACT_MESSAGES.nameTooLong),
  'email-too-long': signupFailed(CONTACT_MESSAGES.emailTooLong),
} satisfies Record<SignupError, unknown>

/**
 * Every signup form of the shop: joins the mailing list. The result is the same for an address that is already
 * subscribed.
 * Spec: 5 Signup forms, 8 Catalogue and forms
 */
export const SIGNUP: ShopForm = {
  page: '/subscribe',
  shape: { short: ['fullName', 'email', 'source'] },
  async handle(services, { ip, market }, post) {
    const signup = parseSignup(post.fields)
    const source = signup.ok ? signup.value.source : 'Homepage'
    const success = signupSucceeded(source)
    if (post.isBot) return pretendSuccess(services, 'signup', success)
    if (!signup.ok) return { ok: false, status: 400, notice: SIGNUP_NOTICES[signup.error] }
    const { fullName, email } = signup.value
    const wording = consentWording(signupConsentText(source))
    return runSubmission(
      services,
      ip,
      { name: 'signup', email, content: [post.idempotencyKey, fullName, normaliseEmail(email)] },
      { success, tooMany: TOO_MANY_TRIES, failed: signupFailed },
      () => services.backend.signUp(signup.value, { market, wording }),
    )
  },
}

/** Joins the Vol. II waitlist. An address is stored once. Spec: 3 Waitlist record, 5 Waitlist, 8 Catalogue and forms */
export const WAITLIST: ShopForm = {
  page: '/waitlist',
  shape: { short: ['name', 'email'] },
  async handle(services, { ip, market }, post) {
    const shipping = shippingOf(await services.company.current(), market, services.now())
    const joined = waitlistJoined(hasVol2Shipped(shipping))
    if (post.isBot) return pretendSuccess(services, 'waitlist', joined)
    const entry = resolveWaitlist(Object.fromEntries(post.fields))
    if ('error' in entry) return fieldErrors(entry.error)
    const { name, email } = entry.value
    const wording = consentWording(WAITLIST_CONSENT_TEXT)
    return runSubmission(
      services,
      ip,
      { name: 'waitlist', email, content: [post.idempotencyKey, name, normaliseEmail(email)] },
      { success: joined, tooMany: TOO_MANY_TRIES, failed: () => WAITLIST_FAILED },
      async () => {
        await services.backend.joinWaitlist(entry.value, { market, wording })
        return null
      },
    )
  },
}

/** Sends a contact message to the shop. Idempotent. Spec: 5 Contact form, 7 Backend functions, 8 Catalogue and forms */
export const CONTACT: ShopForm = {
  page: '/contact',
  shape: { short: ['fullName', 'email', 'subject', 'subscribeToMailingList'], long: ['message'] },
  async handle(services, { ip, market }, post) {
    if (post.isBot) return pretendSuccess(services, 'contact', CONTACT_SENT)
    const resolved = resolveContact(Object.fromEntries(post.fields))
    if ('error' in resolved) return fieldErrors(resolved.error)
    const submission = resolved.value
    const content = [
      post.idempotencyKey,
      JSON.stringify({ ...submission, email: normaliseEmail(submission.email) }),
    ]
    const context = {
      market,
      wording: consentWording(CONTACT_SUBSCRIBE),
      // Hashed with the message, so that two different messages with the same key are not treated as repeats.
      idempotencyKey: post.idempotencyKey && contentKey('contact', content),
    }
    return runSubmission(
      services,
      ip,
      { name: 'contact', email: submission.email, content },
      { success: CONTACT_SENT, tooMany: CONTACT_TOO_MANY, failed: () => CONTACT_FAILED },
      () => services.backend.submitContact(submission, context),
    )
  },
}
