import { z } from 'zod'
import { WAND_STYLES } from '../../models/option-choice.ts'
import type { RedeemSelection, UpgradeChoice } from '../../models/redeem.ts'
import type { VisitorSession } from '../session/visitor-session.server.ts'

/** How far a visitor has come: whose gift it is, since when, and what was added to the cart. */
export type RedeemStep = {
  readonly giftCodeId: string
  /** Milliseconds since 1970. */
  readonly at: number
  readonly done: RedeemSelection | null
  /** What was added has been ordered. */
  readonly isOrdered?: true
}

const LIFETIME_MS = 2 * 3_600_000
/** Another server's clock may be a little ahead. */
const CLOCK_SLACK_MS = 60_000
const UPGRADES: readonly UpgradeChoice[] = ['none', 'add-wand', 'upgrade-premium']

const stored = z.object({
  id: z.uuid(),
  at: z.number().int(),
  done: z.object({ upgrade: z.enum(UPGRADES), wand: z.enum(WAND_STYLES).nullable() }).optional(),
  ordered: z.literal(true).optional(),
})

/**
 * The visitor's step from the signed cookie, which names the gift by its id: the magic words stand neither there nor
 * in an address. Null when there is none, it is forged, or its two hours are over.
 */
export function readStep(session: VisitorSession, now: number): RedeemStep | null {
  const parsed = stored.safeParse(session.read('redeem'))
  if (!parsed.success) return null
  const { id, at, done, ordered } = parsed.data
  if (now - at >= LIFETIME_MS || at - now > CLOCK_SLACK_MS) return null
  return { giftCodeId: id, at, done: done ?? null, ...(ordered && { isOrdered: true }) }
}

/** The step, if it is still of the gift that a form was made for: other words may have been said in another tab since. */
export function stepOfForm(step: RedeemStep | null, form: FormData): RedeemStep | null {
  const shown = form.get('gift')
  return shown === null || shown === step?.giftCodeId ? step : null
}

/** Keeps a step for the next request. */
export function keepStep(session: VisitorSession, { giftCodeId, at, done, isOrdered }: RedeemStep): void {
  session.write('redeem', {
    id: giftCodeId,
    at,
    ...(done && { done }),
    ...(isOrdered && { ordered: true }),
  })
}

/** Keeps in mind that the gift that was put into the cart has been ordered, until other words are said. */
export function markOrdered(session: VisitorSession, now: number): void {
  const step = readStep(session, now)
  if (step?.done) keepStep(session, { ...step, isOrdered: true })
}
