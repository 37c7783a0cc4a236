import { NOT_SENT_YET } from '../../models/page-messages.ts'
import { cn } from '../ui/cn.ts'
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
    <p
      className={cn(
        'col-span-full flex max-w-none gap-2.5 border-l-3 bg-leaf px-4 py-3 text-sm text-ink wrap-anywhere theatre:bg-soot/40 forced-colors:border',
        failed ? 'border-bad theatre:text-bad' : 'border-good',
      )}
    >
      <Icon
        name={failed ? 'alert' : 'check'}
        className={cn('mt-[0.1em]', failed ? 'text-bad' : 'text-good')}
      />
      <span>
        {failed || email === null ? NOT_SENT_YET : <TypedText text={message(email)} typed={email} />}
      </span>
    </p>
  )
}
