import { consentWording, signupConsentText, WAITLIST_CONSENT_TEXT } from '../../models/consent-wording.ts'
import { CONTACT_MESSAGES } from '../../models/contact.ts'
import { hasVol2Shipped } from '../../models/facts.ts'
import {
  SIGNUP_MISSING,
  signupFailed,
  signupSucceeded,
  TOO_MANY_TRIES,
  WAITLIST_FAILED,
  waitlistJoined,
} from '../../models/messages.ts'
import { normaliseEmail, parseSignup, type SignupError } from '../../models/signup.ts'
import { parseWaitlist, waitlistErrors } from '../../models/waitlist.ts'
import type { Services } from '../compose.server.ts'
import {
  answerRobot,
  carryOut,
  type FormOutcome,
  type FormServices,
  type Visitor,
} from './form-outcome.server.ts'
import type { FormPost, FormShape } from './form-post.server.ts'

export const SIGNUP_FORM: FormShape = { short: ['fullName', 'email', 'source'] }
export const WAITLIST_FORM: FormShape = { short: ['name', 'email'] }

const SIGNUP_NOTICES = {
  'missing-information': SIGNUP_MISSING,
  'name-too-long': signupFailed(CONTACT_MESSAGES.nameTooLong),
  'email-too-long': signupFailed(CONTACT_MESSAGES.emailTooLong),
} satisfies Record<SignupError, unknown>

/**
 * Puts somebody on the mailing list. Being on it already answers the same, and a robot is told that all is well.
 * Spec: 5 Signup forms, 8 Signup
 */
export async function takeSignup(
  services: FormServices,
  visitor: Visitor,
  post: FormPost,
): Promise<FormOutcome> {
  const signup = parseSignup(post.fields)
  const source = signup.ok ? signup.value.source : 'Homepage'
  const success = signupSucceeded(source)
  if (post.isRobot) return answerRobot(services, 'signup', success)
  if (!signup.ok) return { ok: false, status: 400, notice: SIGNUP_NOTICES[signup.error] }
  const { fullName, email } = signup.value
  const wording = consentWording(signupConsentText(source))
  return carryOut(
    services,
    visitor.ip,
    { name: 'signup', content: [post.idempotencyKey, fullName, normaliseEmail(email)] },
    { success, tooMany: TOO_MANY_TRIES, failed: signupFailed },
    () => services.backend.signUp(signup.value, { market: visitor.market, wording }),
  )
}

/** Puts somebody on the Vol. II waitlist, once for an address. Spec: 3 Waitlist record, 5 Waitlist, 8 Waitlist */
export async function takeWaitlist(
  services: FormServices & Pick<Services, 'now'>,
  visitor: Visitor,
  post: FormPost,
): Promise<FormOutcome> {
  const joined = waitlistJoined(hasVol2Shipped(visitor.market, services.now()))
  if (post.isRobot) return answerRobot(services, 'waitlist', joined)
  const entry = parseWaitlist(post.fields)
  if (!entry.ok) return { ok: false, status: 400, notice: null, errors: waitlistErrors(post.fields) ?? {} }
  const { name, email } = entry.value
  const wording = consentWording(WAITLIST_CONSENT_TEXT)
  return carryOut(
    services,
    visitor.ip,
    { name: 'waitlist', content: [post.idempotencyKey, name, normaliseEmail(email)] },
    { success: joined, tooMany: TOO_MANY_TRIES, failed: () => WAITLIST_FAILED },
    async () => {
      await services.backend.joinWaitlist(entry.value, { market: visitor.market, wording })
      return null
    },
  )
}
