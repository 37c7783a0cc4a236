import { z } from 'zod'
import { CONTACT_LIMITS } from '#app/models/contact.ts'
import { REDEEM_HOURS } from '#app/models/cookie-lifetimes.ts'
import { cutText } from '#app/models/cut-text.ts'
import { type TypedRecipient, UPGRADE_CHOICES } from '#app/models/redeem.ts'
import { WAND_STYLES } from '#app/models/wands.ts'
import type { VisitorSession } from './visitor-session.server.ts'

/** The progress of a visitor: the gift, when its words were entered, and what was added to the cart. */
const stepSchema = z.object({
  giftCodeId: z.uuid(),
  /** ms since 1970. */
  at: z.number().int(),
  /** The selection added to the cart; null before. */
  done: z.object({ upgrade: z.enum(UPGRADE_CHOICES), wand: z.enum(WAND_STYLES).nullable() }).nullable(),
  /** The gift was ordered. */
  isOrdered: z.literal(true).optional(),
  /** Entered in a refused form, for the page that shows the form again. */
  typed: z.object({ agreed: z.boolean(), name: z.string(), email: z.string() }).optional(),
})
export type RedeemStep = z.output<typeof stepSchema>

const LIFETIME_MS = REDEEM_HOURS * 3_600_000
/** The clock of another server may be ahead. */
const CLOCK_SLACK_MS = 60_000

/**
 * Reads the step from the signed cookie. It has the id of the gift: magic words are secret, and are in no cookie or
 * URL. Null without a step, or when it is invalid or too old.
 */
export function readStep(session: VisitorSession, now: number): RedeemStep | null {
  const step = stepSchema.safeParse(session.read('redeem')).data
  if (step === undefined || now - step.at >= LIFETIME_MS || step.at - now > CLOCK_SLACK_MS) return null
  return step
}

/** The step, if it is of the same gift as the form: another tab may have entered other words since. */
export function matchStepToForm(step: RedeemStep | null, form: FormData): RedeemStep | null {
  const formGift = form.get('gift')
  return formGift === null || formGift === step?.giftCodeId ? step : null
}

/** Stores the step, for as long as the cookie lives. */
export function saveStep(session: VisitorSession, step: RedeemStep): void {
  session.write('redeem', step)
}

/** Keeps what a refused form had for the mailing list, at most the lengths of its fields, for `takeTyped`. */
export function keepTyped(
  session: VisitorSession,
  step: RedeemStep,
  { agreed, name, email }: TypedRecipient,
) {
  const typed = {
    agreed,
    name: cutText(name, CONTACT_LIMITS.fullName),
    email: cutText(email, CONTACT_LIMITS.email),
  }
  saveStep(session, { ...step, typed })
}

/** What `keepTyped` has kept, or null; removed from the session, as the next visitor may be someone else. */
export function takeTyped(session: VisitorSession, step: RedeemStep | null): TypedRecipient | null {
  if (!step?.typed) return null
  const { typed, ...rest } = step
  saveStep(session, rest)
  return typed
}

/** Marks the gift of the step as ordered, if it was added to the cart. */
export function markStepOrdered(session: VisitorSession, now: number): void {
  const step = readStep(session, now)
  if (step?.done) saveStep(session, { ...step, isOrdered: true })
}
