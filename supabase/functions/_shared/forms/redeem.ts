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

/** A choice of the page; what it does not offer is none. */
const choice = z.catch(z.optional(z.string().check(z.maxLength(80))), undefined)

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
