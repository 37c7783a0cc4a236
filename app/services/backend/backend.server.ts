import { createAuth } from './auth.server.ts'
import { type BackendAccess, createServiceClient } from './client.server.ts'
import { createCompany } from './company.server.ts'
import { createGiftCodes } from './gift-codes.server.ts'
import { createGiftMails } from './gift-mails.server.ts'
import { createLists } from './lists.server.ts'
import { createOutbox, type MailOptions } from './outbox.server.ts'
import { createPeople } from './people.server.ts'
import { createPersons } from './person.server.ts'
import { createProducts } from './products.server.ts'
import { createStoreOrders } from './store-orders.server.ts'

type BackendOptions = Omit<BackendAccess, 'now'> & MailOptions & { readonly now?: () => number }

export type Backend = ReturnType<typeof createBackend>

/**
 * The shop's backend through supabase-js, hosted or embedded alike. Uses the service role, which never
 * leaves the server; every call has a deadline and every reply is parsed.
 */
export function createBackend(options: BackendOptions) {
  const access: BackendAccess = { ...options, now: options.now ?? Date.now }
  const client = createServiceClient(access)
  const outbox = createOutbox(client, access, options)
  const giftMails = createGiftMails(client, access, outbox, options)
  return {
    gifts: createGiftCodes(client, access, giftMails),
    orders: createStoreOrders(client, access),
    ...giftMails,
    sendTestMail: outbox.sendTestMail,
    sendSecurityMail: outbox.sendSecurityMail,
    sendOutboxMail: outbox.sendOutboxMail,
    sendWaitingMails: outbox.sendWaitingMails,
    ...createPeople(client, access),
    ...createPersons(client),
    ...createProducts(client),
    ...createCompany(client, access),
    ...createLists(client),
    auth: createAuth(access),
  }
}
