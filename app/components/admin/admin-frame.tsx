import type { ReactNode } from 'react'
import { Form, Link, useLocation } from 'react-router'
import { Hydrated, PageChange } from '../layout/page-change.tsx'
import { Icon } from '../ui/icon.tsx'
import { AdminNotices } from './admin-notices.tsx'
import { useFocusAfterSubmit } from './use-focus-after-submit.ts'
import { useOfflineGuard } from './use-offline-guard.ts'

const SECTIONS = [
  ['/admin', 'Today'],
  ['/admin/gift-codes', 'Gift codes'],
  ['/admin/subscribers', 'Subscribers'],
  ['/admin/waitlist', 'Waitlist'],
  ['/admin/messages', 'Messages'],
  ['/admin/webhooks', 'Order notices'],
  ['/admin/outbox', 'Outbox'],
  ['/admin/products', 'Products'],
  ['/admin/security', 'Security'],
] as const

/** Links to the first admin page. */
function AdminLogo() {
  return (
    <Link className="lg" to="/admin">
      <img src="/art/logo-mark.svg" alt="" width="200" height="200" />
      <span>The owner’s room</span>
    </Link>
  )
}

/** A form that works on every page and without scripts. */
export function SignOutButton() {
  return (
    <Form method="post" action="/admin/sign-out">
      <button type="submit">
        <Icon name="sign-out" /> Sign out
      </button>
    </Form>
  )
}

/** Whether a page belongs to a section; the first section has no subpages. */
function isInSection(path: string, pathname: string): boolean {
  return pathname === path || (path !== '/admin' && pathname.startsWith(`${path}/`))
}

/** Layout of the admin pages. @param email of the signed-in owner; null on error pages, where it is unknown */
export function AdminFrame({ email, children }: { email: string | null; children: ReactNode }) {
  const { pathname } = useLocation()
  const { notices, onSubmitCapture } = useOfflineGuard()
  const focus = useFocusAfterSubmit()
  return (
    <div className="page-admin" onSubmitCapture={onSubmitCapture}>
      <a className="skip" href="#main">
        Skip to content
      </a>
      <header className="ah dark">
        <div className="wrap">
          <AdminLogo />
          <div className="who">
            {email === null ? null : <span className="em">{email}</span>}
            <Link to="/" reloadDocument>
              Back to the shop
            </Link>
            <SignOutButton />
          </div>
        </div>
        <nav className="wrap" aria-label="Owner">
          <ul>
            {SECTIONS.map(([path, label]) => (
              <li key={path}>
                <Link to={path} aria-current={isInSection(path, pathname) ? 'page' : undefined}>
                  {label}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
      </header>
      <main id="main" tabIndex={-1} className="wrap room" {...focus}>
        <AdminNotices notices={notices} />
        {children}
      </main>
      <PageChange />
      <Hydrated />
    </div>
  )
}
