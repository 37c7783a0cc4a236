import { SIGNUP_MISSING, signupConsentText, WAITLIST_CONSENT_TEXT } from '#app/models/form-messages.ts'
import type { FormReply } from '#app/models/replies.ts'
import type { SignupSource } from '#supabase/functions/_shared/forms/words.ts'
import { Button } from '../ui/button.tsx'
import { EmailField, NameField } from '../ui/field.tsx'
import { PolicyLink, ShopForm } from './shop-form.tsx'

/** Classes of a form and of its button. In the footer the button is level with the fields, below their labels. */
const LOOKS = {
  home: ['gap-4 md:grid-cols-2', 'col-span-full'],
  footer: ['mt-4 gap-3 md:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_auto]', 'mt-1 md:mt-7.25'],
  popup: ['gap-4', ''],
  page: ['mt-8 gap-4', 'mt-1.5'],
} as const

const FOOTER_FIELD = 'bg-soot text-bone hover:border-gilt-bright focus-visible:border-gilt-bright'

function ConsentText({ text, inDialog }: { text: string; inDialog?: boolean }) {
  return (
    <p className="col-span-full text-hint text-quiet">
      {text} See our <PolicyLink inDialog={inDialog} />.
    </p>
  )
}

type SignupProps = {
  source: SignupSource
  variant: keyof typeof LOOKS
  posted?: FormReply | undefined
  onDone?: () => void
}

/** Name and email for the mailing list. Spec: 2 Home, 2 Footer, 2 Email signup popup, 5 Signup forms */
export function SignupForm({ source, variant, posted, onDone }: SignupProps) {
  const [look, button] = LOOKS[variant]
  const fieldLook = variant === 'footer' ? FOOTER_FIELD : undefined
  return (
    <ShopForm<'fullName' | 'email' | 'source'>
      name="signup"
      id={`signup-${variant}`}
      posted={posted}
      missing={SIGNUP_MISSING}
      onDone={onDone}
      className={`grid grid-cols-1 items-start ${look}`}
    >
      {({ fields, bind, busy }) => (
        <>
          {/* The form may have been posted from another page. */}
          <input type="hidden" name="source" value={fields.source.initialValue ?? source} />
          <NameField {...bind('fullName')} className={fieldLook} aria-required />
          <EmailField {...bind('email')} className={fieldLook} aria-required />
          <Button busy={busy} busyLabel="Subscribing..." className={button}>
            Subscribe
          </Button>
          <ConsentText
            text={signupConsentText(fields.source.initialValue ?? source)}
            inDialog={variant === 'popup'}
          />
        </>
      )}
    </ShopForm>
  )
}

const SIDE_BY_SIDE = { gridTemplateColumns: 'repeat(auto-fit,minmax(min(100%,14rem),1fr))' }

/** Name and email for the Vol. II waitlist. Spec: 2 Other pages, Waitlist, 5 Waitlist */
export function WaitlistForm({ posted }: Pick<SignupProps, 'posted'>) {
  return (
    <ShopForm<'name' | 'email'>
      name="waitlist"
      posted={posted}
      className="mt-8 grid grid-cols-1 gap-4"
      aria-label="Join the waitlist"
    >
      {({ bind, busy }) => (
        <>
          <div className="grid gap-4" style={SIDE_BY_SIDE}>
            <NameField {...bind('name')} required />
            <EmailField {...bind('email')} required />
          </div>
          <div>
            <Button busy={busy} busyLabel="Joining..." className="max-md:w-full md:min-w-56">
              Join the Waitlist
            </Button>
          </div>
          <ConsentText text={WAITLIST_CONSENT_TEXT} />
        </>
      )}
    </ShopForm>
  )
}
