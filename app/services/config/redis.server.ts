import { once } from 'node:events'
import type { Redis } from 'ioredis'
import type { Log } from '../log/log.server.ts'

/** How long a start waits for Redis. Until it is connected, every instance counts rate limits for itself. */
const REDIS_TIMEOUT_MS = 1_000

/** Waits until Redis is connected, for a second at most: the shop starts without it too. */
export async function waitForRedis(redis: Redis): Promise<void> {
  if (redis.status === 'ready') return
  await once(redis, 'ready', { signal: AbortSignal.timeout(REDIS_TIMEOUT_MS) }).catch(() => undefined)
}

/** @returns a connection for commands, and one that listens, which can do nothing else */
export async function connectRedis(
  url: string,
  log: Log,
): Promise<{ readonly redis: Redis; readonly listener: Redis }> {
  // Loaded on demand, as it takes 50 ms.
  const { Redis } = await import('ioredis')
  const redis = new Redis(url, {
    enableOfflineQueue: false,
    maxRetriesPerRequest: 1,
    connectTimeout: 2_000,
    // Pages must not wait for a Redis that hangs: neither long for one command, nor for every command again.
    commandTimeout: 500,
    socketTimeout: 1_000,
  })
  redis.on('error', (error) => log.warn({ err: error }, 'redis unavailable'))
  // Listens whenever there is a connection, however long it takes.
  const listener = new Redis(url, { connectTimeout: 2_000, maxRetriesPerRequest: null })
  listener.on('error', () => undefined)
  return { redis, listener }
}
