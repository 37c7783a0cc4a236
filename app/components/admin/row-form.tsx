import { Form } from 'react-router'
import { Button, type ButtonProps } from '../ui/button.tsx'
import { cn } from '../ui/cn.ts'
import { CELL_LINK } from './admin-table.tsx'
import { useBusy } from './submitting.ts'

/** The look of a button in a row. */
export const SMALL_BUTTON = 'min-h-tap px-4 py-1.5 text-sm'

/** A form of one button that posts hidden fields, by default to the current page. A `link` is sized for a cell. */
export function RowForm({
  fields,
  action,
  className,
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
      <Button {...button} busy={busy} className={cn(button.variant === 'link' && CELL_LINK, className)} />
    </Form>
  )
}
