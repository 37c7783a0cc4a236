import { useEffectEvent, useLayoutEffect, useRef } from 'react'
import { useLocation } from 'react-router'

/** Typed values by history entry; in memory only. */
const saved = new Map<string, readonly (readonly [name: string, value: FormDataEntryValue])[]>()

/**
 * Restores the values of a form after back or forward navigation, as browsers do for documents, with `input` events for
 * character counts and validation. A link to the page is a new history entry with an empty form. Only for forms in
 * `<main>`: others are not unmounted by a navigation.
 * @returns the ref of the form
 */
export function useRestoredInput() {
  const form = useRef<HTMLFormElement>(null)
  const { key } = useLocation()
  const save = useEffectEvent((element: HTMLFormElement) => void saved.set(key, [...new FormData(element)]))
  const restore = useEffectEvent((element: HTMLFormElement) => {
    for (const [name, value] of saved.get(key) ?? []) {
      const field = element.querySelector<HTMLInputElement>(`[name="${name}"]:not([type="hidden"])`)
      if (!field || value === '') continue
      if (field.type === 'checkbox') field.checked = true
      else field.value = String(value)
      field.dispatchEvent(new Event('input', { bubbles: true }))
    }
  })
  useLayoutEffect(() => {
    const element = form.current
    if (!element?.closest('main')) return
    restore(element)
    return () => save(element)
  }, [])
  return form
}
