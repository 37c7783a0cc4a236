import { randomUUID } from 'node:crypto'
import { type CompanyTexts, changedFacts, parseCompany } from '../../models/company-form.ts'
import type { Notice } from '../../models/messages.ts'
import { OWNER_NOTICES } from '../../models/owner-messages.ts'
import type { Owner } from '../backend/auth.server.ts'
import type { Services } from '../request/services.server.ts'
import { type AdminOutcome, audited, failedOnOutage } from './admin-outcome.server.ts'

/** The form of the company's facts that was not saved, with what was typed. */
export type UnsavedCompany = {
  readonly kind: 'unsaved'
  readonly status: 422 | 503
  readonly notice: Notice
  readonly texts: CompanyTexts
  /** Messages by field. */
  readonly errors: Readonly<Record<string, string>>
}

/** Saves the company's facts, and lets all instances show them from now on. Decision record: 055 */
export async function handleCompanyForm(
  services: Pick<Services, 'backend' | 'company' | 'log' | 'storefront'>,
  owner: Owner,
  fields: CompanyTexts,
): Promise<Extract<AdminOutcome, { kind: 'done' }> | UnsavedCompany> {
  const parsed = parseCompany(fields)
  if ('error' in parsed)
    return {
      kind: 'unsaved',
      status: 422,
      notice: OWNER_NOTICES.companyWrong,
      texts: fields,
      errors: parsed.error,
    }
  const { backend } = services
  const saved = await failedOnOutage(services, OWNER_NOTICES.notSaved, async () => {
    const changed = changedFacts(await backend.readCompany(), parsed.value)
    if (changed.length === 0) return changed
    const detail = { changed: changed.join('; ') }
    const entry = {
      actor: owner,
      action: 'company.changed',
      subjectType: 'company',
      subjectId: null,
      detail,
    } as const
    await audited(services, entry, () => backend.saveCompany(parsed.value))
    return changed
  })
  if ('kind' in saved)
    return { kind: 'unsaved', status: 503, notice: saved.notice, texts: fields, errors: {} }
  if (saved.length > 0) {
    await tellInstances(services)
    // Before the next page is rendered, which would otherwise be one of before the change.
    await services.company.current()
  }
  return { kind: 'done', notice: saved.length > 0 ? OWNER_NOTICES.companySaved : OWNER_NOTICES.companySame }
}

/** An instance that cannot be told reads the facts by itself, a minute later. */
async function tellInstances({ storefront, log }: Pick<Services, 'storefront' | 'log'>): Promise<void> {
  await storefront.refresh(`company ${randomUUID()}`).catch((error: unknown) => {
    log.warn({ err: error }, 'other instances not told of new company facts')
  })
}
