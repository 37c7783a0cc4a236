import * as z from 'zod/mini'
import { cut } from '../text/text.ts'
import { optionalEmail, optionalName } from './fields.ts'
import { FIELD_MESSAGES, LIMITS } from './words.ts'

/** The magic words of a gift. Spec: 5 Redeem */
export const wordsForm = z.object({
  words: z.string(FIELD_MESSAGES.enterWords).check(
    z.overwrite((typed) => cut(typed, LIMITS.words)),
    z.regex(/\S/, FIELD_MESSAGES.enterWords),
  ),
})

/** What the page offers, and a rule of redeeming reads. */
const choice = z.optional(z.string())

/** The review of a gift: its upgrade, and where mails may go. What a choice may be is a rule of redeeming. */
export const reviewForm = z.object({
  gift: choice,
  upgrade: choice,
  wand: choice,
  consent: choice,
  recipientName: optionalName,
  recipientEmail: optionalEmail,
})

export type GiftReviewFields = z.output<typeof reviewForm>
