import { useEffect, useId, useRef } from 'react'
import type { Notice } from '../../models/messages.ts'
import { NOT_SENT_YET } from '../../models/page-messages.ts'
import { Button } from '../ui/button.tsx'
import { cn } from '../ui/cn.ts'
import { Icon } from '../ui/icon.tsx'
import { Picture } from '../ui/picture.tsx'
import { SEALED } from '../ui/plate.tsx'
import { TypedText } from '../ui/typed-text.tsx'

/** A form that was sent: its message, and the address that was typed. */
export type Sealed = { readonly notice: Notice; readonly email: string }

/** Shown at a form whose last submission has failed, for as long as it has. */
export function NotSent() {
  return (
    <p className="col-span-full flex max-w-none gap-2.5 border-l-3 border-bad bg-leaf px-4 py-3 text-sm text-ink theatre:bg-veil theatre:text-bad forced-colors:border">
      <Icon name="alert" className="mt-0.5 text-bad" />
      <span>{NOT_SENT_YET}</span>
    </p>
  )
}

/**
 * Takes the place of a form that was sent, and the focus: the one message about it.
 * @param message a sentence about the typed address
 * @param again label of the button that brings the form back
 */
export function SealedPlate({
  sealed,
  message,
  again,
  onAgain,
  className,
}: {
  sealed: Sealed
  message: (email: string) => string
  again: string
  onAgain: () => void
  className?: string
}) {
  const id = useId()
  const heading = useRef<HTMLHeadingElement>(null)
  const { notice, email } = sealed
  useEffect(() => heading.current?.focus(), [])
  return (
    <div
      data-sealed=""
      data-ground="theatre"
      className={cn(
        SEALED,
        'col-span-full grid grid-cols-lead items-center gap-x-6 gap-y-1 rounded-board wrap-anywhere max-sm:grid-cols-1',
        className,
      )}
    >
      <Picture
        name="gift-6-wax-seal"
        sizes="6rem"
        alt=""
        className="row-span-3 h-auto w-[clamp(3.5rem,9vw,6rem)]"
      />
      <h2 ref={heading} tabIndex={-1} className="text-h3 leading-heading" aria-describedby={id}>
        {notice.title}
      </h2>
      <p id={id}>
        {notice.text} <TypedText text={message(email)} typed={email} />
      </p>
      <Button variant="link" type="button" className="justify-self-start text-sm" onClick={onAgain}>
        {again}
      </Button>
    </div>
  )
}
