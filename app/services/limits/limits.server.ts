import { createHash } from 'node:crypto'
import { isIPv6 } from 'node:net'
import type { Redis } from 'ioredis'
import {
  type RateLimiterAbstract,
  RateLimiterMemory,
  RateLimiterRedis,
  RateLimiterRes,
} from 'rate-limiter-flexible'
import { mailboxKey } from '#supabase/functions/_shared/text/text.ts'
import type { Log } from '../log/log.server.ts'

/** How many attempts (`points`) are allowed within a window (`duration`, seconds). */
export const RULES = {
  /** Posts of one visitor to one form. Of unsubscribing, only posts without a valid link count. */
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

/** Matches the end of a `visitorKey` of a /64 of IPv6, to get its /48, which providers give to a single customer. */
const IPV6_NETWORK = /(?<=^|:)((?:[\da-f]{1,4}:){3})[\da-f]{1,4}$/
/** A /48 may do as much as so many visitors. */
const NETWORKS_PER_SITE = 4

/** Rate limits, in Redis or per process, also while Redis fails. Keys are hashed. Never throws. */
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
    /** Counts one attempt, of IPv6 for its /48 too. @returns null when it is allowed, otherwise the seconds to wait */
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
    async reset(rule: RateRule, key: string): Promise<void> {
      await limiters.get(rule)?.delete(hashKey(key)).catch(logUnavailable(rule))
    },
  }
}

export type RateLimits = ReturnType<typeof createRateLimits>

function hashKey(key: string): string {
  return createHash('sha256').update(key).digest('base64url').slice(0, 22)
}

/** A visitor's key: an IPv4 address, or the /64 network of an IPv6 one, in which a client can choose any address. */
export function visitorKey(ip: string): string {
  const [address = ''] = ip.split('%')
  if (!isIPv6(address)) return ip
  const [head = '', tail] = address.split('::')
  const left = head === '' ? [] : head.split(':')
  const right = tail ? tail.split(':') : []
  const missing = tail === undefined ? 0 : 8 - left.length - right.length
  const groups = [...left, ...Array<string>(Math.max(0, missing)).fill('0'), ...right]
  return groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')
}

/**
 * Counts a post that can send a mail to `email`, or in its name, towards the limits of its visitor, of the address and of the
 * gift whose words allow it. Every public post that can send a mail must call this.
 * @returns null when it is allowed, otherwise the seconds to wait
 */
export async function limitMail(
  limits: Pick<RateLimits, 'consume'>,
  { form, ip, email, giftId }: Readonly<{ form: string; ip: string; email: string; giftId?: string }>,
): Promise<number | null> {
  return (
    (await limits.consume('form', `${form}:${visitorKey(ip)}`)) ??
    (giftId === undefined ? null : await limits.consume('mail-gift', giftId)) ??
    (await limits.consume('mail-address', mailboxKey(email)))
  )
}

/** A queue for costly work. `width` run at a time and `length` wait; any more resolve to null. */
export function createQueue(width: number, length: number) {
  let running = 0
  const waiting: (() => void)[] = []
  return async <T>(work: () => Promise<T>): Promise<T | null> => {
    if (running < width) running++
    else if (waiting.length < length) await new Promise<void>((resolve) => waiting.push(resolve))
    else return null
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running--
    }
  }
}
