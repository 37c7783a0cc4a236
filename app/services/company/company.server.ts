import { COMPANY, type Company } from '#supabase/functions/_shared/forms/company-facts.ts'
import { createFreshCache, createMemoryStore } from '../fresh/fresh-cache.server.ts'
import type { Log } from '../log/log.server.ts'

/** How old known facts may be, ms. After that, other instances have a change too. */
const FRESH_MS = 60_000
const KEY = 'company'

/** The company's facts for pages and mails. They are read again in each generation of the catalogue, and when they are old. */
export function createCompanySource({
  read,
  generation,
  now,
  log,
}: {
  /** Reads the stored facts; throws while the backend is unreachable. */
  readonly read: () => Promise<Company>
  readonly generation: () => number
  readonly now: () => number
  readonly log: Log
}) {
  const store = { ...createMemoryStore(1), generation }
  // Until facts are read, the defaults are the last known ones. Their generation is before the first, so they are old.
  store.set(KEY, { value: COMPANY, at: now(), freshMs: 0, generation: -1 })
  const cache = createFreshCache({ store, now, log, content: 'company facts' })
  return {
    /** The facts now; while the backend is unreachable the last known, or the defaults. Never throws. */
    current: (): Promise<Company> =>
      cache.get({ key: KEY, load: read, freshMs: () => FRESH_MS, staleMs: Number.POSITIVE_INFINITY }),
  }
}
