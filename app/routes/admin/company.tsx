import { isDeepStrictEqual } from 'node:util'
import { data, Form, redirect } from 'react-router'
import { AdminPage, AdminSection, adminMeta, useAnswer, useBusy } from '#app/components/admin/admin-page.tsx'
import { useForm } from '#app/components/forms/use-form.ts'
import { Button } from '#app/components/ui/button.tsx'
import { Field } from '#app/components/ui/field.tsx'
import {
  COMPANY_FORM,
  type CompanyTexts,
  companyOfTexts,
  companyTexts,
  missingCompanyFacts,
} from '#app/models/company-form.ts'
import { OWNER_TOASTS } from '#app/models/owner-messages.ts'
import type { FormReply } from '#app/models/replies.ts'
import type { Services } from '#app/services/compose.server.ts'
import { parseForm, readForm } from '#app/services/forms/form-post.server.ts'
import { nullOnOutage, ownerServices, requireReachable } from '#app/services/owner/admin-forms.server.ts'
import { sessionContext } from '#app/services/request/context.server.ts'
import { COMPANY_LIMIT, companyForm } from '#supabase/functions/_shared/forms/company.ts'
import { companyWith } from '#supabase/functions/_shared/forms/company-facts.ts'
import type { Route } from './+types/company'

const TITLE = 'The company'

export const meta = () => adminMeta(TITLE)

export async function loader({ context }: Route.LoaderArgs) {
  const services = ownerServices(context)
  const { company, version } = await requireReachable(services, services.backend.readCompany)
  return { texts: companyTexts(company), version: String(version), missing: missingCompanyFacts(company) }
}

type Reply = FormReply & { readonly version?: string | undefined }

export async function action({ request, url, context }: Route.ActionArgs) {
  const services = ownerServices(context)
  const posted = await readForm(request)
  // Another form has none of the fields: all facts would be emptied.
  if (posted.get('intent') !== 'save') throw data(null, { status: 400 })
  const submission = parseForm(posted, companyForm)
  const saved =
    submission.status === 'success'
      ? await nullOnOutage(services, () => save(services, submission.value))
      : { status: 422, toast: OWNER_TOASTS.companyWrong }
  const { status, ...said } = saved ?? { status: 503, toast: OWNER_TOASTS.notSaved }
  if (status !== 200) return data<Reply>({ result: submission.reply(), ...said }, { status })
  context.get(sessionContext).flash(said.toast)
  return redirect(url.pathname, 303)
}

/**
 * Saves the company's facts, and lets all instances show them from now on. A form that was made from an earlier version is
 * refused once, with the version that was saved meanwhile, so that nobody overwrites what they have not seen.
 */
async function save({ backend, storefront, company: shown, log }: Services, texts: CompanyTexts) {
  const given = companyOfTexts(texts)
  const { company, version } = await backend.readCompany()
  if (isDeepStrictEqual(company, companyWith(given))) return { status: 200, toast: OWNER_TOASTS.companySame }
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
  await shown.current()
  return { status: 200, toast: OWNER_TOASTS.companySaved }
}

export default function Company({ loaderData, actionData }: Route.ComponentProps) {
  const reply = useAnswer(actionData)
  return (
    <AdminPage
      title={TITLE}
      about="What pages, emails and search engines say about the company. A field that is empty is left out there, and shoppers are told to write to you; a date or figure that is empty is the one of the start. Changes show at once, on all pages."
      toast={reply?.toast}
    >
      {/* Made anew after saving: what was saved is tidier than what was typed. */}
      <Facts key={JSON.stringify(loaderData.texts)} saved={loaderData} reply={reply} />
    </AdminPage>
  )
}

type FactsProps = { saved: Route.ComponentProps['loaderData']; reply: Reply | undefined }

function Facts({ saved: { texts, version, missing }, reply }: FactsProps) {
  const busy = useBusy({ intent: 'save' })
  const { formProps, bind } = useForm(companyForm, 'company', reply, texts)
  return (
    <Form method="post" {...formProps}>
      <input type="hidden" name="intent" value="save" />
      <input type="hidden" name="version" value={reply?.version ?? version} />
      {COMPANY_FORM.map(({ title, fields }, at) => (
        <AdminSection id={`part-${at + 1}`} title={title} card="gap-y-5 lg:grid-cols-2" key={title}>
          {fields.map(({ name, label, hint, kind, fact, isMain, startsRow }) => (
            <Field
              key={name}
              {...bind(name)}
              type={/^(email|url|date|month)$/.test(kind) ? kind : 'text'}
              inputMode={kind === 'number' ? 'numeric' : undefined}
              label={label}
              hint={[isMain && missing.includes(fact) ? 'Missing.' : '', hint].join(' ').trim()}
              maxLength={COMPANY_LIMIT}
              autoComplete="off"
              fieldClass={startsRow ? 'lg:col-start-1' : undefined}
            />
          ))}
        </AdminSection>
      ))}
      <Button busy={busy} className="mt-8 max-md:w-full">
        Save
      </Button>
    </Form>
  )
}
