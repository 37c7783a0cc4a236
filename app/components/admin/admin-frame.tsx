import type { ReactNode } from 'react'
import { Form, useLocation } from 'react-router'
import { PageChange } from '../layout/page-change.tsx'
import { Icon } from '../ui/icon.tsx'
import { PageLink } from '../ui/page-link.tsx'
import { AdminNotices } from './admin-notices.tsx'
import { useKeptFocus } from './use-kept-focus.ts'
import { useKeptOffline } from './use-kept-offline.ts'

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

/** The sign that leads to the first page of the room. */
function AdminLogo() {
  return (
    <PageLink className="lg" to="/admin">
      <img src="/art/logo-mark.svg" alt="" width="200" height="200" />
      <span>The owner’s room</span>
    </PageLink>
  )
}

/** A form of its own, so that it works on every page and without scripts. */
export function SignOutButton() {
  return (
    <Form method="post" action="/admin/sign-out">
      <button type="submit">
        <Icon name="sign-out" /> Sign out
      </button>
    </Form>
  )
}

/** Whether the page is of that section; the first one has no pages of its own. */
function isIn(path: string, pathname: string): boolean {
  return pathname === path || (path !== '/admin' && pathname.startsWith(`${path}/`))
}

/** Everything around a page of the room. @param email of who is in it; null where nobody is known to be */
export function AdminFrame({ email, children }: { email: string | null; children: ReactNode }) {
  const { pathname } = useLocation()
  const { notices, onSubmitCapture } = useKeptOffline()
  const focus = useKeptFocus()
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
            <PageLink to="/" reloadDocument>
              Back to the shop
            </PageLink>
            <SignOutButton />
          </div>
        </div>
        <nav className="wrap" aria-label="Owner">
          <ul>
            {SECTIONS.map(([path, label]) => (
              <li key={path}>
                <PageLink to={path} aria-current={isIn(path, pathname) ? 'page' : undefined}>
                  {label}
                </PageLink>
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
    </div>
  )
}
