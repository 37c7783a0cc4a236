import { type ReactNode, useEffect, useId, useRef } from 'react'
import { Link } from 'react-router'
import { marketPath } from '#app/models/market.ts'
import { NOT_SENT_YET } from '#app/models/page-messages.ts'
import { useShop } from '../page/use-shop.ts'
import { Button } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { NoticeBox } from '../ui/notice.tsx'
import { Picture } from '../ui/picture.tsx'
import { SEALED } from '../ui/plate.tsx'
import { TypedText } from '../ui/typed-text.tsx'
import type { Sealed, useFormFetcher } from './use-form-fetcher.ts'

/** Shown at a form whose last submission has failed, for as long as it has. */
export function NotSent() {
  return (
    <p className="col-span-full flex max-w-none gap-2.5 border-l-3 border-bad bg-leaf px-4 py-3 text-sm text-ink theatre:bg-veil theatre:text-bad forced-colors:border">
      <Icon name="alert" className="mt-0.5 text-bad" />
      <span>{NOT_SENT_YET}</span>
    </p>
  )
}

type PlateProps = {
  /** A sentence about the typed address. */
  readonly message: (email: string) => string
  /** Label of the button that brings the form back. */
  readonly again: string
}

/** The inside of a public form: its message, its fields and their guard, and what takes their place once it was sent. */
export function FormBody({
  state: { notice, submissionCount, sealed, onAgain },
  children,
  ...plate
}: PlateProps & { state: ReturnType<typeof useFormFetcher>['state']; children: ReactNode }) {
  return (
    <>
      {notice ? <NoticeBox notice={notice} className="col-span-full" /> : null}
      {sealed ? <SealedPlate {...plate} sealed={sealed} onAgain={onAgain} /> : null}
      <div className={sealed ? 'hidden' : 'contents'}>
        <FormGuard renew={submissionCount} />
        {children}
      </div>
    </>
  )
}

/** Takes the place of a form that was sent, and the focus: the one message about it. */
function SealedPlate({
  sealed,
  message,
  again,
  onAgain,
}: PlateProps & { sealed: Sealed; onAgain: () => void }) {
  const id = useId()
  const heading = useRef<HTMLHeadingElement>(null)
  const { notice, email } = sealed
  useEffect(() => heading.current?.focus(), [])
  return (
    <div
      data-sealed=""
      data-ground="theatre"
      className={`${SEALED} col-span-full grid items-center gap-x-6 gap-y-1 rounded-board wrap-anywhere md:grid-cols-lead`}
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

/**
 * What a visitor agrees to by submitting a form, with a link to the privacy policy.
 * @param inDialog opens the policy in another tab, so that typed values are not lost
 */
export function ConsentText({ text, inDialog = false }: { text: string; inDialog?: boolean }) {
  const { market } = useShop()
  const policy = marketPath(market, '/privacy-policy')
  return (
    <p className="col-span-full text-hint text-quiet">
      {text} See our{' '}
      {inDialog ? (
        <a href={policy} target="_blank" rel="noopener">
          Privacy Policy<span className="sr-only"> (opens in a new tab)</span>
        </a>
      ) : (
        <Link to={policy} prefetch="intent">
          Privacy Policy
        </Link>
      )}
      .
    </p>
  )
}

/** Not `crypto.randomUUID`, which needs a secure context. */
function randomKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/**
 * Hidden fields of every public form: a honeypot, and an idempotency key. The key is generated in the browser, as
 * cached pages are the same for all visitors; without JavaScript it is empty, and the server compares contents.
 * @param renew a new value generates a new key
 */
function FormGuard({ renew }: { renew: number }) {
  const key = useRef<HTMLInputElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a changed `renew` generates a new key
  useEffect(() => {
    if (key.current) key.current.value = randomKey()
  }, [renew])
  return (
    <>
      <input type="hidden" name="idempotencyKey" ref={key} />
      <div hidden>
        <label>
          Please leave this field blank
          <input type="text" name="name__confirm" defaultValue="" autoComplete="off" tabIndex={-1} />
        </label>
      </div>
    </>
  )
}
