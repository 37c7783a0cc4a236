import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import { useLocation } from 'react-router'

/** What stood in the form of the page at each entry of the browser's history that was left; gone with this document. */
const left = new Map<string, readonly (readonly [name: string, value: FormDataEntryValue])[]>()

/** Fills in what a person had, and lets whoever counts or checks it know. */
function fillIn(form: HTMLFormElement, key: string): void {
  for (const [name, value] of left.get(key) ?? []) {
    const field = form.querySelector<HTMLInputElement>(`[name="${name}"]:not([type="hidden"])`)
    if (!field || value === '') continue
    if (field.type === 'checkbox') field.checked = true
    else field.value = String(value)
    field.dispatchEvent(new Event('input', { bubbles: true }))
  }
}

/**
 * Whoever looks something up on another page and comes back finds a form as it was left, as browsers have it for documents.
 * A link to the form's page is another entry of the history, and leads to an empty one. A form that stands on every page stays
 * where it is anyhow.
 */
export function useKeptTyping(form: RefObject<HTMLFormElement | null>): void {
  const { key } = useLocation()
  const entry = useRef(key)
  useEffect(() => {
    entry.current = key
  }, [key])
  useLayoutEffect(() => {
    const element = form.current
    if (!element?.closest('main')) return
    fillIn(element, entry.current)
    return () => void left.set(entry.current, [...new FormData(element)])
  }, [form])
}
