import { type ComponentProps, lazy, Suspense } from 'react'
import { PrefetchPageLinks } from 'react-router'
import { FORMS_PATH } from '#app/models/form-sent.ts'
import { marketPath } from '#app/models/market.ts'
import { useShop } from '../page/use-shop.ts'

/** Code that does not come leaves the form as the server has rendered it: it works without JavaScript. */
const never = () => new Promise<never>(() => {})

const Signup = lazy(() =>
  import('./signup-form.tsx').then(({ SignupForm }) => ({ default: SignupForm }), never),
)
const Waitlist = lazy(() =>
  import('./waitlist-form.tsx').then(({ WaitlistForm }) => ({ default: WaitlistForm }), never),
)

/**
 * The signup form on pages of another subject: its code comes after theirs. One is in every footer, and brings the code
 * of the address that all forms are posted to.
 */
export function LateSignupForm(props: ComponentProps<typeof Signup>) {
  const { market } = useShop()
  return (
    <Suspense fallback={null}>
      <PrefetchPageLinks page={marketPath(market, FORMS_PATH)} />
      <Signup {...props} />
    </Suspense>
  )
}

/** The waitlist form on pages of another subject. */
export function LateWaitlistForm() {
  return (
    <Suspense fallback={null}>
      <Waitlist />
    </Suspense>
  )
}
