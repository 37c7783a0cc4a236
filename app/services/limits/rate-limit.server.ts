import { createHash } from 'node:crypto'
import type { Redis } from 'ioredis'
import {
  type RateLimiterAbstract,
  RateLimiterMemory,
  RateLimiterRedis,
  RateLimiterRes,
} from 'rate-limiter-flexible'
import type { Log } from '../log/log.server.ts'

/** How many attempts (`points`) are allowed within a window (`duration`, seconds). */
const RULES = {
  /** Posts of one visitor to one form; to unsubscribe, only those without a valid link. */
  form: { points: 20, duration: 600 },
  /** Posts of all visitors that can send a mail to one address, or in its name. */
  'mail-address': { points: 20, duration: 600 },
  /** Addresses that one gift can put on the mailing list. */
  'mail-gift': { points: 5, duration: 86_400 },
  /** Wrong magic words of one visitor. A recipient needs one or two attempts, a household may open several gifts. */
  'redeem-visitor': { points: 20, duration: 600 },
  /** Refused attempts with the same words by all visitors, as when many clients work through a list. */
  'redeem-code': { points: 30, duration: 600 },
  /** Unknown magic words of all visitors together. Beyond the limit, responses are delayed, never refused. */
  'redeem-all': { points: 600, duration: 600 },
  'sign-in-visitor': { points: 10, duration: 900 },
  checkout: { points: 60, duration: 600 },
  discount: { points: 30, duration: 600 },
  /** Printable letters that have to be generated: each blocks the event loop for 0.1 s. */
  letter: { points: 60, duration: 600 },
} as const

export type RateRule = keyof typeof RULES

/** The end of a key by `visitorKey` that names a /64 of IPv6: providers give whole /48s to a customer. */
const IPV6_NETWORK = /(?<=^|:)((?:[\da-f]{1,4}:){3})[\da-f]{1,4}$/
/** What a /48 may do, in visitors. */
const NETWORKS_PER_SITE = 4

/**
 * Rate limits, shared through Redis if it is configured, otherwise per process. Keys are hashed, so that neither
 * addresses nor codes are stored in plain text. If Redis fails, each process counts for itself. Never throws.
 */
export function createRateLimits(redis: Redis | null, log: Log) {
  const create = (name: string, points: number, duration: number): RateLimiterAbstract => {
    const memory = new RateLimiterMemory({ keyPrefix: name, points, duration })
    const shared = { keyPrefix: `wb:${name}`, insuranceLimiter: memory, points, duration }
    return redis ? new RateLimiterRedis({ storeClient: redis, ...shared }) : memory
  }
  const limiters = new Map(
    Object.entries(RULES).flatMap(([name, { points, duration }]) => [
      [name, create(name, points, duration)],
      [`${name}/48`, create(`${name}/48`, points * NETWORKS_PER_SITE, duration)],
    ]),
  )
  const logUnavailable = (rule: RateRule) => (error: unknown) =>
    log.warn({ err: error, rule }, 'rate limit unavailable')

  return {
    /**
     * Counts one attempt; of a visitor by IPv6, for the /48 around it too.
     * @returns null when it is allowed, otherwise the seconds to wait
     */
    async consume(rule: RateRule, key: string): Promise<number | null> {
      try {
        await limiters.get(rule)?.consume(hashKey(key))
        if (IPV6_NETWORK.test(key))
          await limiters.get(`${rule}/48`)?.consume(hashKey(key.replace(IPV6_NETWORK, '$1')))
        return null
      } catch (error) {
        if (error instanceof RateLimiterRes) return Math.max(1, Math.ceil(error.msBeforeNext / 1000))
        logUnavailable(rule)(error)
        return null
      }
    },
    /** Whether another attempt would be refused, without counting one. */
    async isBlocked(rule: RateRule, key: string): Promise<boolean> {
      const state = await limiters.get(rule)?.get(hashKey(key)).catch(logUnavailable(rule))
      return state ? state.remainingPoints <= 0 : false
    },
    /** Takes back one counted attempt, which turned out to be legitimate. */
    async giveBack(rule: RateRule, key: string): Promise<void> {
      await limiters.get(rule)?.reward(hashKey(key)).catch(logUnavailable(rule))
    },
    /** Resets the count of `key`, after a success. */
    async reset(rule: RateRule, key: string): Promise<void> {
      await limiters.get(rule)?.delete(hashKey(key)).catch(logUnavailable(rule))
    },
  }
}

export type RateLimits = ReturnType<typeof createRateLimits>

function hashKey(key: string): string {
  return createHash('sha256').update(key).digest('base64url').slice(0, 22)
}
