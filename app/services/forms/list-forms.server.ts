import { consentWording, signupConsentText, WAITLIST_CONSENT_TEXT } from '../../models/consent-wording.ts'
import { CONTACT_MESSAGES } from '../../models/contact.ts'
import {
  SIGNUP_MISSING,
  signupFailed,
  signupSucceeded,
  WAITLIST_FAILED,
  waitlistJoined,
} from '../../models/form-messages.ts'
import { TOO_MANY_TRIES } from '../../models/messages.ts'
import { hasVol2Shipped, shippingOf } from '../../models/shipping-dates.ts'
import { normaliseEmail, parseSignup, type SignupError } from '../../models/signup.ts'
import { resolveWaitlist } from '../../models/waitlist.ts'
import type { Services } from '../request/services.server.ts'
import {
  type FormOutcome,
  type FormServices,
  fieldErrors,
  pretendSuccess,
  runSubmission,
  type ShopForm,
  type Visitor,
} from './form-outcome.server.ts'
import type { FormPost } from './form-post.server.ts'

/** Every signup form of the shop. */
export const SIGNUP: ShopForm = {
  page: '/subscribe',
  shape: { short: ['fullName', 'email', 'source'] },
  handle: handleSignupForm,
}

export const WAITLIST: ShopForm = {
  page: '/waitlist',
  shape: { short: ['name', 'email'] },
  handle: handleWaitlistForm,
}

const SIGNUP_NOTICES = {
  'missing-information': SIGNUP_MISSING,
  'name-too-long': signupFailed(CONTACT_MESSAGES.nameTooLong),
  'email-too-long': signupFailed(CONTACT_MESSAGES.emailTooLong),
} satisfies Record<SignupError, unknown>

/**
 * Joins the mailing list. The result is the same for an address that is already subscribed.
 * Spec: 5 Signup forms, 8 Catalogue and forms
 */
async function handleSignupForm(
  services: FormServices,
  visitor: Visitor,
  post: FormPost,
): Promise<FormOutcome> {
  const signup = parseSignup(post.fields)
  const source = signup.ok ? signup.value.source : 'Homepage'
  const success = signupSucceeded(source)
  if (post.isBot) return pretendSuccess(services, 'signup', success)
  if (!signup.ok) return { ok: false, status: 400, notice: SIGNUP_NOTICES[signup.error] }
  const { fullName, email } = signup.value
  const wording = consentWording(signupConsentText(source))
  return runSubmission(
    services,
    visitor.ip,
    { name: 'signup', email, content: [post.idempotencyKey, fullName, normaliseEmail(email)] },
    { success, tooMany: TOO_MANY_TRIES, failed: signupFailed },
    () => services.backend.signUp(signup.value, { market: visitor.market, wording }),
  )
}

/** Joins the Vol. II waitlist. An address is stored once. Spec: 3 Waitlist record, 5 Waitlist, 8 Catalogue and forms */
async function handleWaitlistForm(
  services: FormServices & Pick<Services, 'now' | 'company'>,
  visitor: Visitor,
  post: FormPost,
): Promise<FormOutcome> {
  const shipping = shippingOf(await services.company.current(), visitor.market, services.now())
  const joined = waitlistJoined(hasVol2Shipped(shipping))
  if (post.isBot) return pretendSuccess(services, 'waitlist', joined)
  const entry = resolveWaitlist(Object.fromEntries(post.fields))
  if ('error' in entry) return fieldErrors(entry.error)
  const { name, email } = entry.value
  const wording = consentWording(WAITLIST_CONSENT_TEXT)
  return runSubmission(
    services,
    visitor.ip,
    { name: 'waitlist', email, content: [post.idempotencyKey, name, normaliseEmail(email)] },
    { success: joined, tooMany: TOO_MANY_TRIES, failed: () => WAITLIST_FAILED },
    async () => {
      await services.backend.joinWaitlist(entry.value, { market: visitor.market, wording })
      return null
    },
  )
}
