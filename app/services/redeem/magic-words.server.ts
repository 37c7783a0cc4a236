import { normaliseMagicWords } from '#app/models/gift-code.ts'
import type { Market } from '#app/models/market.ts'
import { failure, type Toast } from '#app/models/messages.ts'
import { MAGIC_WORDS_ERROR, MAGIC_WORDS_UNKNOWN, redeemRefused } from '#app/models/redeem-messages.ts'
import type { Services } from '../compose.server.ts'
import { visitorKey } from '../limits/limits.server.ts'

const MAGIC_WORDS_TOO_MANY = failure(
  'That is a lot of guesses. Please wait a few minutes, then try again with the card in your hand.',
)

/** Minimum duration of a lookup, so that its timing does not reveal the result. */
const LOOKUP_MS = 120
/** Additional delay while all visitors together try too many unknown words. Nobody is refused. */
const SLOWDOWN_MS = 1_000

/** @param retryAfter seconds to wait when the rate limit is exceeded, else null */
function refuse(toast: Toast, status: 422 | 429 | 503, retryAfter: number | null = null) {
  return { ok: false, toast, status, retryAfter } as const
}

/**
 * Normalises and looks up magic words, and decides whether they can be redeemed in this market. Failed attempts count
 * towards the rate limits of the visitor and of the words; successful ones, and outages, do not.
 * @returns the id of the gift, or why it is refused. Never throws.
 * Spec: 4 Redeem flow, 5 Redeem, 8 Redeem
 */
export async function enterMagicWords(
  services: Services,
  { market, typed, ip }: { readonly market: Market; readonly typed: string; readonly ip: string },
) {
  const { limits } = services
  const words = normaliseMagicWords(typed)
  // Symbols alone are no guess, and must not share one limit.
  if (words === '') return refuse(MAGIC_WORDS_UNKNOWN, 422)
  const visitor = visitorKey(ip)
  // Counted before the lookup, so that concurrent attempts cannot exceed the limits.
  const wait =
    (await limits.consume('redeem-visitor', visitor)) ?? (await limits.consume('redeem-code', words))
  if (wait !== null) return refuse(MAGIC_WORDS_TOO_MANY, 429, wait)
  const isSlowedDown = await limits.isBlocked('redeem-all', 'everybody')
  const [gift] = await Promise.all([
    lookUp(services, words),
    services.pause(isSlowedDown ? LOOKUP_MS + SLOWDOWN_MS : LOOKUP_MS),
  ])
  const refusal = gift === undefined ? MAGIC_WORDS_ERROR : redeemRefused(gift, market)
  if (gift === undefined || refusal === null)
    await Promise.all([limits.giveBack('redeem-visitor', visitor), limits.giveBack('redeem-code', words)])
  if (gift && refusal === null) return { ok: true, giftCodeId: gift.id } as const
  if (gift === null) await limits.consume('redeem-all', 'everybody')
  return refuse(refusal ?? MAGIC_WORDS_UNKNOWN, gift === undefined ? 503 : 422)
}

/** The gift with these words, or null; undefined when the backend is unavailable. */
async function lookUp({ backend, log }: Services, words: string) {
  try {
    return await backend.gifts.findByWords(words)
  } catch (error) {
    log.warn({ err: error }, 'magic words not looked up')
    return undefined
  }
}
