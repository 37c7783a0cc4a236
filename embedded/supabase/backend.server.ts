import { join } from 'node:path'
import { MARKET_IDS } from '#app/models/market.ts'
import { type MailConfig, mailSender } from '#app/services/backend/outbox.server.ts'
import { storedSecret } from '#app/services/config/data-dir.server.ts'
import type { Log } from '#app/services/log/log.server.ts'
import { rejectOnAbort, withDeadline } from '#app/services/upstream/upstream-error.server.ts'
import { openDatabase } from '#supabase/functions/_shared/database.ts'
import type { AdminApi, FunctionEnvironment } from '#supabase/functions/_shared/environment.ts'
import { bareAddress } from '#supabase/functions/_shared/mail/message.ts'
import { createFaults } from '../faults.ts'
import { BUSY_TIMEOUT_MS, retryWhileLocked } from '../transaction.ts'
import { ensureOwner } from './accounts.server.ts'
import { type LiteKeys, openLiteDatabase } from './database.server.ts'
import { createGateway } from './gateway.server.ts'

export type EmbeddedBackendOptions = {
  /** Folder for the database and the keys; created when missing. */
  readonly dataDir: string
  readonly ownerEmail: string
  /** Null keeps an existing password, and generates one for a new account. */
  readonly ownerPassword: string | null
  readonly mail: MailConfig
  /** Shopify's Admin API, real or embedded; null creates no discounts. */
  readonly admin: AdminApi | null
  /** Scheme and host of the shop, for links in mails. */
  readonly origin: () => string
  readonly log: Log
  readonly now?: () => number
}

const ADDRESS = 'http://backend.localhost'
/** How long an edge function's response waits for its background work, and closing for that and for requests. */
const WAIT_MS = 5_000

/**
 * Starts the embedded backend: compatible with Supabase, with the project's own migrations and edge functions, stored
 * in `dataDir` and called in process.
 * @throws Error when a migration fails
 */
export async function createEmbeddedBackend(options: EmbeddedBackendOptions) {
  const { dataDir } = options
  const keys: LiteKeys = {
    anonKey: `sb_publishable_${storedSecret(dataDir, 'backend-anon-key')}`,
    serviceRoleKey: `sb_secret_${storedSecret(dataDir, 'backend-service-key')}`,
    jwtSecret: storedSecret(dataDir, 'backend-jwt'),
  }
  const database = await openLiteDatabase(join(dataDir, 'backend.db'), keys)
  const faults = createFaults()
  const work = createTaskTracker()
  const requests = createTaskTracker()
  const handle = (request: Request) => {
    const answer = () => retryWhileLocked(() => gateway(request.clone()), saysLocked)
    const response = faults.apply(request).then((fault) => fault ?? answer())
    requests.add(response)
    return response
  }
  const fetchInProcess: typeof fetch = (input, init) => {
    const request = new Request(input, init)
    return rejectOnAbort(request.signal, () => handle(request))
  }
  const { mail, now = Date.now } = options
  const environment: FunctionEnvironment = {
    database: openDatabase(ADDRESS, keys.serviceRoleKey, fetchInProcess),
    keys: [keys.serviceRoleKey],
    missingSecrets: () => [],
    origin: options.origin,
    mailTo: bareAddress(mail.to),
    sendMail: mailSender(mail),
    admin: options.admin,
    now,
    log: options.log,
    waitUntil: work.add,
  }
  const gateway = createGateway(database, keys, environment, async () => {
    if (mail.smtpUrl === null) await work.settled(WAIT_MS)
  })
  try {
    const { driver } = database
    // The markets that the shop has by now.
    const addMarket = driver.prepare('insert or ignore into markets (id) values (?)')
    for (const market of MARKET_IDS) addMarket.run(market)
    const { ownerEmail, ownerPassword } = options
    const newOwnerPassword = await ensureOwner(driver, keys.jwtSecret, ownerEmail, ownerPassword)
    // Starts wait for each other. While the shop serves, requests do.
    driver.exec(`PRAGMA busy_timeout = ${BUSY_TIMEOUT_MS}`)
    return {
      url: ADDRESS,
      anonKey: keys.anonKey,
      serviceRoleKey: keys.serviceRoleKey,
      /** For supabase-js: `createClient(url, key, { global: { fetch } })`. */
      fetch: fetchInProcess,
      faults,
      /** Changes how many rows it answers with at most, as a project's setting “Max rows” does. */
      limitRows(rows: number): void {
        if (database.app.config.api) database.app.config.api.max_rows = rows
      },
      /** The password generated for a new owner account; null at every later start. */
      newOwnerPassword,
      /** Resolves when all background work of edge functions is done, after 30 s at the latest. */
      idle: () => work.settled(30_000),
      async close(): Promise<void> {
        // Running work may send more requests, such as to mark a mail as sent, without which it would be sent again.
        const deadline = performance.now() + WAIT_MS
        while (work.running.size + requests.running.size > 0 && performance.now() < deadline)
          await Promise.all([work.settled(WAIT_MS), requests.settled(WAIT_MS)])
        await database.close()
      },
    }
  } catch (error) {
    await database.close()
    throw error
  }
}

async function saysLocked(response: Response): Promise<boolean> {
  return response.status >= 500 && (await response.clone().text()).includes('database is locked')
}

/** Tracks running promises, to wait for them. */
function createTaskTracker() {
  const running = new Set<Promise<unknown>>()
  return {
    add(work: Promise<unknown>) {
      running.add(work)
      work.finally(() => running.delete(work)).catch(() => {})
    },
    running,
    async settled(limitMs: number) {
      await withDeadline(Promise.allSettled([...running]), limitMs, () => undefined)
    },
  }
}
