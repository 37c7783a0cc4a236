import { isDeepStrictEqual } from 'node:util'
import { companyWith } from '#app/models/company.ts'
import { type CompanyTexts, companyOfTexts } from '#app/models/company-form.ts'
import { OWNER_TOASTS } from '#app/models/owner-messages.ts'
import type { Services } from '../compose.server.ts'
import { nullOnOutage } from './admin-forms.server.ts'

/**
 * Saves the company's facts, and lets all instances show them from now on. A form that was made from an earlier version is
 * refused once, with the version that was saved meanwhile, so that nobody overwrites what they have not seen.
 * @param texts of `companyForm`
 * @returns the status of the answer, and what is said of it
 */
export async function saveCompany(services: Services, texts: CompanyTexts) {
  const { backend, storefront, log } = services
  const said = await nullOnOutage(services, async () => {
    const given = companyOfTexts(texts)
    const { company, version } = await backend.readCompany()
    if (isDeepStrictEqual(company, companyWith(given)))
      return { status: 200, toast: OWNER_TOASTS.companySame }
    const isFresh = texts.version === String(version)
    if (!isFresh || !(await backend.saveCompany({ company: given, version }))) {
      const latest = await backend.readCompany()
      return { status: 409, toast: OWNER_TOASTS.companyStale, version: String(latest.version) }
    }
    // An instance that cannot be told reads the facts by itself, a minute later.
    await storefront.refresh().catch((error: unknown) => {
      log.warn({ err: error }, 'other instances not told of new company facts')
    })
    // Before the next page is rendered, which would otherwise be one of before the change.
    await services.company.current()
    return { status: 200, toast: OWNER_TOASTS.companySaved }
  })
  return said ?? { status: 503, toast: OWNER_TOASTS.notSaved }
}
