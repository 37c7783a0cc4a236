import { useEffect, useLayoutEffect, useRef } from 'react'
import { useLocation } from 'react-router'

/** Typed values by history entry; in memory only. */
const savedValues = new Map<string, readonly (readonly [name: string, value: FormDataEntryValue])[]>()

/** Restores values, with `input` events for character counts and validation. */
function restoreValues(form: HTMLFormElement, key: string): void {
  for (const [name, value] of savedValues.get(key) ?? []) {
    const field = form.querySelector<HTMLInputElement>(`[name="${name}"]:not([type="hidden"])`)
    if (!field || value === '') continue
    if (field.type === 'checkbox') field.checked = true
    else field.value = String(value)
    field.dispatchEvent(new Event('input', { bubbles: true }))
  }
}

/**
 * Restores the values of a form after back or forward navigation, as browsers do for documents. A link to the page is
 * a new history entry with an empty form. Only for forms in `<main>`: others are not unmounted by a navigation.
 * @returns the ref of the form
 */
export function useRestoredInput() {
  const form = useRef<HTMLFormElement>(null)
  const { key } = useLocation()
  const entry = useRef(key)
  useEffect(() => {
    entry.current = key
  }, [key])
  useLayoutEffect(() => {
    const element = form.current
    if (!element?.closest('main')) return
    restoreValues(element, entry.current)
    return () => void savedValues.set(entry.current, [...new FormData(element)])
  }, [])
  return form
}
