import { NOT_SENT_YET } from '../../models/page-messages.ts'
import { Icon } from '../ui/icon.tsx'

/**
 * What a form did with what was typed; it stays where the eyes are, after the toast that said it aloud has gone.
 * @param text what was done, or null
 * @param failed whether the last try came to nothing
 */
export function FormDone({ text, failed = false }: { text: string | null; failed?: boolean }) {
  if (text === null && !failed) return null
  return (
    <p className={failed ? 'done-line bad' : 'done-line'}>
      <Icon name={failed ? 'alert' : 'check'} />
      <span>{failed ? NOT_SENT_YET : text}</span>
    </p>
  )
}
