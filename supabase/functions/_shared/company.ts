import { z } from 'zod'
import { type Database, rowsOf } from './database.ts'
import { COMPANY_FACTS, type Company, companyWith } from './forms/company-facts.ts'
import { MARKET_IDS } from './markets/markets.ts'

/** The company's facts, and how often they have been saved. */
export type CompanyVersion = { readonly company: Company; readonly version: number }

const factRows = z.array(
  z.object({ version: z.number(), name: z.string(), market: z.string(), text: z.string() }),
)

/** The facts about the company as the owner has given them, the others by default. @throws UpstreamError */
export async function readCompany(database: Database): Promise<CompanyVersion> {
  const reply = await database
    .from('company_texts')
    .select('version, name, market, text')
    .order('version', { ascending: false })
    .limit(COMPANY_FACTS.length * MARKET_IDS.length)
  const rows = rowsOf('read company facts', reply, factRows)
  const version = rows[0]?.version ?? 0
  const given: Record<string, Record<string, string>> = {}
  for (const { name, market, text } of rows.filter((row) => row.version === version))
    given[name] = { ...given[name], [market]: text }
  return { company: companyWith(given), version }
}
