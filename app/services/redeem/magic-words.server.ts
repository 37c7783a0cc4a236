import { setTimeout as sleep } from 'node:timers/promises'
import { normaliseMagicWords } from '../../models/gift-code.ts'
import type { Market } from '../../models/market.ts'
import type { Notice } from '../../models/messages.ts'
import { decideRedeem, type RedeemDecision } from '../../models/redeem.ts'
import {
  MAGIC_WORDS_ERROR,
  MAGIC_WORDS_REQUIRED,
  MAGIC_WORDS_TOO_MANY,
  MAGIC_WORDS_UNKNOWN,
  redeemRefused,
} from '../../models/redeem-messages.ts'
import { toListSpelling } from '../../models/word-spelling.ts'
import { visitorKey } from '../visitor-key.server.ts'
import type { FormStatus, RedeemServices } from './redeem-services.server.ts'

export type WordsReply =
  | { readonly ok: true; readonly giftCodeId: string }
  | {
      readonly ok: false
      readonly notice: Notice
      readonly status: FormStatus | 429
      /** Seconds to wait, when it was one try too many. */
      readonly retryAfter: number | null
    }

export type WordsEntered = { readonly market: Market; readonly typed: string; readonly ip: string }

/** Every looked-up answer takes at least this long, ms, so that its time says nothing of what was found. */
const ANSWER_MS = 120
/** How long every answer waits, ms, while too many unknown words come in; nobody is refused for what others do. */
const SLOWED_MS = 1_000

type Refusal = Extract<WordsReply, { ok: false }>

function refuse(notice: Notice, status: Refusal['status'], retryAfter: number | null = null): Refusal {
  return { ok: false, notice, status, retryAfter }
}

/**
 * Looks magic words up, however they were typed, and decides whether they may be redeemed in this market. Wrong ones
 * count against the visitor and against the words themselves; right ones never do.
 * @param pause waits some milliseconds; tests pass their own
 * @returns the gift's id, or what to say. Never throws.
 * Spec: 4 Redeem flow, 5 Redeem, 8 Redeem
 */
export async function enterMagicWords(
  services: RedeemServices,
  { market, typed, ip }: WordsEntered,
  pause: (ms: number) => Promise<unknown> = sleep,
): Promise<WordsReply> {
  const words = normaliseMagicWords(typed)
  if (words === '') return refuse(MAGIC_WORDS_REQUIRED, 422)
  const visitor = visitorKey(ip)
  // The same words in another spelling are no other guess.
  const guess = toListSpelling(words)
  const wait = await countTry(services, visitor, guess)
  if (wait !== null) return refuse(MAGIC_WORDS_TOO_MANY, 429, wait)
  const slowed = await services.limits.isBlocked('redeem-all', 'everybody')
  const [decision] = await Promise.all([
    lookUp(services, words, market),
    pause(slowed ? ANSWER_MS + SLOWED_MS : ANSWER_MS),
  ])
  return answer(services, { decision, market, visitor, words: guess })
}

/** Counted before looking, so that many tries at the same moment are not looked up together. */
async function countTry({ limits }: RedeemServices, visitor: string, words: string): Promise<number | null> {
  const wait = await limits.consume('redeem-visitor', visitor)
  return wait ?? (await limits.consume('redeem-code', words))
}

async function lookUp(
  services: RedeemServices,
  words: string,
  market: Market,
): Promise<RedeemDecision | null> {
  try {
    return decideRedeem(await services.backend.findGiftCode(words), market)
  } catch (error) {
    services.log.warn({ err: error }, 'magic words not looked up')
    return null
  }
}

async function answer(
  { limits }: RedeemServices,
  {
    decision,
    market,
    visitor,
    words,
  }: { decision: RedeemDecision | null; market: Market; visitor: string; words: string },
): Promise<WordsReply> {
  if (decision === null || decision.kind === 'ok')
    await Promise.all([limits.giveBack('redeem-visitor', visitor), limits.giveBack('redeem-code', words)])
  if (decision === null) return refuse(MAGIC_WORDS_ERROR, 503)
  if (decision.kind === 'ok') return { ok: true, giftCodeId: decision.gift.id }
  if (decision.kind === 'unknown') await limits.consume('redeem-all', 'everybody')
  return refuse(redeemRefused(decision, market) ?? MAGIC_WORDS_UNKNOWN, 422)
}
