import { type SubmitEvent, useEffect, useRef } from 'react'
import { useNavigation } from 'react-router'

/** Where a button was pressed in a list: the list, the row's place in it, and what the button said. */
type Place = { readonly list: Element; readonly index: number; readonly label: string | null }

function placeOf(button: Element | null): Place | null {
  const row = button?.closest('li, tbody tr')
  const list = row?.parentElement
  return row && list
    ? { list, index: [...list.children].indexOf(row), label: button?.textContent ?? null }
    : null
}

/**
 * The same button of the row that is at that place now, else whatever that row answers to. A row may have nothing to press any
 * more: then it is one of the rows below, or of those above.
 */
function buttonAt({ list, index, label }: Place): HTMLElement | null {
  const rows = list.isConnected ? [...list.children] : []
  for (const row of [...rows.slice(index), ...rows.slice(0, index).reverse()]) {
    const buttons = [...row.querySelectorAll<HTMLElement>('button, summary, a[href]')]
    const [first] = buttons
    if (first) return buttons.find(({ textContent }) => textContent === label) ?? first
  }
  return null
}

function goToHeading() {
  const heading = document.querySelector<HTMLElement>('#main h1')
  heading?.setAttribute('tabindex', '-1')
  heading?.focus()
}

/**
 * Once a form of the room is done, its button is often gone, and its row with it: the keyboard then goes on at the row that
 * has taken its place, or at the page's heading. "Undo" is in no row and leads back to the one that it is about.
 */
export function useKeptFocus() {
  const { state } = useNavigation()
  const place = useRef<Place | null>(null)
  const isSent = useRef(false)

  useEffect(() => {
    if (state !== 'idle' || !isSent.current) return
    isSent.current = false
    if (document.activeElement !== document.body) return
    const button = place.current && buttonAt(place.current)
    if (button) button.focus()
    else goToHeading()
  }, [state])

  return {
    onSubmitCapture({ nativeEvent }: SubmitEvent) {
      const { submitter } = nativeEvent as globalThis.SubmitEvent
      place.current = placeOf(submitter) ?? place.current
      isSent.current = true
    },
  }
}
