import { randomUUID } from 'node:crypto'
import { type Finding, failure, fine } from '#app/models/doctor.ts'
import type { Config } from '../config/env.server.ts'
import { type Check, checksOf } from './checks.server.ts'

/** The check of Redis, which more than one instance needs. */
export function redisChecks({ redisUrl }: Pick<Config, 'redisUrl'>): Check[] {
  return checksOf('Redis', {
    Connection: async () =>
      redisUrl === null ? fine('Not used: one instance of the shop needs none') : examine(redisUrl),
  })
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
  const full = failure(
    `${host} accepts no writes`,
    'Set its maxmemory-policy to allkeys-lru, or give it more memory',
  )
  try {
    await redis.connect()
    const key = `wb:doctor:${randomUUID()}`
    await redis.set(key, '1', 'EX', 10)
    const isKept = (await redis.get(key)) === '1'
    return isKept ? fine(`${host} answers, and keeps what it is given`) : full
  } catch (error) {
    const message = [...reasons, error instanceof Error ? error.message : ''].join(' ')
    if (/NOAUTH|WRONGPASS|NOPERM|invalid password/i.test(message))
      return failure(
        `${host} refuses the user or the password`,
        'Copy REDIS_URL anew from your Redis service',
      )
    if (/OOM|READONLY|MISCONF/.test(message)) return full
    return failure(
      `Nothing answers at ${host}`,
      'Start Redis, or correct REDIS_URL; with one instance, remove it',
    )
  } finally {
    redis.disconnect()
  }
}
