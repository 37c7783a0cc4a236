import { type ComponentProps, lazy, Suspense } from 'react'

/** Code that does not come leaves the form as the server has rendered it: it works without JavaScript. */
const never = () => new Promise<never>(() => {})

const Signup = lazy(() =>
  import('./signup-form.tsx').then(({ SignupForm }) => ({ default: SignupForm }), never),
)
const Waitlist = lazy(() =>
  import('./waitlist-form.tsx').then(({ WaitlistForm }) => ({ default: WaitlistForm }), never),
)

/** The signup form on pages of another subject: its code comes after theirs. */
export function LateSignupForm(props: ComponentProps<typeof Signup>) {
  return (
    <Suspense fallback={null}>
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
