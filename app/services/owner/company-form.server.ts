import { randomUUID } from 'node:crypto'
import { companyWith } from '#app/models/company.ts'
import { type CompanyTexts, companyOfTexts, isSameCompany, savedMeanwhile } from '#app/models/company-form.ts'
import type { Notice } from '#app/models/messages.ts'
import { OWNER_NOTICES } from '#app/models/owner-messages.ts'
import type { Services } from '../request/services.server.ts'
import { type AdminOutcome, failedOnOutage } from './admin-outcome.server.ts'

/** The facts were not saved. */
type Unsaved = {
  readonly kind: 'unsaved'
  readonly status: 409 | 422 | 503
  readonly notice: Notice
  /** Messages by field. */
  readonly errors: Readonly<Record<string, string>>
  /** The version that the form, if it is sent again, was made from, where that is another. */
  readonly version?: string
}

/**
 * Saves the company's facts, and lets all instances show them from now on. A form that was made from an earlier version is
 * refused, so that nobody overwrites what they have not seen. Decision record: 055
 * @param texts of `companyForm`
 */
export async function saveCompany(
  services: Pick<Services, 'backend' | 'company' | 'log' | 'storefront'>,
  texts: CompanyTexts,
): Promise<Extract<AdminOutcome, { kind: 'done' }> | Unsaved> {
  const { backend } = services
  const given = companyOfTexts(texts)
  if ('error' in given)
    return { kind: 'unsaved', status: 422, notice: OWNER_NOTICES.companyWrong, errors: given.error }

  const saved = await failedOnOutage(services, OWNER_NOTICES.notSaved, async () => {
    const { company, version } = await backend.readCompany()
    if (isSameCompany(company, companyWith(given.value))) return 'same'
    const isStale =
      texts.version !== String(version) || !(await backend.saveCompany({ company: given.value, version }))
    return isStale ? backend.readCompany() : 'changed'
  })
  if (saved === 'same') return { kind: 'done', notice: OWNER_NOTICES.companySame }
  if (saved === 'changed') {
    await tellInstances(services)
    // Before the next page is rendered, which would otherwise be one of before the change.
    await services.company.current()
    return { kind: 'done', notice: OWNER_NOTICES.companySaved }
  }
  if ('kind' in saved) return { kind: 'unsaved', status: 503, notice: saved.notice, errors: {} }
  const errors = savedMeanwhile(texts, saved.company)
  return {
    kind: 'unsaved',
    status: 409,
    notice: OWNER_NOTICES.companyStale,
    errors,
    version: String(saved.version),
  }
}

/** An instance that cannot be told reads the facts by itself, a minute later. */
async function tellInstances({ storefront, log }: Pick<Services, 'storefront' | 'log'>): Promise<void> {
  await storefront.refresh(`company ${randomUUID()}`).catch((error: unknown) => {
    log.warn({ err: error }, 'other instances not told of new company facts')
  })
}
