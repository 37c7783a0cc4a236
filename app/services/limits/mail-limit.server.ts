import { mailboxKey } from '#supabase/functions/_shared/text/mailbox.ts'
import type { RateLimits } from './rate-limit.server.ts'
import { visitorKey } from './visitor-key.server.ts'

/** A post that can send a mail or put somebody on a list. */
export type MailRequest = {
  /** Name of the form. */
  readonly form: string
  readonly ip: string
  /** The address that is written to, or that a message claims to come from. */
  readonly email: string
  /** The gift whose words allow the post. */
  readonly giftId?: string
}

/**
 * Counts a post that can send a mail against all limits of such posts: those of its visitor, of the address, whoever
 * posts it, and of the gift. Every such post of the public comes through here.
 * @returns null when it is allowed, otherwise the seconds to wait
 */
export async function limitMail(
  limits: Pick<RateLimits, 'consume'>,
  { form, ip, email, giftId }: MailRequest,
): Promise<number | null> {
  return (
    (await limits.consume('form', `${form}:${visitorKey(ip)}`)) ??
    (giftId === undefined ? null : await limits.consume('mail-gift', giftId)) ??
    (await limits.consume('mail-address', mailboxKey(email)))
  )
}
