import type { ComponentProps } from 'react'
import { Form } from 'react-router'
import { COMPANY_FORM, type CompanyField, type CompanyTexts } from '#app/models/company-form.ts'
import { COMPANY_PAGE } from '#app/models/owner-messages.ts'
import type { FormReply } from '#app/models/replies.ts'
import { COMPANY_LIMIT, type CompanyFact } from '#supabase/functions/_shared/forms/company-facts.ts'
import { useForm } from '../forms/use-form.ts'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { AdminCard, AdminSection } from './admin-section.tsx'
import { useBusy } from './submitting.ts'

const loadSchema = () =>
  import('#supabase/functions/_shared/forms/company.ts').then(({ companyForm }) => companyForm)

/** The facts about the company. @param texts by the field's name; @param version that they are of */
export function CompanyForm({
  texts,
  version,
  missing,
  reply,
}: {
  texts: CompanyTexts
  version: string
  missing: readonly CompanyFact[]
  reply: FormReply | undefined
}) {
  const busy = useBusy({ intent: 'save' })
  const { formProps, bind } = useForm({ id: 'company', schema: loadSchema, defaultValue: texts }, reply)
  return (
    <>
      <p className="mt-4 max-w-measure text-quiet">{COMPANY_PAGE.about}</p>
      <Form method="post" {...formProps}>
        <input type="hidden" name="intent" value="save" />
        <input type="hidden" name="version" value={version} />
        {COMPANY_FORM.map(({ title, fields }, at) => (
          <AdminSection id={`part-${at + 1}`} title={title} key={title}>
            <AdminCard className="gap-y-5 lg:grid-cols-2">
              {fields.map((field) => (
                <CompanyInput
                  key={field.name}
                  {...bind(field.name)}
                  field={field}
                  isMissing={missing.includes(field.fact)}
                />
              ))}
            </AdminCard>
          </AdminSection>
        ))}
        <Button busy={busy} className="mt-8 max-md:w-full">
          {COMPANY_PAGE.save}
        </Button>
      </Form>
    </>
  )
}

function CompanyInput({
  field: { kind, label, hint, isMain },
  isMissing,
  ...input
}: Omit<ComponentProps<typeof Field>, 'label'> & { field: CompanyField; isMissing: boolean }) {
  const hints = [isMain && isMissing ? COMPANY_PAGE.missing : '', hint ?? ''].filter((part) => part !== '')
  return (
    <Field
      {...input}
      type={kind === 'banner' ? 'text' : kind}
      label={label}
      hint={hints.join(' ')}
      maxLength={COMPANY_LIMIT}
      autoComplete="off"
      // At least one of a fact begins a row.
      fieldClass={isMain ? 'lg:col-start-1' : undefined}
    />
  )
}
