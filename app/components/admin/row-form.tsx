import type { ReactNode } from 'react'
import { Form } from 'react-router'
import { Button, type ButtonProps } from '../ui/button.tsx'
import { useBusy } from './submitting.ts'

/** A form of one button that posts hidden fields to the current page, and at most one field to fill in. */
export function RowForm({
  fields,
  field,
  ...button
}: { fields: Readonly<Record<string, string>>; field?: ReactNode } & ButtonProps) {
  const busy = useBusy(fields)
  return (
    <Form method="post" preventScrollReset className="flex flex-wrap items-end gap-2">
      {Object.entries(fields).map(([name, value]) => (
        <input type="hidden" name={name} value={value} key={name} />
      ))}
      {field}
      <Button {...button} busy={busy} />
    </Form>
  )
}
