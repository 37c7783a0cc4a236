import { NOT_SENT_YET } from '../../models/page-messages.ts'
import { Icon } from '../ui/icon.tsx'
import { TypedText } from '../ui/typed-text.tsx'

/**
 * What a form did with what was typed; it stays where the eyes are, after the toast that said it aloud has gone.
 * @param told what was done, in words
 * @param email the address that was typed; null when nothing was done
 * @param failed whether the last try came to nothing
 */
export function FormDone({
  told,
  email,
  failed = false,
}: {
  told: (email: string) => string
  email: string | null
  failed?: boolean
}) {
  if (email === null && !failed) return null
  return (
    <p className={failed ? 'done-line bad' : 'done-line'}>
      <Icon name={failed ? 'alert' : 'check'} />
      <span>{failed || email === null ? NOT_SENT_YET : <TypedText text={told(email)} typed={email} />}</span>
    </p>
  )
}
