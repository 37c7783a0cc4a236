import type { Notice } from './messages.ts'

/**
 * What the action of a signup, waitlist or contact form answers. A form sent by script gets it as data; one sent by
 * the browser itself gets it only after a failure, as the page again with what was typed.
 */
export type FormReply = {
  readonly ok: boolean
  /** For the whole form; null when all that is to be said stands under the fields. */
  readonly notice: Notice | null
  /** What is wrong with a field, by its name. */
  readonly errors: Readonly<Record<string, string>>
  /** What was typed, by field; empty after a success. */
  readonly values: Readonly<Record<string, string>>
}
