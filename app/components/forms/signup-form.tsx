import { cva } from 'class-variance-authority'
import { useLocation } from 'react-router'
import { signupConsentText } from '#app/models/consent-wording.ts'
import { SIGNUP_MISSING, signupFailed } from '#app/models/form-messages.ts'
import { marketPath } from '#app/models/market.ts'
import { FORM_AGAIN, FORM_DONE } from '#app/models/page-messages.ts'
import type { FormReply } from '#app/models/replies.ts'
import type { SignupSource } from '#supabase/functions/_shared/forms/words.ts'
import { dismissToast, showNotice } from '../page/notice-store.ts'
import { useShop } from '../page/use-shop.ts'
import { Button } from '../ui/button.tsx'
import { EmailField, NameField } from '../ui/field.tsx'
import { ConsentText, FormBody } from './form-parts.tsx'
import { useShopForm } from './use-form.ts'

export type SignupVariant = 'home' | 'footer' | 'popup' | 'page'

const layout = cva('grid grid-cols-1 items-start', {
  variants: {
    variant: {
      home: 'gap-4 md:grid-cols-2',
      footer: 'mt-4 gap-3 md:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_auto]',
      popup: 'gap-4',
      page: 'mt-8 gap-4',
    } satisfies Record<SignupVariant, string>,
  },
})

/** In the footer the button stands in the row of the fields, level with them below their labels. */
const BUTTON: Record<SignupVariant, string> = {
  home: 'col-span-full',
  footer: 'mt-1 md:mt-7.25',
  popup: '',
  page: 'mt-1.5',
}

const FOOTER_FIELD = 'bg-soot text-bone hover:border-gilt-bright focus-visible:border-gilt-bright'

const SIGNUP_FAILED = signupFailed()

const schema = () =>
  import('#supabase/functions/_shared/forms/signup.ts').then(({ signupForm }) => signupForm)

/** Beside the messages at the fields. Spec: 5 Signup forms */
function tellMissing(typed: FormData, isRefused: boolean): void {
  dismissToast(SIGNUP_MISSING)
  const isMissing = ['fullName', 'email'].some((name) => String(typed.get(name)).trim() === '')
  if (isRefused && isMissing) showNotice(SIGNUP_MISSING)
}

/**
 * Name and email for the mailing list. Spec: 2 Home, 2 Footer, 2 Email signup popup, 5 Signup forms
 * @param posted the reply to a submission without JavaScript
 */
export function SignupForm({
  source,
  variant,
  posted,
  onDone,
}: {
  source: SignupSource
  variant: SignupVariant
  posted?: FormReply | undefined
  onDone?: () => void
}) {
  const { market } = useShop()
  const { pathname, search } = useLocation()
  const { formProps, fields, bind, busy, state } = useShopForm<'fullName' | 'email' | 'source'>({
    id: `signup-${variant}`,
    name: 'signup',
    schema,
    posted,
    failure: SIGNUP_FAILED,
    onChecked: tellMissing,
    onDone,
  })
  const fieldLook = variant === 'footer' ? FOOTER_FIELD : undefined
  // The form may have been posted from another page.
  const from = fields.source.initialValue ?? source

  return (
    <form {...formProps} className={layout({ variant })} action={marketPath(market, '/subscribe')}>
      <FormBody state={state} message={FORM_DONE.signup} again={FORM_AGAIN.join}>
        <input type="hidden" name="source" value={from} />
        <input type="hidden" name="returnTo" value={posted?.returnTo ?? pathname + search} />
        <NameField {...bind('fullName')} className={fieldLook} aria-required />
        <EmailField {...bind('email')} className={fieldLook} aria-required />
        <Button busy={busy} busyLabel="Subscribing..." className={BUTTON[variant]}>
          Subscribe
        </Button>
        <ConsentText text={signupConsentText(from)} inDialog={variant === 'popup'} />
      </FormBody>
    </form>
  )
}
