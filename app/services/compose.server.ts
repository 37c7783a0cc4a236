import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { accessSync, constants } from 'node:fs'
import { resolve } from 'node:path'
import type { Redis } from 'ioredis'
import type { AdminApi } from '../../supabase/functions/_shared/environment.ts'
import { mailCompanies } from '../models/company.ts'
import type { Market } from '../models/market.ts'
import { HANDLES } from '../models/product.ts'
import { type Backend, createBackend } from './backend/backend.server.ts'
import { boundedFetch } from './bounded-fetch.server.ts'
import { type Config, ConfigError } from './env.server.ts'
import { makeFolder } from './folders.server.ts'
import { type CountryLookup, createGeo, createHostedLookup } from './geo.server.ts'
import { createLetters, letterPath } from './letter/letters.server.ts'
import { createLog, type Log } from './log.server.ts'
import type { MailConfig } from './mail/mailer.server.ts'
import { createGiftDiscounts } from './orders/gift-discounts.server.ts'
import { ordersSettled } from './orders/receive.server.ts'
import { createRateLimits } from './rate-limit.server.ts'
import { createRequestLog } from './request-log.server.ts'
import { keptSecret } from './secrets.server.ts'
import { createSessions } from './session/visitor-session.server.ts'
import { createRedisStore } from './storefront/redis-store.server.ts'
import { createStorefront, type Storefront } from './storefront/storefront.server.ts'

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
  const plainLog = options.log ?? createLog(config.logLevel)
  const { log, inRequest } = createRequestLog(plainLog)
  const now = options.now ?? Date.now
  const dataDir = openDataDir(config)
  const base = { dataDir, origin: options.origin, log, now }
  tellServices(config, log)
  warnOfMissing(config, log)
  warnOfSecrets(config, log)
  warnOfOrigin(config, log)
  if (config.geoApiUrl !== null && !config.geoApiUrl.includes('{ip}'))
    log.warn('GEO_API_URL has no {ip}: the service tells where the shop is, and nothing of its visitors')
  const secretOf = (name: string) => inDataDir(dataDir, () => keptSecret(dataDir, name))
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

  const { deliverWebhook } = options
  const store = config.storefront
    ? null
    : await inDataDir(dataDir, () => startEmbeddedStore(config, { ...base, webhookSecret, deliverWebhook }))
  const admin = adminAccess(config, store)
  const embeddedBackend = config.supabase
    ? null
    : await inDataDir(dataDir, () => startEmbeddedBackend(config, { ...base, admin, mail }))
  if (redis) await redisIsThere(redis)

  const storefront = createStorefront({
    ...storefrontAccess(config, store),
    // The catalogue is everybody's: whoever asked when it was out of reach has no part in that.
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
  const services = {
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
    /** Where the shop is reached, as far as it knows itself. */
    origin: options.origin,
    webhookSecret,
    storefront,
    backend,
    letters,
    giftDiscounts: createGiftDiscounts(admin, log),
    geo: createGeo({ lookup: countryLookup(config), log }),
    limits: createRateLimits(redis, log),
    sessions: createSessions(sessionSecrets),
  }
  if (embeddedBackend && store) await seedSampleGifts(storefront, backend, log)
  const mailRounds = startMailRounds(backend, log)
  return {
    services,
    /** Every page then survives an outage of the store from the first minute on. */
    warm: storefront.warmUp(),
    embedded: { store, backend: embeddedBackend },
    async close() {
      await mailRounds.stop()
      // One after another: what the store still delivers is written down by the backend, which asks the store for discounts.
      await Promise.allSettled([store?.stopDelivering()])
      await ordersSettled(services)
      await Promise.allSettled([embeddedBackend?.close(), redis?.quit()])
      await store?.close()
    },
  }
}

/** Says which parts are real: one that is embedded by mistake answers just as well. */
function tellServices({ storefront, admin, supabase, smtpUrl, redisUrl }: Config, log: Log): void {
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

/** What a shop with a hosted store lacks without stopping: somebody would pay for gifts that never come. */
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
  if (config.sessionSecrets?.some((secret) => secret.length < SHORTEST_SECRET))
    log.warn(
      `SESSION_SECRET is short: less than ${SHORTEST_SECRET} characters can be guessed, and carts and letters forged with it`,
    )
}

function warnOfOrigin(config: Config, log: Log): void {
  if (config.smtpUrl && !config.publicOrigin)
    log.warn(
      'PUBLIC_ORIGIN is not set: links in mails lead to localhost, where nobody who reads them finds the shop',
    )
  // The shop itself speaks no TLS: somebody in front does, of whom it was not told.
  if (config.publicOrigin?.startsWith('https:') && config.trustProxy === 0)
    log.warn(
      'PUBLIC_ORIGIN is https, but TRUST_PROXY is 0: cookies are not kept to https, and all visitors count as one',
    )
}

function openDataDir({ dataDir }: Config): string {
  const folder = resolve(dataDir)
  try {
    // Names, addresses and magic words lie in it.
    makeFolder(folder)
    accessSync(folder, constants.W_OK)
    return folder
  } catch (error) {
    const reason = error instanceof Error && 'code' in error ? error.code : error
    throw new ConfigError([`DATA_DIR: ${folder} is no folder that can be written to (${reason})`])
  }
}

/**
 * What comes of opening something that is kept in the data folder.
 * @throws ConfigError when the folder is to blame: no room, no rights, or a file in it that is damaged
 */
async function inDataDir<T>(dataDir: string, open: () => T | Promise<T>): Promise<T> {
  try {
    return await open()
  } catch (error) {
    const reason = reasonOfFiles(error)
    throw reason === null ? error : new ConfigError([`DATA_DIR: ${dataDir} cannot be used (${reason})`])
  }
}

/** What the file system or SQLite has to say, in an error or what caused it; null for any other error. */
function reasonOfFiles(error: unknown): string | null {
  if (!(error instanceof Error)) return null
  if ('errstr' in error && typeof error.errstr === 'string') return error.errstr
  if ('syscall' in error && 'code' in error) return String(error.code)
  return reasonOfFiles(error.cause)
}

type EmbeddedStore = Awaited<ReturnType<typeof startEmbeddedStore>>
type EmbeddedBackend = Awaited<ReturnType<typeof startEmbeddedBackend>>

/** Where the Admin API is: the configured one, else the embedded store's; null where there is neither. */
function adminAccess(config: Config, store: EmbeddedStore | null): AdminApi | null {
  if (config.admin) return { ...config.admin, fetch: boundedFetch }
  return store && { url: store.adminUrl, token: store.adminToken, fetch: store.adminFetch }
}

function storefrontAccess(config: Config, store: EmbeddedStore | null) {
  if (store) return { url: store.storefrontUrl, token: store.storefrontToken, fetch: store.storefrontFetch }
  if (config.storefront === null) throw new Error('No storefront was composed')
  return { url: config.storefront.url, token: config.storefront.token, fetch: boundedFetch }
}

function backendAccess(config: Config, embedded: EmbeddedBackend | null) {
  if (embedded) return embedded
  if (config.supabase === null) throw new Error('No backend was composed')
  return { ...config.supabase, fetch: boundedFetch }
}

function countryLookup({ geoApiUrl }: Config): CountryLookup {
  if (geoApiUrl !== null) return createHostedLookup(geoApiUrl)
  return async (ip) => (await import('../embedded/geo/ip-country.server.ts')).lookup(ip)
}

/** Makes the magic words of the README. Never throws: without them there is a shop all the same. */
async function seedSampleGifts(storefront: Storefront, backend: Backend, log: Log): Promise<void> {
  const { seedGiftCodes } = await import('../embedded/backend/seed.server.ts')
  const findVol2 = (market: Market) => storefront.getProduct(market, HANDLES.vol2[market])
  await seedGiftCodes({ backend, findVol2, log }).catch((error: unknown) => {
    log.warn({ err: error }, 'sample gift codes not made; the next start tries again')
  })
}

/**
 * Sends, once a minute, the mails that a killed process left waiting, and those that failed; where sending takes longer,
 * one round after the other.
 */
function startMailRounds(backend: Backend, log: Log) {
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
  }, MAIL_ROUND_MS).unref()
  return {
    /** Resolves when the mail that is just going out has gone, and is marked as sent. */
    async stop(): Promise<void> {
      clearInterval(timer)
      stopped.abort()
      await round
    },
  }
}

/** How long a start waits for Redis. Until it is there, every instance counts for itself. */
const REDIS_PATIENCE_MS = 1_000

async function redisIsThere(redis: Redis): Promise<void> {
  if (redis.status === 'ready') return
  // Whatever comes first; one that is not there by then is waited for no longer.
  await once(redis, 'ready', { signal: AbortSignal.timeout(REDIS_PATIENCE_MS) }).catch(() => undefined)
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

/** What both embedded servers start with. */
type EmbeddedOptions = {
  readonly dataDir: string
  readonly origin: () => string
  readonly log: Log
  readonly now: () => number
}

async function startEmbeddedStore(
  config: Config,
  options: EmbeddedOptions & Pick<ComposeOptions, 'deliverWebhook'> & { readonly webhookSecret: string },
) {
  const { createEmbeddedStore } = await import('../embedded/storefront/store.server.ts')
  const { origin, ...others } = options
  return createEmbeddedStore({
    ...others,
    publicOrigin: origin,
    storefrontToken: keptSecret(options.dataDir, 'storefront-token'),
    adminToken: config.admin?.token ?? keptSecret(options.dataDir, 'admin-token'),
  })
}

async function startEmbeddedBackend(
  config: Config,
  options: EmbeddedOptions & { readonly admin: AdminApi | null; readonly mail: MailConfig },
) {
  const { createEmbeddedBackend } = await import('../embedded/backend/backend.server.ts')
  return createEmbeddedBackend({
    ...options,
    ownerEmail: config.owner.email,
    ownerPassword: config.owner.password,
  })
}
