import { randomUUID } from 'node:crypto'
import type { Finding } from '../../models/doctor.ts'
import type { Config } from '../config/env.server.ts'
import type { Check } from './checks.server.ts'
import { REDIS_SAYS } from './words.server.ts'

/** The check of Redis, which more than one instance needs. */
export function redisCheck({ redisUrl }: Pick<Config, 'redisUrl'>): Check {
  return {
    service: 'Redis',
    what: 'Connection',
    run: async () => [redisUrl === null ? REDIS_SAYS.none : await examine(redisUrl)],
  }
}

/** Writes and reads a value that expires by itself. */
async function examine(url: string): Promise<Finding> {
  const { host } = new URL(url)
  const { Redis } = await import('ioredis')
  const redis = new Redis(url, {
    lazyConnect: true,
    connectTimeout: 5_000,
    commandTimeout: 5_000,
    maxRetriesPerRequest: 0,
    retryStrategy: () => null,
  })
  // The reason why a connection ends; the command that waits for it only learns that it has.
  const reasons: string[] = []
  redis.on('error', ({ message }) => reasons.push(message))
  try {
    await redis.connect()
    const key = `wb:doctor:${randomUUID()}`
    await redis.set(key, '1', 'EX', 10)
    return (await redis.get(key)) === '1' ? REDIS_SAYS.answers(host) : REDIS_SAYS.full(host)
  } catch (error) {
    const message = [...reasons, error instanceof Error ? error.message : ''].join(' ')
    if (/NOAUTH|WRONGPASS|NOPERM|invalid password/i.test(message)) return REDIS_SAYS.refused(host)
    return /OOM|READONLY|MISCONF/.test(message) ? REDIS_SAYS.full(host) : REDIS_SAYS.silent(host)
  } finally {
    redis.disconnect()
  }
}
