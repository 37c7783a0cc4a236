import { NOT_SENT_YET } from '../../models/page-messages.ts'
import { Icon } from '../ui/icon.tsx'
import { TypedText } from '../ui/typed-text.tsx'

/**
 * The result of a form, shown next to it permanently, in addition to the toast.
 * @param message the success message for an email address
 * @param email the typed address; null before a success
 * @param failed true when the last submission failed
 */
export function FormDone({
  message,
  email,
  failed = false,
}: {
  message: (email: string) => string
  email: string | null
  failed?: boolean
}) {
  if (email === null && !failed) return null
  return (
    <p className={failed ? 'done-line bad' : 'done-line'}>
      <Icon name={failed ? 'alert' : 'check'} />
      <span>
        {failed || email === null ? NOT_SENT_YET : <TypedText text={message(email)} typed={email} />}
      </span>
    </p>
  )
}
