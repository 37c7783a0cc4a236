import { accessSync, constants, mkdirSync, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { createEmbeddedStore } from '#embedded/shopify/store.server.ts'
import type { EmbeddedBackend } from '#embedded/supabase/backend.server.ts'
import { type AdminApi, adminApi } from '#supabase/functions/_shared/environment.ts'
import { missingCompanyLabels } from '../models/company-form.ts'
import type { Market } from '../models/market.ts'
import { HANDLES } from '../models/product.ts'
import { hasVol2Shipped, shippingOf } from '../models/shipping-dates.ts'
import { type Backend, createBackend } from './backend/backend.server.ts'
import { startMailSender } from './backend/outbox.server.ts'
import { createRetention } from './backend/retention.server.ts'
import { createCompanySource } from './company/company.server.ts'
import type { Config } from './config/env.server.ts'
import { ConfigError } from './config/problems.server.ts'
import { connectRedis, waitForRedis } from './config/redis.server.ts'
import { storedSecret } from './config/secrets.server.ts'
import { logConfiguration } from './config/start-log.server.ts'
import { createDoctor } from './doctor/doctor.server.ts'
import { createGeo, createHostedLookup } from './geo/geo.server.ts'
import { createLetters, letterPath } from './letter/letters.server.ts'
import { limitMail } from './limits/mail-limit.server.ts'
import { createRateLimits, type RateLimits } from './limits/rate-limit.server.ts'
import { visitorKey } from './limits/visitor-key.server.ts'
import { createLog, type Log } from './log/log.server.ts'
import { createRequestLog } from './log/request-log.server.ts'
import { createOrders } from './orders/orders.server.ts'
import { createStoreApi } from './orders/store-api.server.ts'
import type { Services } from './request/services.server.ts'
import { createSessions } from './session/visitor-session.server.ts'
import { createGiftDiscounts } from './storefront/gift-discounts.server.ts'
import { createRedisStore } from './storefront/redis-store.server.ts'
import { createStorefront, type Storefront } from './storefront/storefront.server.ts'
import { boundedFetch } from './upstream/bounded-fetch.server.ts'

export type ComposeOptions = {
  readonly log?: Log
  readonly now?: () => number
  /** Waits for ms, where a response or a request to the store is delayed on purpose. */
  readonly pause?: (ms: number) => Promise<unknown>
  /** Origin of the shop; known only once it listens. */
  readonly origin: () => string
  /** Delivers a signed webhook to the shop, as Shopify would over HTTP. */
  readonly deliverWebhook: (request: Request) => Promise<Response>
}

/**
 * Composes the shop's services from the configuration. The only place that chooses between hosted and embedded
 * servers.
 * @returns the services, the embedded servers (or null), and `close`
 * @throws ConfigError when the data folder cannot be used
 */
export async function composeServices(config: Config, options: ComposeOptions) {
  const plainLog = options.log ?? createLog(config.logLevel)
  const { log, inRequest } = createRequestLog(plainLog)
  const now = options.now ?? Date.now
  const pause = options.pause ?? sleep
  const dataDir = openDataDir(config)
  const base = { dataDir, origin: options.origin, log, now }
  logConfiguration(config, log)
  const secretOf = (name: string) => inDataDir(dataDir, () => storedSecret(dataDir, name))
  const webhookSecrets = config.webhookSecrets ?? [await secretOf('webhook')]
  const sessionSecrets = config.sessionSecrets ?? [await secretOf('session')]
  const { redis, listener } = config.redisUrl
    ? await connectRedis(config.redisUrl, log)
    : { redis: null, listener: null }
  const mail = {
    smtpUrl: config.smtpUrl,
    from: config.mailFrom,
    to: config.mailTo,
    outboxDir: resolve(dataDir, 'outbox'),
  }

  const limits = createRateLimits(redis, log)
  const store = config.storefront
    ? null
    : await inDataDir(dataDir, async () => {
        const { createEmbeddedStore } = await import('#embedded/shopify/store.server.ts')
        return createEmbeddedStore({
          ...base,
          publicOrigin: options.origin,
          storefrontToken: storedSecret(dataDir, 'storefront-token'),
          adminToken: config.embeddedAdminToken ?? storedSecret(dataDir, 'admin-token'),
          webhookSecret: webhookSecrets[0] ?? '',
          deliverWebhook: options.deliverWebhook,
          limitOrder: limitOrders(limits),
          company: () => company.current(),
        })
      })
  const admin = adminAccess(config, store, now)
  const embeddedBackend = config.supabase
    ? null
    : await inDataDir(dataDir, async () => {
        const { createEmbeddedBackend } = await import('#embedded/supabase/backend.server.ts')
        return createEmbeddedBackend({
          ...base,
          admin,
          mail,
          ownerEmail: config.owner.email,
          ownerPassword: config.owner.password,
        })
      })
  if (redis) await waitForRedis(redis)

  const storefront = createStorefront({
    ...storefrontAccess(config, store),
    // Without a request id: a failed refresh of the catalogue has nothing to do with the request that triggered it.
    log: plainLog,
    now,
    hasVol2Shipped: async (market) => hasVol2Shipped(shippingOf(await company.current(), market, now())),
    pause,
    ...(redis && listener ? { store: createRedisStore(redis, listener, now) } : {}),
  })
  const letters = createLetters(sessionSecrets)
  const backend = createBackend({
    ...backendAccess(config, embeddedBackend),
    mail,
    origin: options.origin,
    letterPath: (gift) => letterPath(gift.market, letters.tokenFor(gift.id)),
    log,
    now,
  })
  const company = createCompanySource({
    read: async () => (await backend.readCompany()).company,
    generation: storefront.catalogueGeneration,
    now,
    log: plainLog,
  })
  const giftDiscounts = createGiftDiscounts(admin, log)
  const { origin } = options
  const orders = createOrders({
    api: createStoreApi(admin),
    backend,
    giftDiscounts,
    log: plainLog,
    now,
    origin,
  })
  const services: Services = {
    config: {
      mainHost: config.mainHost,
      hostedCheckout: config.storefront !== null,
      hasFixedPassword: config.supabase === null && config.owner.password !== null,
    },
    log,
    inRequest,
    now,
    pause,
    origin,
    webhookSecrets,
    storefront,
    backend,
    company,
    letters,
    giftDiscounts,
    orders,
    geo: createGeo({ service: config.geoApiUrl === null ? null : createHostedLookup(config.geoApiUrl), log }),
    limits,
    retention: createRetention(backend, plainLog, now),
    sessions: createSessions(sessionSecrets),
    doctor: createDoctor({
      config,
      fetch: boundedFetch,
      now,
      missingFacts: async () => missingCompanyLabels((await backend.readCompany()).company),
    }),
  }
  if (embeddedBackend && store) await seedSampleGifts(storefront, backend, log)
  const mailSender = startMailSender(backend, log)
  orders.start()
  const stopRetention = services.retention.start()
  return {
    services,
    /** Resolves once catalogue and company were requested: from then on, all pages survive an outage of either. */
    warm: Promise.all([storefront.warmUp(), company.current()]),
    embedded: { store, backend: embeddedBackend },
    async close() {
      stopRetention()
      await mailSender.stop()
      // In this order: webhooks from the store are stored by the backend, which calls the store for discounts.
      await Promise.allSettled([store?.stopDelivering()])
      await orders.stop()
      listener?.disconnect()
      await Promise.allSettled([embeddedBackend?.close(), redis?.quit()])
      await store?.close()
    },
  }
}

function openDataDir({ dataDir }: Config): string {
  const folder = resolve(dataDir)
  try {
    makeFolder(folder)
    accessSync(folder, constants.W_OK)
    return folder
  } catch (error) {
    const reason = error instanceof Error && 'code' in error ? error.code : error
    throw new ConfigError([`DATA_DIR: ${folder} is no folder that can be written to (${reason})`])
  }
}

/** Creates a folder and its missing parents. Node's `recursive` option never returns below one such as /proc. */
function makeFolder(folder: string): void {
  if (isFolder(folder)) return
  makeFolder(dirname(folder))
  try {
    mkdirSync(folder)
  } catch (error) {
    // Another shop that starts may have created it.
    if (!isFolder(folder)) throw error
  }
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false
}

/**
 * Runs `open`, which uses the data folder.
 * @throws ConfigError for problems of the folder: no space, no permission, or a damaged file
 */
async function inDataDir<T>(dataDir: string, open: () => T | Promise<T>): Promise<T> {
  try {
    return await open()
  } catch (error) {
    const reason = fileErrorOf(error)
    throw reason === null ? error : new ConfigError([`DATA_DIR: ${dataDir} cannot be used (${reason})`])
  }
}

/** The code or message of the file system or SQLite in an error or its causes; null for any other error. */
function fileErrorOf(error: unknown): string | null {
  if (!(error instanceof Error)) return null
  if ('errstr' in error && typeof error.errstr === 'string') return error.errstr
  if ('syscall' in error && 'code' in error) return String(error.code)
  return fileErrorOf(error.cause)
}

/** How many orders a visitor may place at the embedded store; one with a gift is a mail to the address in it. */
function limitOrders(limits: RateLimits) {
  return (ip: string, email: string | null) =>
    email === null
      ? limits.consume('form', `order:${visitorKey(ip)}`)
      : limitMail(limits, { form: 'order', ip, email })
}

/** Access to the configured Admin API, otherwise to that of the embedded store; null where there is neither. */
function adminAccess(
  { admin }: Config,
  store: ReturnType<typeof createEmbeddedStore> | null,
  now: () => number,
): AdminApi | null {
  if (admin !== null) return adminApi(admin, boundedFetch, now)
  return store && { url: store.adminUrl, token: store.adminToken, fetch: store.adminFetch }
}

function storefrontAccess({ storefront }: Config, store: ReturnType<typeof createEmbeddedStore> | null) {
  if (store)
    return {
      url: store.storefrontUrl,
      token: store.storefrontToken,
      isPrivate: false,
      fetch: store.storefrontFetch,
    }
  if (storefront === null) throw new Error('No storefront was composed')
  return { ...storefront, fetch: boundedFetch }
}

function backendAccess(config: Config, embedded: EmbeddedBackend | null) {
  if (embedded) return embedded
  if (config.supabase === null) throw new Error('No backend was composed')
  return { ...config.supabase, fetch: boundedFetch }
}

/** Creates the gift codes of the README. Never throws, as the shop works without them. */
async function seedSampleGifts(storefront: Storefront, backend: Backend, log: Log): Promise<void> {
  const { seedGiftCodes } = await import('#embedded/supabase/seed.server.ts')
  const findVol2 = (market: Market) => storefront.getProduct(market, HANDLES.vol2[market])
  await seedGiftCodes({ backend, findVol2, log }).catch((error: unknown) => {
    log.warn({ err: error }, 'sample gift codes not made; the next start tries again')
  })
}
