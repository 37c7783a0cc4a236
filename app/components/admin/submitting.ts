import { type SubmitEvent, useEffect, useRef, useState } from 'react'
import { type ShouldRevalidateFunctionArgs, useLocation, useNavigation } from 'react-router'
import { NOT_SENT } from '../../models/page-messages.ts'

/** Position of a pressed button: its list, the index of its row, and its label. */
type ButtonPosition = { readonly list: Element; readonly index: number; readonly label: string | null }

function positionOf(button: Element | null): ButtonPosition | null {
  const row = button?.closest('li, tbody tr')
  const list = row?.parentElement
  return row && list
    ? { list, index: [...list.children].indexOf(row), label: button?.textContent ?? null }
    : null
}

/**
 * The button with the same label in the row that is now at that position, else the row's first control. Rows without
 * controls are skipped, first downwards, then upwards.
 */
function findButtonAt({ list, index, label }: ButtonPosition): HTMLElement | null {
  const rows = list.isConnected ? [...list.children] : []
  for (const row of [...rows.slice(index), ...rows.slice(0, index).reverse()]) {
    const controls = [...row.querySelectorAll<HTMLElement>('button, summary, a[href]')]
    const [first] = controls
    if (first) return controls.find(({ textContent }) => textContent === label) ?? first
  }
  return null
}

function focusHeading() {
  const heading = document.querySelector<HTMLElement>('#main h1')
  heading?.setAttribute('tabindex', '-1')
  heading?.focus()
}

/**
 * Restores the keyboard focus after a form was submitted, when its button was removed with its row: moves it to the
 * row now at that position, else to the page's heading. "Undo" is in no row, so the position of the button before it
 * is used.
 */
export function useFocusAfterSubmit() {
  const { state } = useNavigation()
  const position = useRef<ButtonPosition | null>(null)
  const isSubmitted = useRef(false)

  useEffect(() => {
    if (state !== 'idle' || !isSubmitted.current) return
    isSubmitted.current = false
    if (document.activeElement !== document.body) return
    const button = position.current && findButtonAt(position.current)
    if (button) button.focus()
    else focusHeading()
  }, [state])

  return {
    onSubmitCapture({ nativeEvent }: SubmitEvent) {
      const { submitter } = nativeEvent as globalThis.SubmitEvent
      position.current = positionOf(submitter) ?? position.current
      isSubmitted.current = true
    },
  }
}

/**
 * The `shouldRevalidate` of admin lists: a refused form reloads the list too, as it was changed elsewhere, or the form
 * has changed what it shows. An outage does not, since it would replace the rows with an error.
 */
export function reloadAfterForm({ actionStatus, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) {
  return defaultShouldRevalidate || (actionStatus !== undefined && actionStatus !== 503)
}

/** Whether a form with these fields is being submitted. */
export function useBusy(fields: Readonly<Record<string, string>>): boolean {
  const { formData } = useNavigation()
  return (
    formData !== undefined && Object.entries(fields).every(([name, value]) => formData.get(name) === value)
  )
}

/**
 * Blocks form submissions while the browser is offline, as an error page would replace what was typed.
 * @returns the notices to show, until the next navigation, and a submit handler for an element around the forms
 */
export function useOfflineGuard() {
  const { key } = useLocation()
  const [blockedAt, setBlockedAt] = useState<string | null>(null)
  return {
    notices: blockedAt === key ? [NOT_SENT] : [],
    onSubmitCapture(event: SubmitEvent<HTMLElement>) {
      setBlockedAt(navigator.onLine ? null : key)
      if (navigator.onLine) return
      event.preventDefault()
      event.stopPropagation()
    },
  }
}
