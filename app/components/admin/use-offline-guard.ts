import { type SubmitEvent, useState } from 'react'
import { useLocation } from 'react-router'
import { NOT_SENT } from '../../models/page-messages.ts'

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
