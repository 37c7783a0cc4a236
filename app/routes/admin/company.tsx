import { data, redirect } from 'react-router'
import { adminMeta } from '#app/components/admin/admin-meta.ts'
import { AdminNotices } from '#app/components/admin/admin-notices.tsx'
import { AdminHead } from '#app/components/admin/admin-section.tsx'
import { CompanyForm } from '#app/components/admin/company-form.tsx'
import { Unreachable } from '#app/components/admin/list-page.tsx'
import { useAnswer } from '#app/components/admin/submitting.ts'
import { missingCompanyFacts } from '#app/models/company.ts'
import { companyTexts } from '#app/models/company-form.ts'
import { COMPANY_PAGE, OWNER_NOTICES } from '#app/models/owner-messages.ts'
import type { FormReply } from '#app/models/replies.ts'
import { parseForm, readForm } from '#app/services/forms/form-post.server.ts'
import { saveCompany } from '#app/services/owner/company-form.server.ts'
import { nullOnOutage } from '#app/services/owner/read-list.server.ts'
import { ownerContext, servicesContext, sessionContext } from '#app/services/request/context.server.ts'
import { companyForm } from '#supabase/functions/_shared/forms/company.ts'
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

type Reply = FormReply & { readonly version?: string | undefined }

export async function action({ request, url, context }: Route.ActionArgs) {
  context.get(ownerContext)
  const posted = await readForm(request)
  // Another form has none of the fields: all facts would be emptied.
  if (posted.get('intent') !== 'save') throw data(null, { status: 400 })
  const submission = parseForm(posted, companyForm)
  if (submission.status !== 'success')
    return data<Reply>({ result: submission.reply(), notice: OWNER_NOTICES.companyWrong }, { status: 422 })
  const outcome = await saveCompany(context.get(servicesContext), submission.value)
  if (outcome.kind === 'unsaved') {
    const { status, notice, errors, version } = outcome
    const fieldErrors = Object.fromEntries(Object.entries(errors).map(([name, text]) => [name, [text]]))
    return data<Reply>({ result: submission.reply({ fieldErrors }), notice, version }, { status })
  }
  context.get(sessionContext).flash(outcome.notice)
  return redirect(url.pathname, 303)
}

export default function Company({ loaderData, actionData }: Route.ComponentProps) {
  const answer = useAnswer(actionData)
  return (
    <>
      <AdminNotices notices={answer?.notice ? [answer.notice] : []} />
      <AdminHead title={COMPANY_PAGE.title} />
      {loaderData ? (
        <CompanyForm
          // Made anew after saving: what was saved is tidier than what was typed.
          key={JSON.stringify(loaderData.texts)}
          {...loaderData}
          {...(answer?.version && { version: answer.version })}
          reply={answer}
        />
      ) : (
        <div className="mt-6">
          <Unreachable />
        </div>
      )}
    </>
  )
}
