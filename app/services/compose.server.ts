import { resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { adminApi } from '#supabase/functions/_shared/environment.ts'
import { hasVol2Shipped, shippingOf } from '#supabase/functions/_shared/mail/shipping.ts'
import { missingCompanyLabels } from '../models/company-form.ts'
import type { Market } from '../models/market.ts'
import { HANDLES } from '../models/product.ts'
import { type Backend, createBackend } from './backend/backend.server.ts'
import { startMailSender } from './backend/outbox.server.ts'
import { createRetention } from './backend/person.server.ts'
import { createCompanySource } from './company/company.server.ts'
import { inDataDir, openDataDir, storedSecret } from './config/data-dir.server.ts'
import type { Config } from './config/env.server.ts'
import { examine } from './doctor/doctor.server.ts'
import { createGeo } from './geo/geo.server.ts'
import { createLetters, letterPath } from './letter/letters.server.ts'
import { createRateLimits, limitMail, visitorKey } from './limits/limits.server.ts'
import { createLog, createRequestLog, type Log } from './log/log.server.ts'
import { createOrders } from './orders/orders.server.ts'
import { createStoreApi } from './orders/store-api.server.ts'
import { createSessions } from './session/visitor-session.server.ts'
import { connectRedis, createRedisStore } from './storefront/redis-store.server.ts'
import { createStorefront, type Storefront } from './storefront/storefront.server.ts'
import { boundedFetch } from './upstream/upstream-error.server.ts'

export type ComposeOptions = {
  readonly log?: Log
  readonly now?: () => number
  /** Waits for ms, where a response or a request to the store is delayed on purpose. */
  readonly pause?: (ms: number) => Promise<unknown>
  /** Origin of the shop where there is no request to tell it; known only once it listens. */
  readonly origin: () => string
  /** Delivers a signed webhook to the shop, as Shopify would over HTTP. */
  readonly deliverWebhook: (request: Request) => Promise<Response>
}

/** What requests are answered with; the same for hosted and embedded servers. Routes read it from `servicesContext`. */
export type Services = Awaited<ReturnType<typeof composeServices>>['services']

export type CartServices = Pick<Services, 'storefront' | 'log' | 'now'>

/** Composes the shop's services: the only place that chooses between hosted and embedded ones. @throws ConfigError */
export async function composeServices(config: Config, options: ComposeOptions) {
  const { origin, now = Date.now, pause = sleep } = options
  // Without a request id: for what has nothing to do with the request that triggered it, such as a failed refresh.
  const plainLog = options.log ?? createLog(config.logLevel)
  const { log, inRequest } = createRequestLog(plainLog)
  const dataDir = openDataDir(config.dataDir)
  const base = { dataDir, origin, log, now }
  const secretOf = (name: string) => inDataDir(dataDir, () => storedSecret(dataDir, name))
  /** What webhooks are signed with, newest first. */
  const webhookSecrets = config.webhookSecrets ?? [await secretOf('webhook')]
  const sessionSecrets = config.sessionSecrets ?? [await secretOf('session')]
  const shared = config.redisUrl ? await connectRedis(config.redisUrl, log) : null
  const limits = createRateLimits(shared?.redis ?? null, log)
  const mail = {
    smtpUrl: config.smtpUrl,
    from: config.mailFrom,
    to: config.mailTo,
    outboxDir: resolve(dataDir, 'outbox'),
  }

  const store = config.storefront
    ? null
    : await inDataDir(dataDir, async () => {
        const { createEmbeddedStore } = await import('#embedded/shopify/store.server.ts')
        return createEmbeddedStore({
          ...base,
          publicOrigin: origin,
          adminToken: config.embeddedAdminToken ?? storedSecret(dataDir, 'admin-token'),
          webhookSecret: webhookSecrets[0] ?? '',
          deliverWebhook: options.deliverWebhook,
          // One with a gift is a mail to the address in it.
          limitOrder: (ip, email) =>
            email === null
              ? limits.consume('form', `order:${visitorKey(ip)}`)
              : limitMail(limits, { form: 'order', ip, email }),
          company: () => company.current(),
        })
      })
  const embeddedAdmin = store && { url: store.adminUrl, token: store.adminToken, fetch: store.adminFetch }
  const admin = config.admin ? adminApi(config.admin, boundedFetch) : embeddedAdmin
  const embeddedBackend = config.supabase
    ? null
    : await inDataDir(dataDir, async () => {
        const { createEmbeddedBackend } = await import('#embedded/supabase/backend.server.ts')
        const { email: ownerEmail, password: ownerPassword } = config.owner
        return createEmbeddedBackend({ ...base, admin, mail, ownerEmail, ownerPassword })
      })
  await shared?.ready

  const storefront = createStorefront({
    ...(store
      ? { url: store.storefrontUrl, token: store.storefrontToken, fetch: store.storefrontFetch }
      : { ...present(config.storefront), fetch: boundedFetch }),
    log: plainLog,
    now,
    hasVol2Shipped: async (market) => hasVol2Shipped(shippingOf(await company.current(), market, now())),
    pause,
    ...(shared && { store: createRedisStore(shared.redis, shared.listener, now) }),
  })
  const letters = createLetters(sessionSecrets)
  const backend = createBackend({
    ...(embeddedBackend ?? { ...present(config.supabase), fetch: boundedFetch }),
    mail,
    origin,
    letterPath: (gift) => letterPath(gift.market, letters.tokenFor(gift.id)),
    log,
    now,
  })
  const readCompany = async () => (await backend.readCompany()).company
  const company = createCompanySource({
    read: readCompany,
    generation: storefront.catalogueGeneration,
    now,
    log: plainLog,
  })
  const storeApi = createStoreApi(admin)
  const orders = createOrders({ api: storeApi, backend, log: plainLog, now })
  const services = {
    config: {
      mainHost: config.mainHost,
      hostedCheckout: config.storefront !== null,
      /** Whether each start sets the owner's password. */
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
    storeApi,
    orders,
    geo: createGeo(config.geoApiUrl, log),
    limits,
    retention: createRetention(backend, plainLog, now),
    sessions: createSessions(sessionSecrets),
    /** The check-up. */
    examine: () =>
      examine({
        config,
        fetch: boundedFetch,
        now,
        missingFacts: async () => missingCompanyLabels(await readCompany()),
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
      shared?.listener.disconnect()
      await Promise.allSettled([embeddedBackend?.close(), shared?.redis.quit()])
      await store?.close()
    },
  }
}

/** What the configuration has wherever no server is embedded for it. */
function present<T>(access: T | null): T {
  if (access === null) throw new Error('Neither a hosted nor an embedded server was composed')
  return access
}

/** Creates the gift codes of the README. Never throws, as the shop works without them. */
async function seedSampleGifts(storefront: Storefront, backend: Backend, log: Log): Promise<void> {
  const { seedGiftCodes } = await import('#embedded/supabase/seed.server.ts')
  const findVol2 = (market: Market) => storefront.getProduct(market, HANDLES.vol2[market])
  await seedGiftCodes(backend, findVol2, log).catch((error: unknown) => {
    log.warn({ err: error }, 'sample gift codes not made; the next start tries again')
  })
}
