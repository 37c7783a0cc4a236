import { UNSUBSCRIBED } from '#app/models/form-messages.ts'
import { type Notice, TOO_MANY_TRIES } from '#app/models/messages.ts'
import { FORM_FAILED } from '#app/models/page-messages.ts'
import { visitorKey } from '../limits/visitor-key.server.ts'
import type { FormServices } from './shop-forms.server.ts'

type Unsubscription = {
  readonly status: 200 | 429 | 502
  readonly notice: Notice
  /** Seconds until another try is allowed. */
  readonly retryAfter?: number
}

/**
 * Removes the address of a mail's unsubscribe token from the list. Unknown tokens get the same response, so that no one
 * can find out who is subscribed; they alone are limited, as mail providers post for many people from a few IP
 * addresses. Never throws.
 */
export async function unsubscribe(
  { backend, limits, log }: FormServices,
  ip: string,
  token: string,
): Promise<Unsubscription> {
  try {
    if (await backend.unsubscribe(token)) return { status: 200, notice: UNSUBSCRIBED }
    const retryAfter = await limits.consume('form', `unsubscribe:${visitorKey(ip)}`)
    if (retryAfter === null) return { status: 200, notice: UNSUBSCRIBED }
    return { status: 429, notice: TOO_MANY_TRIES, retryAfter }
  } catch (error) {
    log.error({ err: error }, 'unsubscribe failed')
    return { status: 502, notice: FORM_FAILED }
  }
}
