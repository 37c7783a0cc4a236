import { type SubmitEvent, useState } from 'react'
import { NOT_SENT } from '../../models/page-messages.ts'

/**
 * Keeps forms from being sent while the browser knows of no connection: an error page would take the place of what was typed.
 * @returns what the room says of the last try, and what listens to the forms inside an element
 */
export function useKeptOffline() {
  const [isKept, setKept] = useState(false)
  return {
    notices: isKept ? [NOT_SENT] : [],
    onSubmitCapture(event: SubmitEvent<HTMLElement>) {
      setKept(!navigator.onLine)
      if (navigator.onLine) return
      event.preventDefault()
      event.stopPropagation()
    },
  }
}
