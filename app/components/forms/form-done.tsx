import { Icon } from '../ui/icon.tsx'

/** What a form did with what was typed; it stays where the eyes are, after the toast that said it aloud has gone. */
export function FormDone({ text }: { text: string | null }) {
  if (text === null) return null
  return (
    <p className="done-line">
      <Icon name="check" />
      <span>{text}</span>
    </p>
  )
}
