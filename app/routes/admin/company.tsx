import { data, redirect } from 'react-router'
import { adminMeta } from '#app/components/admin/admin-meta.ts'
import { AdminNotices } from '#app/components/admin/admin-notices.tsx'
import { AdminHead } from '#app/components/admin/admin-section.tsx'
import { CompanyForm } from '#app/components/admin/company-form.tsx'
import { Unreachable } from '#app/components/admin/list-page.tsx'
import { useAnswer } from '#app/components/admin/submitting.ts'
import { missingCompanyFacts } from '#app/models/company.ts'
import { companyTexts } from '#app/models/company-form.ts'
import { COMPANY_PAGE } from '#app/models/owner-messages.ts'
import { readAdminForm } from '#app/services/owner/admin-outcome.server.ts'
import { handleCompanyForm } from '#app/services/owner/company-form.server.ts'
import { nullOnOutage } from '#app/services/owner/read-list.server.ts'
import { ownerContext, servicesContext, sessionContext } from '#app/services/request/context.server.ts'
import type { Route } from './+types/company'

export const meta = () => adminMeta(COMPANY_PAGE.title)

export async function loader({ context }: Route.LoaderArgs) {
  context.get(ownerContext)
  const services = context.get(servicesContext)
  const saved = await nullOnOutage(services, services.backend.readCompany)
  if (saved === null) return null
  const { company, version } = saved
  return { texts: companyTexts(company), version: String(version), missing: missingCompanyFacts(company) }
}

export async function action({ request, url, context }: Route.ActionArgs) {
  context.get(ownerContext)
  const fields = await readAdminForm(request)
  // Another form has none of the fields: all facts would be emptied.
  if (fields.intent !== 'save') throw data(null, { status: 400 })
  const outcome = await handleCompanyForm(context.get(servicesContext), fields)
  if (outcome.kind === 'unsaved') return data(outcome, { status: outcome.status })
  context.get(sessionContext).flash(outcome.notice)
  return redirect(url.pathname, 303)
}

export default function Company({ loaderData, actionData }: Route.ComponentProps) {
  const answer = useAnswer(actionData)
  const texts = answer?.texts ?? loaderData?.texts
  return (
    <>
      <AdminNotices notices={answer ? [answer.notice] : []} />
      <AdminHead title={COMPANY_PAGE.title} />
      {texts ? (
        <CompanyForm
          // Made anew after saving: what was saved is tidier than what was typed.
          key={JSON.stringify(loaderData?.texts)}
          texts={texts}
          version={answer?.version ?? loaderData?.version ?? ''}
          errors={answer?.errors ?? {}}
          missing={loaderData?.missing ?? []}
        />
      ) : (
        <div className="mt-6">
          <Unreachable />
        </div>
      )}
    </>
  )
}
