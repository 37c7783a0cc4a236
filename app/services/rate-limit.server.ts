import { createHash } from 'node:crypto'
import type { Redis } from 'ioredis'
import {
  type RateLimiterAbstract,
  RateLimiterMemory,
  RateLimiterRedis,
  RateLimiterRes,
} from 'rate-limiter-flexible'
import type { Log } from './log.server.ts'

/** How often something guessable or costly may be tried. Windows in seconds. */
const RULES = {
  /** Posts of one visitor to one form; of those to leave the list, the ones that are no link of ours. */
  form: { points: 20, duration: 600 },
  /** Wrong magic words of one visitor. A recipient needs one or two tries; a household opens several gifts in an evening. */
  'redeem-visitor': { points: 20, duration: 600 },
  /** Refused tries at one and the same words, from wherever they come: a list that is being gone through. */
  'redeem-code': { points: 30, duration: 600 },
  /** Unknown magic words of everybody together. Beyond it answers are slowed, never refused. */
  'redeem-all': { points: 600, duration: 600 },
  'sign-in-visitor': { points: 10, duration: 900 },
  'sign-in-account': { points: 20, duration: 900 },
  checkout: { points: 60, duration: 600 },
  discount: { points: 30, duration: 600 },
  /** Letters that have to be made: each holds everybody up for a tenth of a second. */
  letter: { points: 60, duration: 600 },
} as const

export type RateRule = keyof typeof RULES

/**
 * Rate limits, shared through Redis when given, else in process. Keys are hashed: neither addresses nor codes are
 * kept in the clear. If Redis fails, each process counts for itself.
 */
export function createRateLimits(redis: Redis | null, log: Log) {
  const limiters = new Map<RateRule, RateLimiterAbstract>()
  for (const rule of Object.keys(RULES) as RateRule[]) {
    const memory = new RateLimiterMemory({ keyPrefix: rule, ...RULES[rule] })
    limiters.set(
      rule,
      redis
        ? new RateLimiterRedis({
            storeClient: redis,
            keyPrefix: `wb:${rule}`,
            insuranceLimiter: memory,
            ...RULES[rule],
          })
        : memory,
    )
  }

  const unavailable = (rule: RateRule, error: unknown) =>
    log.warn({ err: error, rule }, 'rate limit unavailable')

  return {
    /**
     * Counts one try.
     * @returns null when allowed, else the seconds to wait
     */
    async consume(rule: RateRule, key: string): Promise<number | null> {
      try {
        await limiters.get(rule)?.consume(hashed(key))
        return null
      } catch (error) {
        if (error instanceof RateLimiterRes) return Math.max(1, Math.ceil(error.msBeforeNext / 1000))
        unavailable(rule, error)
        return null
      }
    },
    /** Whether a further try would be allowed, without counting one. */
    async isBlocked(rule: RateRule, key: string): Promise<boolean> {
      try {
        const state = await limiters.get(rule)?.get(hashed(key))
        return state !== null && state !== undefined && state.remainingPoints <= 0
      } catch (error) {
        unavailable(rule, error)
        return false
      }
    },
    /** Takes one counted try back: it turned out to be a good one. Never throws. */
    async giveBack(rule: RateRule, key: string): Promise<void> {
      await limiters
        .get(rule)
        ?.reward(hashed(key))
        .catch((error: unknown) => unavailable(rule, error))
    },
    /** Forgets the tries at `key`, after a success. Never throws. */
    async forgive(rule: RateRule, key: string): Promise<void> {
      await limiters
        .get(rule)
        ?.delete(hashed(key))
        .catch((error: unknown) => unavailable(rule, error))
    },
  }
}
function hashed(key: string): string {
  return createHash('sha256').update(key).digest('base64url').slice(0, 22)
}
