import { isDeepStrictEqual } from 'node:util'
import { COMPANY, type Company } from '../../models/company.ts'
import type { Log } from '../log/log.server.ts'

/** How old known facts may be, ms: an instance that nobody told of a change has it after that. */
const FRESH_MS = 60_000
/** How soon facts are read again after a failure, ms. */
const RETRY_MS = 5_000

type Known = { readonly company: Company; readonly generation: number; readonly freshUntil: number }

export type CompanySource = ReturnType<typeof createCompanySource>

/**
 * The facts about the company for pages and mails. They are read again in each generation of the catalogue, which the owner's
 * change begins on all instances, and when they are old. Decision record: 055
 */
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
  let known: Known | null = null
  let changes = 0
  let reading: { readonly generation: number; readonly done: Promise<Company> } | null = null

  function keep(company: Company, began: number, freshMs: number): void {
    if (known !== null && !isDeepStrictEqual(known.company, company)) changes += 1
    known = { company, generation: began, freshUntil: now() + freshMs }
  }

  async function readNow(began: number): Promise<Company> {
    try {
      const company = await read()
      if (known === null || known.generation <= began) keep(company, began, FRESH_MS)
      return company
    } catch (error) {
      log.warn({ err: error }, 'company facts not read')
      const company = known?.company ?? COMPANY
      keep(company, began, RETRY_MS)
      return company
    } finally {
      if (reading?.generation === began) reading = null
    }
  }

  function refresh(began: number): Promise<Company> {
    if (reading?.generation !== began) reading = { generation: began, done: readNow(began) }
    return reading.done
  }

  return {
    /** Grows whenever other facts were read than before. Pages that were finished earlier must not be shown any more. */
    changes: (): number => changes,
    /**
     * The facts now. While the backend is unreachable, those that were read last, or the defaults. Old ones are answered at once
     * and read again meanwhile. Never throws.
     */
    async current(): Promise<Company> {
      const began = generation()
      if (known === null || known.generation !== began) return refresh(began)
      if (now() >= known.freshUntil) void refresh(began)
      return known.company
    },
  }
}
