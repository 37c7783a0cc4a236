import { REJOIN_WORDING, REJOINED, UNSUBSCRIBED } from '#app/models/form-messages.ts'
import type { Market } from '#app/models/market.ts'
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
 * Takes the address of a mail's token off the list, or back on it, which only a mail to it asks. Unknown tokens get the same response, so that no one
 * can find out who is subscribed; they alone are limited, as mail providers post for many people from a few IP
 * addresses. Never throws.
 */
export async function unsubscribe(
  { backend, limits, log }: FormServices,
  ip: string,
  { token, market, isBack }: { readonly token: string; readonly market: Market; readonly isBack: boolean },
): Promise<Unsubscription> {
  const done: Unsubscription = { status: 200, notice: isBack ? REJOINED : UNSUBSCRIBED }
  try {
    const isKnown = isBack
      ? await backend.rejoin(token, { market, wording: REJOIN_WORDING })
      : await backend.unsubscribe(token)
    if (isKnown) return done
    const retryAfter = await limits.consume('form', `unsubscribe:${visitorKey(ip)}`)
    if (retryAfter === null) return done
    return { status: 429, notice: TOO_MANY_TRIES, retryAfter }
  } catch (error) {
    log.error({ err: error }, 'unsubscribe failed')
    return { status: 502, notice: FORM_FAILED }
  }
}
