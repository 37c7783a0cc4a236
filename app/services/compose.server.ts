import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { accessSync, constants } from 'node:fs'
import { resolve } from 'node:path'
import type { Redis } from 'ioredis'
import type { StoreLimits } from '../../embedded/storefront/store.server.ts'
import { createAdminTokens } from '../../supabase/functions/_shared/admin-token.ts'
import type { AdminApi } from '../../supabase/functions/_shared/environment.ts'
import { mailCompanies, missingCompanyFacts } from '../models/company.ts'
import type { Market } from '../models/market.ts'
import { HANDLES } from '../models/product.ts'
import { type Backend, createBackend } from './backend/backend.server.ts'
import { createFailedSignIns } from './backend/failed-sign-ins.server.ts'
import { type Config, ConfigError } from './config/env.server.ts'
import { makeFolder } from './config/folders.server.ts'
import { storedSecret } from './config/secrets.server.ts'
import { createDoctor } from './doctor/doctor.server.ts'
import { createGeo, createHostedLookup } from './geo/geo.server.ts'
import { createLetters, letterPath } from './letter/letters.server.ts'
import { limitMail } from './limits/mail-limit.server.ts'
import { createRateLimits, type RateLimits } from './limits/rate-limit.server.ts'
import { visitorKey } from './limits/visitor-key.server.ts'
import { createLog, type Log } from './log/log.server.ts'
import { createRequestLog } from './log/request-log.server.ts'
import type { MailConfig } from './mail/mailer.server.ts'
import { waitForOrderWebhooks } from './orders/receive.server.ts'
import type { Services } from './request/services.server.ts'
import { createSessions } from './session/visitor-session.server.ts'
import { watchApiVersion } from './storefront/api-version.server.ts'
import { createGiftDiscounts } from './storefront/gift-discounts.server.ts'
import { createRedisStore } from './storefront/redis-store.server.ts'
import { createStorefront, type Storefront } from './storefront/storefront.server.ts'
import { boundedFetch } from './upstream/bounded-fetch.server.ts'

const MAIL_INTERVAL_MS = 60_000
/** How often the sum of failed sign-ins is written to the audit trail. */
const SIGN_IN_INTERVAL_MS = 10 * 60_000
/** Shorter signing secrets can be guessed. They work, with a warning. */
const MIN_SECRET_CHARACTERS = 16

export type ComposeOptions = {
  readonly log?: Log
  readonly now?: () => number
  /** Origin of the shop; known only once it listens. */
  readonly origin: () => string
  /** Delivers a signed order webhook to the shop, as Shopify would over HTTP. */
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
  const dataDir = openDataDir(config)
  const base = { dataDir, origin: options.origin, log, now }
  logServices(config, log)
  warnOfMissing(config, log)
  warnOfSecrets(config, log)
  warnOfOrigin(config, log)
  warnOfGeolocation(config, log)
  const secretOf = (name: string) => inDataDir(dataDir, () => storedSecret(dataDir, name))
  const webhookSecret = config.webhookSecret ?? (await secretOf('webhook'))
  const sessionSecrets = config.sessionSecrets ?? [await secretOf('session')]
  const redis = config.redisUrl ? await connectRedis(config.redisUrl, log) : null
  const mail = {
    smtpUrl: config.smtpUrl,
    from: config.mailFrom,
    to: config.mailTo,
    outboxDir: resolve(dataDir, 'outbox'),
    companies: mailCompanies(config.mailFrom),
  }

  const limits = createRateLimits(redis, log)
  const { deliverWebhook } = options
  const storeOptions = { ...base, webhookSecret, deliverWebhook, limits: storeLimits(limits) }
  const store = config.storefront
    ? null
    : await inDataDir(dataDir, () => startEmbeddedStore(config, storeOptions))
  const admin = adminAccess(config, store, { now, log: plainLog })
  const embeddedBackend = config.supabase
    ? null
    : await inDataDir(dataDir, () => startEmbeddedBackend(config, { ...base, admin, mail }))
  if (redis) await waitForRedis(redis)

  const storefront = createStorefront({
    ...storefrontAccess(config, store, plainLog),
    // Without a request id: a failed refresh of the catalogue has nothing to do with the request that triggered it.
    log: plainLog,
    now,
    ...(redis ? { store: createRedisStore(redis, now) } : {}),
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
  const services: Services = {
    config: {
      mode: config.mode,
      mainHost: config.mainHost,
      trustProxy: config.trustProxy,
      hostedCheckout: config.storefront !== null,
    },
    log,
    inRequest,
    now,
    newId: () => randomUUID(),
    origin: options.origin,
    webhookSecret,
    storefront,
    backend,
    letters,
    giftDiscounts: createGiftDiscounts(admin, log),
    geo: createGeo({ ...geoSources(config), log }),
    limits,
    failedSignIns: createFailedSignIns({ recordAudit: backend.recordAudit, log: plainLog }),
    sessions: createSessions(sessionSecrets),
    doctor: createDoctor({
      config,
      fetch: boundedFetch,
      now,
      missingFacts: async () => missingCompanyFacts(),
      readStore: null,
    }),
  }
  if (embeddedBackend && store) await seedSampleGifts(storefront, backend, log)
  const mailSender = startMailSender(backend, log)
  const { failedSignIns } = services
  const signInTimer = setInterval(failedSignIns.write, SIGN_IN_INTERVAL_MS).unref()
  return {
    services,
    /** Resolves once the catalogue was requested: from then on, all pages survive an outage of the store. */
    warm: storefront.warmUp(),
    embedded: { store, backend: embeddedBackend },
    async close() {
      await mailSender.stop()
      clearInterval(signInTimer)
      await failedSignIns.write()
      // In this order: webhooks from the store are stored by the backend, which calls the store for discounts.
      await Promise.allSettled([store?.stopDelivering()])
      await waitForOrderWebhooks(services)
      await Promise.allSettled([embeddedBackend?.close(), redis?.quit()])
      await store?.close()
    },
  }
}

/** Logs which services are hosted, as a service that is embedded by mistake works just as well. */
function logServices({ storefront, admin, supabase, smtpUrl, redisUrl }: Config, log: Log): void {
  const hostOf = (url: string) => new URL(url).host
  const parts = {
    store: storefront ? hostOf(storefront.url) : 'embedded',
    adminApi: admin ? hostOf(admin.url) : storefront ? 'none' : 'embedded',
    backend: supabase ? hostOf(supabase.url) : 'embedded',
    mails: smtpUrl ? hostOf(smtpUrl) : 'files',
    limits: redisUrl ? 'redis' : 'memory',
  }
  log.info(parts, 'services')
}

/** Warns of missing settings with which a hosted store sells gifts that are never delivered. */
function warnOfMissing({ storefront, supabase, webhookSecret, admin, smtpUrl }: Config, log: Log): void {
  if (storefront === null) return
  if (supabase === null)
    log.warn(
      'SUPABASE_URL is not set: gifts, sign-ups and messages are kept in DATA_DIR, by this instance alone',
    )
  if (webhookSecret === null)
    log.warn('WEBHOOK_SECRET is not set: orders that the hosted store reports will be refused')
  if (admin === null)
    log.warn('ADMIN_API_URL is not set: the discounts that make gifts free can neither be made nor ended')
  if (smtpUrl === null)
    log.warn('SMTP_URL is not set: mails, those with magic words too, become files and reach nobody')
}

function warnOfSecrets(config: Config, log: Log): void {
  if (config.sessionSecrets?.some((secret) => secret.length < MIN_SECRET_CHARACTERS))
    log.warn(
      `SESSION_SECRET is short: less than ${MIN_SECRET_CHARACTERS} characters can be guessed, and carts and letters forged with it`,
    )
}

function warnOfOrigin(config: Config, log: Log): void {
  // The shop has no TLS itself, so there must be a proxy that is not configured.
  if (config.publicOrigin?.startsWith('https:') && config.trustProxy === 0)
    log.warn(
      'PUBLIC_ORIGIN is https, but TRUST_PROXY is 0: cookies are not kept to https, and all visitors count as one',
    )
}

function warnOfGeolocation({ geoApiUrl }: Config, log: Log): void {
  if (geoApiUrl !== null && !geoApiUrl.includes('{ip}'))
    log.warn('GEO_API_URL has no {ip}: the service tells where the shop is, and nothing of its visitors')
}

function openDataDir({ dataDir }: Config): string {
  const folder = resolve(dataDir)
  try {
    // The folder contains personal data and magic words.
    makeFolder(folder)
    accessSync(folder, constants.W_OK)
    return folder
  } catch (error) {
    const reason = error instanceof Error && 'code' in error ? error.code : error
    throw new ConfigError([`DATA_DIR: ${folder} is no folder that can be written to (${reason})`])
  }
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

/** What a visitor may write in the embedded store; an order with a gift is a mail to the address in it. */
function storeLimits(limits: RateLimits): StoreLimits {
  return {
    write: (ip, points) => limits.consume('store-write', visitorKey(ip), points),
    order: (ip, email) =>
      email === null
        ? limits.consume('form', `order:${visitorKey(ip)}`)
        : limitMail(limits, { form: 'order', ip, email }),
  }
}

type EmbeddedStore = Awaited<ReturnType<typeof startEmbeddedStore>>
type EmbeddedBackend = Awaited<ReturnType<typeof startEmbeddedBackend>>

/** Access to the configured Admin API, otherwise to that of the embedded store; null where there is neither. */
function adminAccess(
  { admin }: Config,
  store: EmbeddedStore | null,
  { now, log }: { readonly now: () => number; readonly log: Log },
): AdminApi | null {
  if (admin !== null) {
    const { url, client } = admin
    const token = client === null ? admin.token : createAdminTokens(url, client, boundedFetch, now)
    return { url, token, fetch: watchApiVersion('admin', url, boundedFetch, log) }
  }
  return store && { url: store.adminUrl, token: store.adminToken, fetch: store.adminFetch }
}

function storefrontAccess({ storefront }: Config, store: EmbeddedStore | null, log: Log) {
  if (store)
    return {
      url: store.storefrontUrl,
      token: store.storefrontToken,
      isPrivate: false,
      fetch: store.storefrontFetch,
    }
  if (storefront === null) throw new Error('No storefront was composed')
  return { ...storefront, fetch: watchApiVersion('storefront', storefront.url, boundedFetch, log) }
}

function backendAccess(config: Config, embedded: EmbeddedBackend | null) {
  if (embedded) return embedded
  if (config.supabase === null) throw new Error('No backend was composed')
  return { ...config.supabase, fetch: boundedFetch }
}

function geoSources({ geoApiUrl }: Config) {
  return {
    service: geoApiUrl === null ? null : createHostedLookup(geoApiUrl),
    database: async (ip: string) => (await import('../../embedded/geo/ip-country.server.ts')).lookup(ip),
  }
}

/** Creates the gift codes of the README. Never throws, as the shop works without them. */
async function seedSampleGifts(storefront: Storefront, backend: Backend, log: Log): Promise<void> {
  const { seedGiftCodes } = await import('../../embedded/backend/seed.server.ts')
  const findVol2 = (market: Market) => storefront.getProduct(market, HANDLES.vol2[market])
  await seedGiftCodes({ backend, findVol2, log }).catch((error: unknown) => {
    log.warn({ err: error }, 'sample gift codes not made; the next start tries again')
  })
}

/** Sends, once a minute, the mails that failed or that a killed process left in the outbox. Rounds do not overlap. */
function startMailSender(backend: Backend, log: Log) {
  const stopped = new AbortController()
  let round: Promise<unknown> | null = null
  const sendMails = async () => {
    try {
      await backend.sendWaitingMails(undefined, stopped.signal)
    } catch (error) {
      log.warn({ err: error }, 'waiting mails not sent')
    }
    round = null
  }
  const timer = setInterval(() => {
    round ??= sendMails()
  }, MAIL_INTERVAL_MS).unref()
  return {
    /** Resolves when the mail that is being sent is sent, and marked as sent. */
    async stop(): Promise<void> {
      clearInterval(timer)
      stopped.abort()
      await round
    },
  }
}

/** How long a start waits for Redis. Until it is connected, every instance counts rate limits for itself. */
const REDIS_TIMEOUT_MS = 1_000

async function waitForRedis(redis: Redis): Promise<void> {
  if (redis.status === 'ready') return
  await once(redis, 'ready', { signal: AbortSignal.timeout(REDIS_TIMEOUT_MS) }).catch(() => undefined)
}

async function connectRedis(url: string, log: Log): Promise<Redis> {
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
  return redis
}

/** Options of both embedded servers. */
type EmbeddedOptions = {
  readonly dataDir: string
  readonly origin: () => string
  readonly log: Log
  readonly now: () => number
}

async function startEmbeddedStore(
  config: Config,
  options: EmbeddedOptions &
    Pick<ComposeOptions, 'deliverWebhook'> & {
      readonly webhookSecret: string
      readonly limits: StoreLimits
    },
) {
  const { createEmbeddedStore } = await import('../../embedded/storefront/store.server.ts')
  const { origin, ...others } = options
  return createEmbeddedStore({
    ...others,
    publicOrigin: origin,
    storefrontToken: storedSecret(options.dataDir, 'storefront-token'),
    adminToken: config.admin?.token ?? storedSecret(options.dataDir, 'admin-token'),
  })
}

async function startEmbeddedBackend(
  config: Config,
  options: EmbeddedOptions & { readonly admin: AdminApi | null; readonly mail: MailConfig },
) {
  const { createEmbeddedBackend } = await import('../../embedded/backend/backend.server.ts')
  return createEmbeddedBackend({
    ...options,
    ownerEmail: config.owner.email,
    ownerPassword: config.owner.password,
  })
}
