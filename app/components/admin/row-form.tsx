import { Form } from 'react-router'
import { Button, type ButtonProps } from '../ui/button.tsx'
import { useBusy } from './submitting.ts'

/** A form of one button that posts hidden fields, by default to the current page. */
export function RowForm({
  fields,
  action,
  ...button
}: {
  fields: Readonly<Record<string, string>>
  /** Path to post to; the current page when absent. */
  action?: string
} & ButtonProps) {
  const busy = useBusy(fields)
  return (
    <Form method="post" action={action} preventScrollReset>
      {Object.entries(fields).map(([name, value]) => (
        <input type="hidden" name={name} value={value} key={name} />
      ))}
      <Button {...button} busy={busy} />
    </Form>
  )
}
