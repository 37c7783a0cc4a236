import { type MouseEvent, type ReactNode, useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { ButtonLink, linkClass } from '../ui/button.tsx'
import { cn } from '../ui/cn.ts'
import { CELL_LINK } from './admin-table.tsx'
import { RowForm, SMALL_BUTTON } from './row-form.tsx'
import { useBusy } from './submitting.ts'

/** Hides the question; the focus, if it was on one of its buttons, moves to what asked for it. */
function close(details: HTMLDetailsElement) {
  if (details.contains(document.activeElement)) details.querySelector('summary')?.focus()
  details.open = false
}

/**
 * An action with a confirmation question. A `<details>` element, so that it needs neither a script nor another page.
 */
export function Confirm({
  label,
  question,
  yes,
  no = 'Cancel',
  fields,
  className,
}: {
  label: ReactNode
  question: ReactNode
  yes: string
  no?: string
  fields: Readonly<Record<string, string>>
  /** Of what asks the question, by default sized for a cell. */
  className?: string
}) {
  const { pathname, search } = useLocation()
  const details = useRef<HTMLDetailsElement>(null)
  const busy = useBusy(fields)
  const wasBusy = useRef(false)
  useEffect(() => {
    if (wasBusy.current && !busy && details.current) close(details.current)
    wasBusy.current = busy
  }, [busy])
  function cancel(event: MouseEvent) {
    event.preventDefault()
    if (details.current) close(details.current)
  }
  return (
    <details ref={details}>
      <summary className={linkClass(cn(CELL_LINK, className))}>{label}</summary>
      <div className="mt-1 mb-2.5 flex max-w-96 flex-wrap items-center gap-2.5 border-l-3 border-gilt bg-leaf px-4 py-4">
        <p className="basis-full">{question}</p>
        <RowForm fields={fields} className={SMALL_BUTTON}>
          {yes}
        </RowForm>
        <ButtonLink
          variant="ghost"
          prefetch="none"
          className={SMALL_BUTTON}
          to={pathname + search}
          onClick={cancel}
        >
          {no}
        </ButtonLink>
      </div>
    </details>
  )
}
