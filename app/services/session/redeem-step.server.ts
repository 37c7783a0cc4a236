import { z } from 'zod'
import { REDEEM_HOURS } from '#app/models/facts.ts'
import { UPGRADE_CHOICES } from '#app/models/redeem.ts'
import { WAND_STYLES } from '#app/models/wands.ts'
import type { GiftReviewFields } from '#supabase/functions/_shared/forms/schemas.ts'
import type { VisitorSession } from './visitor-session.server.ts'

/** The progress of a visitor: the gift, when its words were entered, and what was added to the cart. */
const stepSchema = z.object({
  giftCodeId: z.uuid(),
  /** ms since 1970. */
  at: z.number().int(),
  /** The selection added to the cart; null before. */
  done: z.object({ upgrade: z.enum(UPGRADE_CHOICES), wand: z.enum(WAND_STYLES).nullable() }).nullable(),
  isOrdered: z.literal(true).optional(),
})
export type RedeemStep = z.output<typeof stepSchema>

const LIFETIME_MS = REDEEM_HOURS * 3_600_000
/** The clock of another server may be ahead. */
const CLOCK_SLACK_MS = 60_000

/** The step in the signed cookie, which has the gift's id but never its words; null if there is none, or it is too old. */
export function readStep(session: VisitorSession, now: number): RedeemStep | null {
  const step = stepSchema.safeParse(session.read('redeem')).data
  if (step === undefined || now - step.at >= LIFETIME_MS || step.at - now > CLOCK_SLACK_MS) return null
  return step
}

/** The step if it has the form's gift; null if another tab has entered other words since. */
export function matchStepToForm(
  step: RedeemStep | null,
  { gift }: Pick<GiftReviewFields, 'gift'>,
): RedeemStep | null {
  return gift === undefined || gift === step?.giftCodeId ? step : null
}

export function saveStep(session: VisitorSession, step: RedeemStep): void {
  session.write('redeem', step)
}

/** Marks the gift of the step as ordered, if it was added to the cart. */
export function markStepOrdered(session: VisitorSession, now: number): void {
  const step = readStep(session, now)
  if (step?.done) saveStep(session, { ...step, isOrdered: true })
}
