import { z } from 'zod'
import { MARKET_IDS } from '#app/models/market.ts'
import { type CompanyVersion, readCompany } from '#supabase/functions/_shared/company.ts'
import { expectDone, UNIQUE_VIOLATION } from '#supabase/functions/_shared/database.ts'
import { COMPANY_FACTS } from '#supabase/functions/_shared/forms/company-facts.ts'
import { UpstreamError } from '../upstream/upstream-error.server.ts'
import { createAuth } from './auth.server.ts'
import { type BackendAccess, callFunction, createServiceClient, isoNow } from './client.server.ts'
import { createGiftCodes } from './gift-codes.server.ts'
import { createLists } from './lists.server.ts'
import { createOutbox, type MailOptions } from './outbox.server.ts'
import { createPeople } from './people.server.ts'
import { createPersons } from './person.server.ts'
import { createStoreOrders } from './store-orders.server.ts'

type BackendOptions = Omit<BackendAccess, 'now'> & MailOptions & { readonly now?: () => number }

export type Backend = ReturnType<typeof createBackend>

/** What the owner sees as JSON. Of a function that answers with its products alone, these are what it has created. */
const duplication = z
  .looseObject({
    products: z.array(z.looseObject({ handle: z.string() })),
    created: z.array(z.unknown()).optional(),
    skipped: z.array(z.unknown()).default([]),
    failed: z.array(z.unknown()).default([]),
  })
  .transform((answer) => ({
    ...answer,
    created: answer.created ?? answer.products.map(({ handle }) => handle),
  }))

/**
 * The shop's backend through supabase-js, hosted or embedded alike. Uses the service role, which never
 * leaves the server; every call has a deadline, every reply is parsed, and failures throw UpstreamError.
 */
export function createBackend(options: BackendOptions) {
  const access: BackendAccess = { ...options, now: options.now ?? Date.now }
  const client = createServiceClient(access)
  const outbox = createOutbox(client, access, options)
  return {
    gifts: createGiftCodes(client, access, outbox),
    orders: createStoreOrders(client, access),
    ...outbox,
    ...createPeople(client, access),
    ...createPersons(client),
    ...createLists(client),
    auth: createAuth(access),

    readCompany: () => readCompany(client),
    /**
     * Stores all facts about the company as the version after the one that was changed.
     * @returns false, and nothing is stored, when somebody else has saved that version
     */
    async saveCompany({ company, version }: CompanyVersion): Promise<boolean> {
      const common = { version: version + 1, created_at: isoNow(access) }
      const rows = COMPANY_FACTS.flatMap((name) =>
        MARKET_IDS.map((market) => ({ ...common, name, market, text: company[name][market] })),
      )
      const reply = await client.from('company_texts').insert(rows)
      if (reply.error?.code === UNIQUE_VIOLATION) return false
      expectDone('save company facts', reply)
      return true
    },

    /** Creates a UK copy of each US product that has none. Spec: 7 Backend functions */
    async duplicateProducts() {
      const answer = await callFunction(client, 'duplicate-products-for-uk', {}, duplication)
      if (!answer.ok) throw new UpstreamError('function duplicate-products-for-uk', 422)
      return answer.value
    },
  }
}
