import { type ReactNode, useEffect, useId, useRef } from 'react'
import { Link, PrefetchPageLinks } from 'react-router'
import { FORMS_PATH } from '#app/models/form-sent.ts'
import { marketPath } from '#app/models/market.ts'
import { NOT_SENT_YET } from '#app/models/page-messages.ts'
import { useShop } from '../page/use-shop.ts'
import { Button } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { NoticeBox } from '../ui/notice.tsx'
import { Picture } from '../ui/picture.tsx'
import { SEALED } from '../ui/plate.tsx'
import { TypedText } from '../ui/typed-text.tsx'
import type { Sealed, useShopForm } from './use-form.ts'

type PlateProps = {
  /** A sentence about the typed address. */
  readonly message: (email: string) => string
  /** Label of the button that brings the form back. */
  readonly again: string
}

/** The inside of a public form: its message, its fields and their guard, and what takes their place once it was sent. */
export function FormBody({
  state: { form, isTouched, notice, failed, sealed, onAgain },
  children,
  ...plate
}: PlateProps & { state: ReturnType<typeof useShopForm>['state']; children: ReactNode }) {
  const { market } = useShop()
  return (
    <>
      {/* The code of the address that it is posted to, once a person begins: to find it takes a tenth of a home page's CPU. */}
      {isTouched ? <PrefetchPageLinks page={marketPath(market, FORMS_PATH)} /> : null}
      {notice ? <NoticeBox notice={notice} className="col-span-full" /> : null}
      {sealed ? <SealedPlate {...plate} sealed={sealed} onAgain={onAgain} /> : null}
      {/* Made anew after a success: empty, with a new key. */}
      <div key={form.key} className={sealed ? 'hidden' : 'contents'}>
        <FormGuard />
        {children}
        {failed ? <NotSent /> : null}
      </div>
    </>
  )
}

/** Shown at a form whose last submission has failed, for as long as it has. */
function NotSent() {
  return (
    <p className="col-span-full flex max-w-none gap-2.5 border-l-3 border-bad bg-leaf px-4 py-3 text-sm text-ink theatre:bg-veil theatre:text-bad forced-colors:border">
      <Icon name="alert" className="mt-0.5 text-bad" />
      <span>{NOT_SENT_YET}</span>
    </p>
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

/** A link to the privacy policy. @param inDialog opens it in another tab, so that typed values are not lost */
export function PolicyLink({ inDialog = false }: { inDialog?: boolean }) {
  const policy = marketPath(useShop().market, '/privacy-policy')
  return inDialog ? (
    <a href={policy} target="_blank" rel="noopener">
      Privacy Policy<span className="sr-only"> (opens in a new tab)</span>
    </a>
  ) : (
    <Link to={policy} prefetch="intent">
      Privacy Policy
    </Link>
  )
}

/** What a visitor agrees to by submitting a form. */
export function ConsentText({ text, inDialog }: { text: string; inDialog?: boolean }) {
  return (
    <p className="col-span-full text-hint text-quiet">
      {text} See our <PolicyLink inDialog={inDialog} />.
    </p>
  )
}

/** Not `crypto.randomUUID`, which needs a secure context. */
function randomKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/**
 * Hidden fields of every public form. The idempotency key is generated in the browser, as cached pages are the same for
 * all visitors; without JavaScript it is empty, and the server compares contents. The honeypot is out of reach for people
 * and for what fills in forms on their behalf: browsers leave a read-only field alone, password managers heed their own
 * marks.
 */
function FormGuard() {
  const key = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (key.current) key.current.value = randomKey()
  }, [])
  return (
    <>
      <input type="hidden" name="idempotencyKey" ref={key} />
      <div hidden inert>
        <label>
          Please leave this field blank
          <input
            type="text"
            name="name__confirm"
            defaultValue=""
            autoComplete="off"
            tabIndex={-1}
            readOnly
            data-1p-ignore=""
            data-bwignore=""
            data-lpignore="true"
            data-form-type="other"
          />
        </label>
      </div>
    </>
  )
}
