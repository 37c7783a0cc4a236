import type { Market } from '../../models/market.ts'
import type { Log } from '../log/log.server.ts'
import { createMailer, type MailConfig } from '../mail/mailer.server.ts'
import { createAudit } from './audit.server.ts'
import { createAuth } from './auth.server.ts'
import { type BackendAccess, createServiceClient } from './client.server.ts'
import { createCompany } from './company.server.ts'
import { createGiftCodes } from './gift-codes.server.ts'
import { createLists } from './lists.server.ts'
import { createOrderFacts } from './order-facts.server.ts'
import { createOutbox } from './outbox.server.ts'
import { createPeople } from './people.server.ts'
import { createProducts } from './products.server.ts'
import { createWebhookRefusals } from './webhook-refusals.server.ts'
import { createWebhooks } from './webhooks.server.ts'

export type BackendOptions = {
  readonly url: string
  readonly anonKey: string
  readonly serviceRoleKey: string
  readonly fetch: typeof fetch
  readonly log: Log
  readonly now?: () => number
  /** For the mails that the shop itself writes. */
  readonly mail: MailConfig
  /** Scheme and host of the shop, for links in mails. */
  readonly origin: () => string
  /** Path of the printable letter that has a gift's words. */
  readonly letterPath?: (gift: { readonly id: string; readonly market: Market }) => string
}

export type Backend = ReturnType<typeof createBackend>

/**
 * The shop's backend through supabase-js, hosted or embedded alike. Uses the service role, which never
 * leaves the server; every call has a deadline and every reply is parsed.
 */
export function createBackend(options: BackendOptions) {
  const access: BackendAccess = { ...options, now: options.now ?? Date.now }
  const client = createServiceClient(access)
  const orders = createOrderFacts(client, access)
  const audit = createAudit(client, access)
  const mail = {
    mailer: createMailer(options.mail),
    companies: options.mail.companies,
    origin: options.origin,
    letterPath: options.letterPath,
  }
  const outbox = createOutbox(client, access, mail, audit)
  return {
    gifts: createGiftCodes(client, access, { orders, outbox }),
    orders,
    ...outbox,
    ...createPeople(client, access),
    ...createProducts(client),
    ...createCompany(client, access),
    ...createWebhooks(client, access),
    ...createWebhookRefusals(client, access),
    ...audit,
    ...createLists(client, access),
    auth: createAuth(access),
  }
}
