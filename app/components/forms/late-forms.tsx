import { type ComponentProps, lazy, Suspense } from 'react'
import type { SignupForm, WaitlistForm } from './list-forms.tsx'

/** If the code cannot be loaded, the form stays as the server rendered it and works without JavaScript. */
const load = () => import('./list-forms.tsx').catch(() => new Promise<never>(() => {}))
const Signup = lazy(async () => ({ default: (await load()).SignupForm }))
const Waitlist = lazy(async () => ({ default: (await load()).WaitlistForm }))

/** The signup form on pages of another subject, whose code loads first. */
export function LateSignupForm(props: ComponentProps<typeof SignupForm>) {
  return (
    <Suspense fallback={null}>
      <Signup {...props} />
    </Suspense>
  )
}

export function LateWaitlistForm(props: ComponentProps<typeof WaitlistForm>) {
  return (
    <Suspense fallback={null}>
      <Waitlist {...props} />
    </Suspense>
  )
}
