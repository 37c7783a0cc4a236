import { Form } from 'react-router'
import { Button, type ButtonProps } from '../ui/button.tsx'
import { useBusy } from './use-busy.ts'

/** One button that posts a few fields to the page it stands on. */
export function RowForm({
  fields,
  action,
  ...button
}: {
  fields: Readonly<Record<string, string>>
  /** Address to post to; the page itself when absent. */
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
