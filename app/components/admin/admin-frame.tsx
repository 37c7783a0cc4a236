import { type ReactNode, useEffect } from 'react'
import { Link, NavLink, useNavigation } from 'react-router'
import type { Toast } from '#app/models/messages.ts'
import { dismissFailures, Hydrated, PageChange } from '../page/navigation.tsx'
import { Toaster } from '../page/toaster.tsx'
import { Button, linkClass } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { ToastBox } from '../ui/note.tsx'
import { Plate, SkipLink } from '../ui/section.tsx'
import { ROOM } from './admin-page.tsx'

const SECTIONS = [
  ['/admin', 'Today'],
  ['/admin/gift-codes', 'Gift codes'],
  ['/admin/subscribers', 'Subscribers'],
  ['/admin/waitlist', 'Waitlist'],
  ['/admin/messages', 'Messages'],
  ['/admin/orders', 'Orders'],
  ['/admin/outbox', 'Mail'],
  ['/admin/people', 'People'],
  ['/admin/products', 'Products'],
  ['/admin/company', 'Company'],
  ['/admin/check-up', 'Check-up'],
  ['/admin/security', 'Security'],
] as const

/** A document follows, also where scripts run: nothing of the admin is left in the page. */
export function SignOutButton() {
  return (
    <form method="post" action="/admin/sign-out">
      <Button variant="link" className="px-1 no-underline hover:text-accent">
        <Icon name="sign-out" /> Sign out
      </Button>
    </form>
  )
}

/** Moves the keyboard focus to the page's heading when the button that was pressed went with its row. */
function keepFocus() {
  if (document.activeElement !== document.body) return
  const heading = document.querySelector<HTMLElement>('#main h1')
  heading?.setAttribute('tabindex', '-1')
  heading?.focus()
}

/** Layout of the admin pages. @param email of the signed-in owner; null on error pages, where it is unknown */
export function AdminFrame({ email, children }: { email: string | null; children: ReactNode }) {
  const { state, formMethod } = useNavigation()
  const isPosting = state !== 'idle' && formMethod === 'POST'
  useEffect(() => {
    if (state === 'loading' && !isPosting) dismissFailures()
  }, [state, isPosting])
  useEffect(() => (isPosting ? keepFocus : undefined), [isPosting])
  return (
    <>
      <SkipLink />
      <header data-theme="dark" className="line-b bg-soot">
        <div className="wrap flex min-h-16 flex-wrap items-center justify-between gap-x-6 gap-y-1 py-3">
          <Link className="flex items-center gap-4 no-underline" to="/admin">
            <img src="/art/logo-mark.svg" alt="" width="200" height="200" className="w-8" />
            <span className="font-display text-base md:text-lg">{ROOM}</span>
          </Link>
          <div className="flex items-center gap-6 text-sm text-quiet">
            {email === null ? null : <span className="max-md:hidden">{email}</span>}
            <Link className="inline-flex min-h-tap items-center" to="/" reloadDocument>
              Back to the shop
            </Link>
            <SignOutButton />
          </div>
        </div>
        <nav className="wrap line-t" aria-label="Owner">
          <ul className="grid grid-cols-3 gap-x-4 py-1 text-hint md:flex md:flex-wrap lg:gap-x-6 lg:text-sm">
            {SECTIONS.map(([path, label]) => (
              <li key={path}>
                <NavLink
                  // As a function, so that no class is added to them.
                  className={() =>
                    'flex min-h-tap w-fit items-center text-quiet no-underline hover:text-accent aria-[current]:text-accent aria-[current]:shade-underline forced-colors:aria-[current]:underline'
                  }
                  to={path}
                  end={path === '/admin'}
                >
                  {label}
                </NavLink>
              </li>
            ))}
          </ul>
        </nav>
      </header>
      <main id="main" tabIndex={-1} className="wrap pt-band pb-section">
        {children}
      </main>
      <Toaster areErrorsKept />
      <PageChange />
      <Hydrated />
    </>
  )
}

type AuthPanelProps = { title: string; toasts?: readonly Toast[]; children?: ReactNode }

/** Page layout of the sign-in, its second step, and the errors of the auth guard. */
export function AuthPanel({ title, toasts = [], children }: AuthPanelProps) {
  return (
    <>
      <SkipLink />
      <main id="main" tabIndex={-1} data-theme="dark" className="min-h-svh bg-lamp-pine">
        <div className="wrap grid justify-items-center gap-6 py-stage">
          <Plate className="grid w-full max-w-104 gap-5 p-panel [&_form]:grid [&_form]:gap-4">
            <img src="/art/logo-mark.svg" alt="" width="200" height="200" className="mx-auto w-16" />
            <h1 className="text-center text-3xl leading-heading">{title}</h1>
            {toasts.map((toast) => (
              <ToastBox key={toast.title} toast={toast} />
            ))}
            {children}
          </Plate>
          <a className={linkClass()} href="/">
            Back to the shop
          </a>
        </div>
      </main>
      <Toaster areErrorsKept />
      <Hydrated />
    </>
  )
}

export const PASSWORD_FIELD = {
  label: 'Password',
  name: 'password',
  type: 'password',
  autoComplete: 'current-password',
  maxLength: 500,
  fieldClass: 'w-full',
  required: true,
}

export const CODE_FIELD = {
  label: 'Six-digit code from your authenticator app',
  name: 'code',
  inputMode: 'numeric',
  autoComplete: 'one-time-code',
  pattern: '[0-9 ]{6,8}',
  maxLength: 8,
  fieldClass: 'w-full',
  required: true,
} as const
