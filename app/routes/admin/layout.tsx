import { data, isRouteErrorResponse, Outlet, redirect, useLocation } from 'react-router'
import { AdminFrame, SignOutButton } from '../../components/admin/admin-frame.tsx'
import { AdminNotices } from '../../components/admin/admin-notices.tsx'
import { KeyPlate } from '../../components/admin/key-plate.tsx'
import { ErrorPage } from '../../components/layout/error-page.tsx'
import { useReference } from '../../components/layout/reference.ts'
import { ButtonLink } from '../../components/ui/button.tsx'
import { requestContext, servicesContext, sessionContext } from '../../context.ts'
import { OWNER_NOTICES, ROOM_UNREACHABLE } from '../../models/owner-messages.ts'
import { authenticateOwner, ownerContext, takeAdminNotices } from '../../services/owner/owner-auth.server.ts'
import { markSecret } from '../../services/owner/secret-answer.server.ts'
import { signInAddress } from '../../services/owner/sign-in-address.server.ts'
import '../../styles/pages/admin.css'
import type { Route } from './+types/layout'

/** Whatever comes out of the room, refusals included, is kept by nobody. */
const keepSecret: Route.MiddlewareFunction = async (_, next) => markSecret((await next()) as Response)

/** Nothing behind this runs without the owner. Spec: 6 Roles; product: 6, /admin without access check */
const requireOwner: Route.MiddlewareFunction = async ({ request, url, context }) => {
  const session = context.get(sessionContext)
  const entry = await authenticateOwner(
    context.get(servicesContext),
    session,
    context.get(requestContext).now,
  )
  const isWrite = request.method !== 'GET' && request.method !== 'HEAD'
  switch (entry.kind) {
    case 'owner':
      context.set(ownerContext, entry)
      return
    case 'stranger':
      if (isWrite) throw data({ reason: 'signed-out' }, { status: 403 })
      throw redirect(signInAddress(url))
    case 'over':
      session.flash(isWrite ? OWNER_NOTICES.sessionOverUnsaved : OWNER_NOTICES.sessionOver)
      throw redirect(signInAddress(url), 303)
    case 'needs-code':
      throw redirect(signInAddress(url), 303)
    case 'not-owner':
      throw data({ reason: 'owner' }, { status: 403 })
    case 'unknown':
      throw data({ reason: 'backend' }, { status: 503 })
  }
}

export const middleware: Route.MiddlewareFunction[] = [keepSecret, requireOwner]

export function loader({ context }: Route.LoaderArgs) {
  const { owner } = context.get(ownerContext)
  return { email: owner.email, notices: takeAdminNotices(context.get(sessionContext)) }
}

/** Messages are said once, so every page asks for them anew. */
export function shouldRevalidate() {
  return true
}

export default function AdminLayout({ loaderData }: Route.ComponentProps) {
  return (
    <AdminFrame email={loaderData.email}>
      <AdminNotices notices={loaderData.notices} />
      <Outlet />
    </AdminFrame>
  )
}

/** Whether the line to the shop has failed, in the words of each browser: a mistake of ours may be a `TypeError` too. */
function isConnectionGone(error: unknown): boolean {
  return error instanceof TypeError && /fetch|load failed/i.test(error.message)
}

/** Needs no loader data: most of what ends here was turned away before any loader ran. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const reference = useReference()
  const status = isRouteErrorResponse(error) ? error.status : 500
  const reason = isRouteErrorResponse(error) ? error.data?.reason : null
  if (reason === 'owner') return <NotYours />
  if (reason === 'signed-out') return <SignedOut />
  if (status === 503 || isConnectionGone(error)) return <Unreachable />
  return (
    <AdminFrame email={null}>
      <ErrorPage error={error} reference={reference} />
    </AdminFrame>
  )
}

/** The page that was asked for, as an address. */
function useHere(): string {
  const { pathname, search } = useLocation()
  return pathname + search
}

/** The way to the sign-in, and from there back to the page that was asked for. */
function SignInLink() {
  const signIn = `/admin/sign-in?${new URLSearchParams({ returnTo: useHere() })}`
  return (
    <ButtonLink to={signIn} reloadDocument wide prefetch="none">
      Sign in
    </ButtonLink>
  )
}

/** Somebody is signed in, and it is not the owner. */
function NotYours() {
  return (
    <KeyPlate title={OWNER_NOTICES.notTheOwner.title}>
      <div className="ways">
        <SignInLink />
        <SignOutButton />
      </div>
    </KeyPlate>
  )
}

/** Whoever has signed out in another tab, and then sent a form, comes back to the page they were on. */
function SignedOut() {
  const { title, text } = OWNER_NOTICES.sessionOverUnsaved
  return (
    <KeyPlate title={title}>
      <p>{text}</p>
      <div className="ways">
        <SignInLink />
      </div>
    </KeyPlate>
  )
}

function Unreachable() {
  return (
    <KeyPlate title={ROOM_UNREACHABLE.title}>
      <p>{ROOM_UNREACHABLE.text}</p>
      <div className="ways">
        <a className="btn wide" href={useHere()}>
          Try again
        </a>
      </div>
    </KeyPlate>
  )
}
