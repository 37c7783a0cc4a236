import type { SupabaseClient } from '@supabase/supabase-js'
import { z } from 'zod'
import { type Company, companyWith } from '#app/models/company.ts'
import { MARKET_IDS } from '#app/models/market.ts'
import { COMPANY_FACTS } from '#supabase/functions/_shared/forms/company-facts.ts'
import { type BackendAccess, expectDone, isoNow, rowsOf, UNIQUE_VIOLATION } from './client.server.ts'

const TABLE = 'company_texts'

/** The company's facts, and how often they have been saved. */
export type CompanyVersion = { readonly company: Company; readonly version: number }

const factRows = z.array(
  z.object({ version: z.number(), name: z.string(), market: z.string(), text: z.string() }),
)

/** The facts about the company as the owner has given them, the others by default. @throws UpstreamError */
export async function readCompany(client: SupabaseClient): Promise<CompanyVersion> {
  const reply = await client
    .from(TABLE)
    .select('version, name, market, text')
    .order('version', { ascending: false })
    .limit(COMPANY_FACTS.length * MARKET_IDS.length)
  const rows = rowsOf('read company facts', reply, factRows)
  const version = rows[0]?.version ?? 0
  const given = rows.filter((row) => row.version === version)
  return {
    company: companyWith(
      Object.fromEntries(
        [...Map.groupBy(given, ({ name }) => name)].map(([name, texts]) => [
          name,
          Object.fromEntries(texts.map(({ market, text }) => [market, text])),
        ]),
      ),
    ),
    version,
  }
}

/** The facts about the company. Every call throws UpstreamError. */
export function createCompany(client: SupabaseClient, access: BackendAccess) {
  return {
    readCompany: () => readCompany(client),
    /**
     * Stores all facts as the version after the one that was changed.
     * @returns false, and nothing is stored, when somebody else has saved that version
     */
    async saveCompany({ company, version }: CompanyVersion): Promise<boolean> {
      const created_at = isoNow(access)
      const rows = COMPANY_FACTS.flatMap((name) =>
        MARKET_IDS.map((market) => ({
          version: version + 1,
          name,
          market,
          text: company[name][market],
          created_at,
        })),
      )
      const reply = await client.from(TABLE).insert(rows)
      if (reply.error?.code === UNIQUE_VIOLATION) return false
      expectDone('save company facts', reply)
      return true
    },
  }
}
