import type { MailCompanies } from './mail/company.ts'
import type { Mail } from './mail/mail.ts'

/** A structured log; Pino fits. */
type FunctionLog = {
  info(details: object, message: string): void
  warn(details: object, message: string): void
  error(details: object, message: string): void
}

/** Shopify's Admin GraphQL API. */
export type AdminApi = { readonly url: string; readonly token: string; readonly fetch: typeof fetch }

/**
 * Everything a function needs from where it runs. The edge runtime reads it from its variables
 * (`edgeEnvironment`), the embedded backend hands it in.
 */
export type FunctionEnvironment = {
  readonly supabaseUrl: string
  readonly serviceRoleKey: string
  readonly fetch: typeof fetch
  /** Scheme and host of the shop, for links in mails. */
  readonly origin: () => string
  readonly mailTo: string
  /** Who the mails are from. */
  readonly companies: MailCompanies
  /** Sends one mail, or null when no mail is configured: mails then wait in the outbox table. */
  readonly sendMail: ((mail: Mail) => Promise<void>) | null
  readonly admin: AdminApi | null
  readonly now: () => number
  readonly log: FunctionLog
  /** Keeps the process alive for work that goes on after the answer. */
  readonly waitUntil: (work: Promise<unknown>) => void
}

export type FunctionHandler = (request: Request, environment: FunctionEnvironment) => Promise<Response>
