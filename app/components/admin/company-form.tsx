import { useEffect, useRef } from 'react'
import { Form } from 'react-router'
import type { CompanyFact } from '#app/models/company.ts'
import {
  COMPANY_FORM,
  COMPANY_LIMIT,
  type CompanyField,
  type CompanyTexts,
} from '#app/models/company-form.ts'
import { COMPANY_PAGE } from '#app/models/owner-messages.ts'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { AdminCard, AdminSection } from './admin-section.tsx'
import { useBusy } from './submitting.ts'

/** The facts about the company. @param texts by the field's name; @param errors messages by the field's name; @param version that they are of */
export function CompanyForm({
  texts,
  version,
  errors,
  missing,
}: {
  texts: CompanyTexts
  version: string
  errors: Readonly<Record<string, string>>
  missing: readonly CompanyFact[]
}) {
  const busy = useBusy({ intent: 'save' })
  const form = useRef<HTMLFormElement>(null)
  // The page is long: the first field to mend may be far above the button.
  useEffect(() => {
    if (Object.keys(errors).length > 0)
      form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }, [errors])
  return (
    <>
      <p className="mt-4 max-w-measure text-quiet">{COMPANY_PAGE.about}</p>
      <Form method="post" ref={form}>
        <input type="hidden" name="intent" value="save" />
        <input type="hidden" name="version" value={version} />
        {COMPANY_FORM.map(({ title, fields }, at) => (
          <AdminSection id={`part-${at + 1}`} title={title} key={title}>
            <AdminCard className="gap-y-5 lg:grid-cols-2">
              {fields.map((field) => (
                <CompanyInput
                  key={field.name}
                  field={field}
                  text={texts[field.name] ?? ''}
                  error={errors[field.name]}
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
  field: { name, kind, label, hint, isMain },
  text,
  error,
  isMissing,
}: {
  field: CompanyField
  text: string
  error: string | undefined
  isMissing: boolean
}) {
  const hints = [isMain && isMissing ? COMPANY_PAGE.missing : '', hint ?? ''].filter((part) => part !== '')
  return (
    <Field
      name={name}
      type={kind === 'banner' ? 'text' : kind}
      label={label}
      hint={hints.join(' ')}
      error={error}
      defaultValue={text}
      maxLength={COMPANY_LIMIT}
      autoComplete="off"
      // At least one of a fact begins a row.
      fieldClass={isMain ? 'lg:col-start-1' : undefined}
    />
  )
}
