import { type MouseEvent, type ReactNode, useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { PageLink } from '../ui/page-link.tsx'
import { RowForm } from './row-form.tsx'
import { useBusy } from './use-busy.ts'

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
    if (wasBusy.current && !busy) details.current?.removeAttribute('open')
    wasBusy.current = busy
  }, [busy])
  function close(event: MouseEvent) {
    event.preventDefault()
    details.current?.removeAttribute('open')
    details.current?.querySelector('summary')?.focus()
  }
  return (
    <details className="ask" ref={details}>
      <summary className="link">{label}</summary>
      <div className="asked">
        <p>{question}</p>
        <RowForm fields={fields}>{yes}</RowForm>
        <PageLink className="btn ghost" to={pathname + search} onClick={close}>
          {no}
        </PageLink>
      </div>
    </details>
  )
}
