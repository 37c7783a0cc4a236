import type { SupabaseClient } from '@supabase/supabase-js'
import { z } from 'zod'
import { COMPANY_FACTS, type Company, companyWith } from '../../models/company.ts'
import { type BackendAccess, expectDone, isoNow, rowsOf } from './client.server.ts'

const TABLE = 'company_facts'

const factRows = z.array(z.object({ name: z.string(), us_text: z.string(), uk_text: z.string() }))

/** The facts about the company as the owner has given them, the others by default. @throws UpstreamError */
export async function readCompany(client: SupabaseClient): Promise<Company> {
  const reply = await client.from(TABLE).select('name, us_text, uk_text')
  const rows = rowsOf('read company facts', reply, factRows)
  return companyWith(Object.fromEntries(rows.map((row) => [row.name, [row.us_text, row.uk_text]])))
}

/** The facts about the company. Every call throws UpstreamError. */
export function createCompany(client: SupabaseClient, access: BackendAccess) {
  return {
    readCompany: () => readCompany(client),
    /** Stores all facts at once. */
    async saveCompany(company: Company): Promise<void> {
      const updated_at = isoNow(access)
      const rows = COMPANY_FACTS.map((name) => {
        const [us_text, uk_text] = company[name]
        return { name, us_text, uk_text, updated_at }
      })
      expectDone('save company facts', await client.from(TABLE).upsert(rows, { onConflict: 'name' }))
    },
  }
}
