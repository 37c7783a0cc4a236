import { type ComponentType, lazy, Suspense } from 'react'

/** If the code cannot be loaded, the form stays as the server rendered it and works without JavaScript. */
const load = () => import('./list-forms.tsx').catch(() => new Promise<never>(() => {}))

/** A form on a page of another subject, whose code loads first. */
function late<Props extends object>(Form: ComponentType<Props>) {
  return (props: Props) => (
    <Suspense fallback={null}>
      <Form {...props} />
    </Suspense>
  )
}

export const LateSignupForm = late(lazy(async () => ({ default: (await load()).SignupForm })))
export const LateWaitlistForm = late(lazy(async () => ({ default: (await load()).WaitlistForm })))
