import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { accessSync, constants, mkdirSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Redis } from 'ioredis'
import type { Market } from '../models/market.ts'
import { HANDLES } from '../models/product.ts'
import { createBackend } from './backend/backend.server.ts'
import { type Config, ConfigError } from './env.server.ts'
import { createGeo } from './geo.server.ts'
import { createLetters, letterPath } from './letter/letters.server.ts'
import { createLog, type Log } from './log.server.ts'
import { createGiftDiscounts } from './orders/gift-discounts.server.ts'
import { ordersSettled } from './orders/receive.server.ts'
import { createRateLimits } from './rate-limit.server.ts'
import { keptSecret } from './secrets.server.ts'
import { createSessions } from './session/visitor-session.server.ts'
import { createRedisStore } from './storefront/redis-store.server.ts'
import { createStorefront } from './storefront/storefront.server.ts'

const MAIL_ROUND_MS = 60_000
/** Letters of a signing secret that nobody goes through. One that somebody chose shorter still works. */
const SHORTEST_SECRET = 16

/** What routes may use. The same whether the services are hosted or embedded. */
export type Services = Awaited<ReturnType<typeof composeServices>>['services']

export type ComposeOptions = {
  readonly log?: Log
  readonly now?: () => number
  /** Where the shop is reached; known only once it listens. */
  readonly origin: () => string
  /** Hands a signed order webhook to the shop, as Shopify would over HTTP. */
  readonly deliverWebhook: (request: Request) => Promise<Response>
}

/**
 * Puts the shop's services together from the configuration. The only place that chooses between hosted and embedded.
 * @returns the services, the embedded servers' HTTP surface (or null), and how to close everything
 * @throws ConfigError when the data folder cannot be used
 */
export async function composeServices(config: Config, options: ComposeOptions) {
  const log = options.log ?? createLog(config.logLevel)
  const now = options.now ?? Date.now
  const dataDir = openDataDir(config)
  const webhookSecret = config.webhookSecret ?? keptSecret(dataDir, 'webhook')
  if (config.storefront && !config.webhookSecret)
    log.warn('WEBHOOK_SECRET is not set: orders that the hosted store reports will be refused')
  const redis = config.redisUrl ? await connectRedis(config.redisUrl, log) : null

  const store =
    config.storefront === null
      ? await startEmbeddedStore(config, { ...options, dataDir, webhookSecret, log, now })
      : null
  const admin = config.admin
    ? { ...config.admin, fetch }
    : store
      ? {
          url: store.adminUrl,
          token: store.adminToken,
          fetch: store.adminFetch,
        }
      : null
  const mailConfig = {
    smtpUrl: config.smtpUrl,
    from: config.mailFrom,
    to: config.mailTo,
    outboxDir: resolve(dataDir, 'outbox'),
  }
  const embeddedBackend =
    config.supabase === null
      ? await startEmbeddedBackend(config, {
          dataDir,
          admin,
          mail: mailConfig,
          origin: options.origin,
          log,
          now,
        })
      : null
  const supabase = embeddedBackend ?? (config.supabase ? { ...config.supabase, fetch } : null)
  if (supabase === null) throw new Error('No backend was composed')

  if (redis) await redisIsThere(redis)
  const storefront = createStorefront({
    ...(store
      ? { url: store.storefrontUrl, token: store.storefrontToken, fetch: store.storefrontFetch }
      : hosted(config)),
    log,
    now,
    ...(redis ? { store: createRedisStore(redis, now) } : {}),
  })
  if (config.sessionSecrets?.some((secret) => secret.length < SHORTEST_SECRET))
    log.warn(
      `SESSION_SECRET is short: less than ${SHORTEST_SECRET} characters can be guessed, and carts and letters forged with it`,
    )
  const sessionSecrets = config.sessionSecrets ?? [keptSecret(dataDir, 'session')]
  const letters = createLetters(sessionSecrets)
  const services = {
    config: {
      mode: config.mode,
      mainHost: config.mainHost,
      trustProxy: config.trustProxy,
      hostedCheckout: config.storefront !== null,
    },
    log,
    now,
    newId: () => randomUUID(),
    webhookSecret,
    storefront,
    backend: createBackend({
      ...supabase,
      mail: mailConfig,
      origin: options.origin,
      letterPath: (gift) => letterPath(gift.market, letters.tokenFor(gift.id)),
      log,
      now,
    }),
    letters,
    giftDiscounts: createGiftDiscounts(admin, log),
    geo: createGeo({ apiUrl: config.geoApiUrl, log }),
    limits: createRateLimits(redis, log),
    sessions: createSessions(sessionSecrets),
  }
  if (embeddedBackend && store) {
    const { seedGiftCodes } = await import('../embedded/backend/seed.server.ts')
    const findVol2 = (market: Market) => storefront.getProduct(market, HANDLES.vol2[market])
    await seedGiftCodes({ backend: services.backend, findVol2, log }).catch((error: unknown) => {
      log.warn({ err: error }, 'sample gift codes not made; the next start tries again')
    })
  }
  // Mails that a killed process left waiting, and those that failed.
  const sendMails = () =>
    services.backend
      .sendWaitingMails()
      .catch((error: unknown) => log.warn({ err: error }, 'waiting mails not sent'))
  const mailTimer = setInterval(sendMails, MAIL_ROUND_MS)
  mailTimer.unref()
  // Every page then survives an outage of the store from the first minute on.
  const warm = storefront.warmUp()
  return {
    services,
    warm,
    embedded: { store, backend: embeddedBackend },
    async close() {
      clearInterval(mailTimer)
      // One after another: what the store still delivers is written down by the backend, which asks the store for discounts.
      await Promise.allSettled([store?.stopDelivering()])
      await ordersSettled()
      await Promise.allSettled([embeddedBackend?.close(), redis?.quit()])
      await store?.close()
    },
  }
}

function openDataDir({ dataDir }: Config): string {
  const folder = resolve(dataDir)
  try {
    mkdirSync(folder, { recursive: true })
    accessSync(folder, constants.W_OK)
    return folder
  } catch (error) {
    const reason = error instanceof Error && 'code' in error ? error.code : error
    throw new ConfigError([`DATA_DIR: ${folder} is no folder that can be written to (${reason})`])
  }
}

function hosted(config: Config) {
  if (config.storefront === null) throw new Error('No storefront was composed')
  return { url: config.storefront.url, token: config.storefront.token }
}

/** How long a start waits for Redis, ms. Until it is there, every instance counts for itself. */
const REDIS_PATIENCE = 1_000

async function redisIsThere(redis: Redis): Promise<void> {
  if (redis.status === 'ready') return
  // Whatever comes first; one that is not there by then is waited for no longer.
  await once(redis, 'ready', { signal: AbortSignal.timeout(REDIS_PATIENCE) }).catch(() => undefined)
}

async function connectRedis(url: string, log: Log): Promise<Redis> {
  // Only where it is wanted: loading it takes a start 50 ms.
  const { Redis } = await import('ioredis')
  const redis = new Redis(url, {
    enableOfflineQueue: false,
    maxRetriesPerRequest: 1,
    connectTimeout: 2_000,
    // One that stopped answering is as good as gone: nobody's page waits for it.
    commandTimeout: 500,
  })
  redis.on('error', (error) => log.warn({ err: error }, 'redis unavailable'))
  return redis
}

async function startEmbeddedStore(
  config: Config,
  options: ComposeOptions & { dataDir: string; webhookSecret: string; log: Log; now: () => number },
) {
  const { createEmbeddedStore } = await import('../embedded/storefront/store.server.ts')
  return createEmbeddedStore({
    dataDir: options.dataDir,
    publicOrigin: options.origin,
    webhookSecret: options.webhookSecret,
    deliverWebhook: options.deliverWebhook,
    storefrontToken: keptSecret(options.dataDir, 'storefront-token'),
    adminToken: config.admin?.token ?? keptSecret(options.dataDir, 'admin-token'),
    log: options.log,
    now: options.now,
  })
}

async function startEmbeddedBackend(
  config: Config,
  options: {
    dataDir: string
    admin: { url: string; token: string; fetch: typeof fetch } | null
    mail: { smtpUrl: string | null; from: string; to: string; outboxDir: string }
    origin: () => string
    log: Log
    now: () => number
  },
) {
  const { createEmbeddedBackend } = await import('../embedded/backend/backend.server.ts')
  return createEmbeddedBackend({
    ...options,
    ownerEmail: config.owner.email,
    ownerPassword: config.owner.password,
  })
}
