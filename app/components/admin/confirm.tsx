import { type MouseEvent, type ReactNode, useEffect, useRef } from 'react'
import { Link, useLocation } from 'react-router'
import { RowForm } from './row-form.tsx'
import { useBusy } from './use-busy.ts'

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
}: {
  label: ReactNode
  question: ReactNode
  yes: string
  no?: string
  fields: Readonly<Record<string, string>>
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
    <details className="ask" ref={details}>
      <summary className="link">{label}</summary>
      <div className="asked">
        <p>{question}</p>
        <RowForm fields={fields}>{yes}</RowForm>
        <Link className="btn ghost" to={pathname + search} onClick={cancel}>
          {no}
        </Link>
      </div>
    </details>
  )
}
