import { z } from 'zod'
import { cutText } from '../../models/cut-text.ts'
import { WAND_STYLES } from '../../models/option-choice.ts'
import { type RedeemSelection, type TypedRecipient, UPGRADE_CHOICES } from '../../models/redeem.ts'
import type { VisitorSession } from './visitor-session.server.ts'

/** The progress of a visitor: the gift, when its words were entered, and what was added to the cart. */
export type RedeemStep = {
  readonly giftCodeId: string
  /** ms since 1970. */
  readonly at: number
  /** The selection added to the cart; null before. */
  readonly done: RedeemSelection | null
  /** The gift was ordered. */
  readonly isOrdered?: true
  /** Entered in a refused form, for the page that shows the form again. */
  readonly typed?: TypedRecipient
}

const LIFETIME_MS = 2 * 3_600_000
/** The clock of another server may be ahead. */
const CLOCK_SLACK_MS = 60_000

const stored = z.object({
  id: z.uuid(),
  at: z.number().int(),
  done: z.object({ upgrade: z.enum(UPGRADE_CHOICES), wand: z.enum(WAND_STYLES).nullable() }).optional(),
  ordered: z.literal(true).optional(),
  typed: z.object({ agreed: z.boolean(), name: z.string(), email: z.string() }).optional(),
})

/**
 * Reads the step from the signed cookie. It has the id of the gift: magic words are secret, and are in no cookie or
 * URL. Null without a step, or when it is invalid or older than two hours.
 */
export function readStep(session: VisitorSession, now: number): RedeemStep | null {
  const parsed = stored.safeParse(session.read('redeem'))
  if (!parsed.success) return null
  const { id, at, done, ordered, typed } = parsed.data
  if (now - at >= LIFETIME_MS || at - now > CLOCK_SLACK_MS) return null
  return {
    giftCodeId: id,
    at,
    done: done ?? null,
    ...(ordered && { isOrdered: true }),
    ...(typed && { typed }),
  }
}

/** The step, if it is of the same gift as the form: another tab may have entered other words since. */
export function matchStepToForm(step: RedeemStep | null, form: FormData): RedeemStep | null {
  const formGift = form.get('gift')
  return formGift === null || formGift === step?.giftCodeId ? step : null
}

export function saveStep(
  session: VisitorSession,
  { giftCodeId, at, done, isOrdered, typed }: RedeemStep,
): void {
  session.write('redeem', {
    id: giftCodeId,
    at,
    ...(done && { done }),
    ...(isOrdered && { ordered: true }),
    ...(typed && { typed }),
  })
}

/** Keeps what a refused form had for the mailing list, at most the lengths of its fields, for `takeTyped`. */
export function keepTyped(
  session: VisitorSession,
  step: RedeemStep,
  { agreed, name, email }: TypedRecipient,
) {
  saveStep(session, { ...step, typed: { agreed, name: cutText(name, 100), email: cutText(email, 255) } })
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
