import { type SubmitEvent, useEffect, useRef, useState } from 'react'
import { type ShouldRevalidateFunctionArgs, useNavigation } from 'react-router'

/** Position of a pressed button: its list, the index of its row, its label, and the id that its form sends. */
type ButtonPosition = {
  readonly list: Element
  readonly index: number
  readonly label: string | null
  readonly id: string | undefined
}

/** The field by which the forms of a row say what they are about. */
const idFieldIn = (element: Element | null) => element?.querySelector<HTMLInputElement>('input[name=id]')

function positionOf(button: Element | null): ButtonPosition | null {
  const row = button?.closest('li, tbody tr')
  const list = row?.parentElement
  if (!button || !row || !list) return null
  const index = [...list.children].indexOf(row)
  return { list, index, label: button.textContent, id: idFieldIn(button.closest('form'))?.value }
}

/**
 * The button with the same label in the same row if it is back, wherever it is now, else in the row that is now at that
 * position; else the row's first control. Rows without controls are skipped, first downwards, then upwards.
 */
function findButtonAt({ list, index, label, id }: ButtonPosition): HTMLElement | null {
  const rows = list.isConnected ? [...list.children] : []
  const isSame = (row: Element) => id !== undefined && idFieldIn(row)?.value === id
  for (const row of [...rows.filter(isSame), ...rows.slice(index), ...rows.slice(0, index).reverse()]) {
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

/**
 * The answer to the last form of the page; a form that could not be sent (null) leaves what is shown.
 * @param answer the `actionData`
 */
export function useAnswer<Answer>(answer: Answer | null | undefined): Answer | undefined {
  const [shown, setShown] = useState(answer ?? undefined)
  if (answer === null || answer === shown) return shown
  setShown(answer)
  return answer
}

/** Whether a form with these fields is being submitted. */
export function useBusy(fields: Readonly<Record<string, string>>): boolean {
  const { formData } = useNavigation()
  return (
    formData !== undefined && Object.entries(fields).every(([name, value]) => formData.get(name) === value)
  )
}
