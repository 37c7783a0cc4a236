import { type SubmitEvent, useState } from 'react'
import { NOT_SENT } from '../../models/page-messages.ts'

/**
 * Blocks form submissions while the browser is offline, as an error page would replace what was typed.
 * @returns the notices to show, and a submit handler for an element around the forms
 */
export function useOfflineGuard() {
  const [isBlocked, setBlocked] = useState(false)
  return {
    notices: isBlocked ? [NOT_SENT] : [],
    onSubmitCapture(event: SubmitEvent<HTMLElement>) {
      setBlocked(!navigator.onLine)
      if (navigator.onLine) return
      event.preventDefault()
      event.stopPropagation()
    },
  }
}
