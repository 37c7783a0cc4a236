import { z } from 'zod'
import { MailAddressError } from './message.ts'

/**
 * A mail server's response to an address that does not exist, by its enhanced status code (RFC 3463). Other permanent
 * refusals, such as `5.7.1`, may be due to the shop's own setup, which the owner can correct.
 */
const refusedAddress = z.object({
  command: z.literal('RCPT TO'),
  response: z.string().regex(/^5\d\d[ -]5\.(?:1\.(?:1|2|3|6|10)|2\.1)(?!\d)/),
})

/** Whether a mail was not sent because of its address, so that another attempt would fail as well. */
export function isUndeliverable(error: unknown): boolean {
  return error instanceof MailAddressError || refusedAddress.safeParse(error).success
}
