import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type {
  AdminApi,
  FunctionEnvironment,
  FunctionHandler,
} from '../../../supabase/functions/_shared/environment.ts'
import { bareAddress } from '../../../supabase/functions/_shared/mail/message.ts'
import type { Log } from '../../services/log.server.ts'
import { createMailer, type MailConfig } from '../../services/mail/mailer.server.ts'
import { storedSecret } from '../../services/secrets.server.ts'
import { untilWritable, waitBriefly } from '../write-lock.ts'
import { refuseUnlessClosed } from './closed-check.server.ts'
import { type LiteKeys, openLiteDatabase, tableNames } from './database.server.ts'
import { createFactorRoutes } from './factors.server.ts'
import { createFaults, type Faults } from './faults.server.ts'
import { createGateway } from './gateway.server.ts'
import { findMigrationsFolder, readMigrations } from './migrations.server.ts'
import { ensureOwner } from './owner.server.ts'
import { createTextFilters } from './text-filters.server.ts'

export type EmbeddedBackendOptions = {
  /** Folder for the database and the keys; made when missing. */
  readonly dataDir: string
  readonly ownerEmail: string
  readonly ownerPassword: string | null
  readonly mail: MailConfig
  /** Shopify's Admin API, real or embedded; without it no discounts are made. */
  readonly admin: AdminApi | null
  /** Scheme and host of the shop, for links in mails. */
  readonly origin: () => string
  readonly log: Log
  readonly now?: () => number
  /** Defaults to the project's `supabase/migrations`. */
  readonly migrationsFolder?: string
}

export type EmbeddedBackend = {
  readonly url: string
  readonly anonKey: string
  readonly serviceRoleKey: string
  /** For supabase-js: `createClient(url, key, { global: { fetch } })`. */
  readonly fetch: typeof fetch
  readonly faults: Faults
  /** The password made up for a new owner account; null at every later start. */
  readonly newOwnerPassword: string | null
  /** Resolves when nothing that a function started is still running. */
  idle(): Promise<void>
  close(): Promise<void>
}

/** How long at most a function's answer waits for what it left running: a mail to a file, written at once. */
const SETTLE_MS = 5_000
/** How long closing waits for what is under way. */
const CLOSE_MS = 5_000

const FUNCTIONS: Record<string, () => Promise<FunctionHandler>> = {
  'email-signup': async () => (await import('../../../supabase/functions/email-signup/handler.ts')).handler,
  'contact-submission': async () =>
    (await import('../../../supabase/functions/contact-submission/handler.ts')).handler,
  'create-gift-discount': async () =>
    (await import('../../../supabase/functions/create-gift-discount/handler.ts')).handler,
  'duplicate-products-for-uk': async () =>
    (await import('../../../supabase/functions/duplicate-products-for-uk/handler.ts')).handler,
}

/**
 * Starts the embedded backend: Supabase-compatible, with the project's own migrations and functions, kept in
 * `dataDir` and reached in process.
 * @throws when a migration fails or when the public key would read anything
 */
export function createEmbeddedBackend(options: EmbeddedBackendOptions): Promise<EmbeddedBackend> {
  const started = lastStart.catch(() => {}).then(() => start(options))
  lastStart = started
  return started
}

/**
 * Starts follow one another: each holds the database while it proves that it is closed, and a second one in
 * this process would wait for it without letting it go on. Other processes wait by SQLite's own means.
 */
let lastStart: Promise<unknown> = Promise.resolve()

async function start(options: EmbeddedBackendOptions): Promise<EmbeddedBackend> {
  const { dataDir } = options
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const keys: LiteKeys = {
    anonKey: `sb_publishable_${storedSecret(dataDir, 'backend-anon-key')}`,
    serviceRoleKey: `sb_secret_${storedSecret(dataDir, 'backend-service-key')}`,
    jwtSecret: storedSecret(dataDir, 'backend-jwt'),
  }
  const migrations = readMigrations(options.migrationsFolder ?? findMigrationsFolder())
  const database = await openLiteDatabase(join(dataDir, 'backend.db'), keys, migrations)
  const faults = createFaults()
  const work = trackWork()
  const requests = trackWork()
  const inProcess: { fetch: typeof fetch } = { fetch: () => Promise.reject(new Error('not started')) }
  const environment = functionEnvironment(options, keys, work.add, (...request) =>
    inProcess.fetch(...request),
  )
  const factors = createFactorRoutes({
    driver: database.driver,
    jwtSecret: keys.jwtSecret,
    now: environment.now,
  })
  const settle = options.mail.smtpUrl === null ? () => work.settled(SETTLE_MS) : async () => {}
  const textFilters = createTextFilters(database.driver, tableNames(database.driver))
  const gateway = createGateway({
    database,
    keys,
    faults,
    factors,
    textFilters,
    functions: FUNCTIONS,
    environment,
    settle,
    untilWritable: (signal) => untilWritable(database.driver, signal),
  })
  const answer = (request: Request) => {
    const answered = gateway(request)
    requests.add(answered)
    return answered
  }
  inProcess.fetch = async (input, init) => raceAbort(new Request(input, init), answer)
  try {
    await refuseUnlessClosed(gateway, database, keys)
    const newOwnerPassword = await ensureOwner({
      driver: database.driver,
      dataDir,
      jwtSecret: keys.jwtSecret,
      email: options.ownerEmail,
      password: options.ownerPassword,
    })
    waitBriefly(database.driver)
    return {
      url: 'http://backend.localhost',
      anonKey: keys.anonKey,
      serviceRoleKey: keys.serviceRoleKey,
      fetch: inProcess.fetch,
      faults,
      newOwnerPassword,
      idle: () => work.settled(30_000),
      async close() {
        // What is under way may ask for more: a mail is marked as sent, or it would be sent again.
        const until = performance.now() + CLOSE_MS
        while (work.count + requests.count > 0 && performance.now() < until)
          await Promise.all([work.settled(CLOSE_MS), requests.settled(CLOSE_MS)])
        await database.close()
      },
    }
  } catch (error) {
    await database.close()
    throw error
  }
}

function functionEnvironment(
  options: EmbeddedBackendOptions,
  keys: LiteKeys,
  waitUntil: (work: Promise<unknown>) => void,
  fetchBackend: typeof fetch,
): FunctionEnvironment {
  const mailer = createMailer(options.mail)
  return {
    supabaseUrl: 'http://backend.localhost',
    serviceRoleKey: keys.serviceRoleKey,
    fetch: fetchBackend,
    origin: options.origin,
    mailTo: bareAddress(options.mail.to),
    companies: options.mail.companies,
    sendMail: mailer.send,
    admin: options.admin,
    now: options.now ?? Date.now,
    log: options.log,
    waitUntil,
  }
}

/** A caller that stops waiting is let go at once, as it would be over a socket. */
async function raceAbort(
  request: Request,
  answer: (request: Request) => Promise<Response>,
): Promise<Response> {
  const { signal } = request
  signal.throwIfAborted()
  return new Promise<Response>((resolve, reject) => {
    const abort = () => reject(signal.reason)
    signal.addEventListener('abort', abort, { once: true })
    answer(request)
      .then(resolve, reject)
      .finally(() => signal.removeEventListener('abort', abort))
  })
}

function trackWork() {
  const running = new Set<Promise<unknown>>()
  return {
    add(work: Promise<unknown>) {
      running.add(work)
      work.finally(() => running.delete(work)).catch(() => {})
    },
    get count() {
      return running.size
    },
    async settled(limitMs: number) {
      if (running.size === 0) return
      let timer: NodeJS.Timeout | undefined
      const limit = new Promise((resolve) => {
        timer = setTimeout(resolve, limitMs)
      })
      await Promise.race([Promise.allSettled([...running]), limit])
      clearTimeout(timer)
    },
  }
}
