import { type AdminClient, type AdminTokens, createAdminTokens } from './admin-token.ts'
import type { Database } from './database.ts'
import type { SendMail } from './mail/message.ts'

/** A structured log; Pino fits. */
type FunctionLog = Readonly<Record<'info' | 'warn' | 'error', (details: object, message: string) => void>>

/** Shopify's Admin GraphQL API, with a lasting token or tokens that end. */
export type AdminApi = {
  readonly url: string
  readonly token: string | AdminTokens
  readonly fetch: typeof fetch
  /** How long one operation may take with all its retries; ten seconds without it. */
  readonly deadlineMs?: number
}

/** How the Admin API is reached: by a lasting token, or by the client that gives tokens. */
export type AdminAccess = { readonly url: string; readonly token: string | AdminClient }

/** What the variables say of the Admin API; null where they do not name one whole. */
export function adminAccess(read: (name: string) => string | undefined): AdminAccess | null {
  const [url, token] = [read('ADMIN_API_URL'), read('ADMIN_API_TOKEN')]
  const [id, secret] = [read('ADMIN_API_CLIENT_ID'), read('ADMIN_API_CLIENT_SECRET')]
  if (!url) return null
  if (token) return { url, token }
  return id && secret ? { url, token: { id, secret } } : null
}

export function adminApi({ url, token }: AdminAccess, send: typeof fetch): AdminApi {
  return { url, token: typeof token === 'string' ? token : createAdminTokens(url, token, send), fetch: send }
}

/**
 * Everything a function needs from its runtime: on the edge runtime read from variables (`edgeEnvironment`), otherwise
 * passed by the embedded backend.
 */
export type FunctionEnvironment = {
  /** As the service role. */
  readonly database: Database
  /** The project's secret keys, each of which may call a function; it acts as the service role by the first. */
  readonly keys: readonly [string, ...string[]]
  /** The names of the secrets that a function needs and does not have. */
  readonly missingSecrets: () => readonly string[]
  /** Scheme and host of the shop, for links in mails. */
  readonly origin: () => string
  /** The shop's own address, for contact messages. */
  readonly mailTo: string
  /** Null if mail is not configured: mails then wait in the outbox table. */
  readonly sendMail: SendMail | null
  readonly admin: AdminApi | null
  /** Unix time, ms. */
  readonly now: () => number
  readonly log: FunctionLog
  /** Keeps the process alive for work that continues after the response. */
  readonly waitUntil: (work: Promise<unknown>) => void
}

export type FunctionHandler = (request: Request, environment: FunctionEnvironment) => Promise<Response>
