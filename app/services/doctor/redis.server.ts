import { randomUUID } from 'node:crypto'
import { broken, right, type State } from '#app/models/doctor.ts'
import type { Config } from '../config/env.server.ts'
import { type Check, checksOf } from './checks.server.ts'

/** The check of Redis, which more than one instance needs. */
export function redisChecks({ redisUrl }: Pick<Config, 'redisUrl'>): Check[] {
  const unused = right('Not used: one instance of the shop needs none')
  return checksOf('Redis', { Connection: async () => (redisUrl === null ? unused : examine(redisUrl)) })
}

/** Writes and reads a value that expires by itself. */
async function examine(url: string): Promise<State> {
  const { host } = new URL(url)
  const { Redis } = await import('ioredis')
  const limits = { connectTimeout: 5_000, commandTimeout: 5_000, maxRetriesPerRequest: 0 }
  const redis = new Redis(url, { lazyConnect: true, ...limits, retryStrategy: () => null })
  // The reason why a connection ends; the command that waits for it only learns that it has.
  const reasons: string[] = []
  redis.on('error', ({ message }) => reasons.push(message))
  try {
    await redis.connect()
    const key = `wb:doctor:${randomUUID()}`
    await redis.set(key, '1', 'EX', 10)
    if ((await redis.get(key)) === '1') return right(`${host} answers, and keeps what it is given`)
    reasons.push('OOM')
  } catch (error) {
    reasons.push(error instanceof Error ? error.message : '')
  } finally {
    redis.disconnect()
  }
  const reason = reasons.join(' ')
  if (/NOAUTH|WRONGPASS|NOPERM|invalid password/i.test(reason))
    return broken(`${host} refuses the user or the password`, 'Copy REDIS_URL anew from your Redis service')
  if (/OOM|READONLY|MISCONF/.test(reason))
    return broken(
      `${host} accepts no writes`,
      'Set its maxmemory-policy to allkeys-lru, or give it more memory',
    )
  return broken(
    `Nothing answers at ${host}`,
    'Start Redis, or correct REDIS_URL; with one instance, remove it',
  )
}
