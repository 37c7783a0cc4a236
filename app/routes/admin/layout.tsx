import {
  data,
  isRouteErrorResponse,
  Outlet,
  redirect,
  type ShouldRevalidateFunctionArgs,
  useLocation,
} from 'react-router'
import { AdminFrame, SignOutButton } from '../../components/admin/admin-frame.tsx'
import { AdminNotices } from '../../components/admin/admin-notices.tsx'
import { AuthPanel } from '../../components/admin/auth-panel.tsx'
import { ErrorPage } from '../../components/page/error-page.tsx'
import { ButtonLink, buttonClass } from '../../components/ui/button.tsx'
import { ADMIN_UNREACHABLE, OWNER_NOTICES } from '../../models/owner-messages.ts'
import { markPrivate } from '../../services/owner/admin-outcome.server.ts'
import { authenticateOwner, takeAdminNotices } from '../../services/owner/owner-auth.server.ts'
import { signInAddress } from '../../services/owner/sign-in.server.ts'
import {
  ownerContext,
  requestContext,
  servicesContext,
  sessionContext,
} from '../../services/request/context.server.ts'
import type { Route } from './+types/layout'

/** Keeps every response of the owner’s room, refusals included, out of caches and search engines. */
const preventCaching: Route.MiddlewareFunction = async (_, next) => markPrivate((await next()) as Response)

/** Auth guard: no loader or action runs without the owner. Spec: 6 Roles. Product: 6 Admin access */
const requireOwner: Route.MiddlewareFunction = async ({ request, url, context }) => {
  const session = context.get(sessionContext)
  const result = await authenticateOwner(
    context.get(servicesContext),
    session,
    context.get(requestContext).now,
  )
  const isWrite = request.method !== 'GET' && request.method !== 'HEAD'
  switch (result.kind) {
    case 'owner':
      context.set(ownerContext, result)
      return
    case 'anonymous':
      if (isWrite) throw data({ reason: 'signed-out' }, { status: 403 })
      throw redirect(signInAddress(url))
    case 'expired':
      session.flash(isWrite ? OWNER_NOTICES.sessionOverUnsaved : OWNER_NOTICES.sessionOver)
      throw redirect(signInAddress(url), 303)
    case 'needs-code':
      throw redirect(signInAddress(url), 303)
    case 'not-owner':
      throw data({ reason: 'owner' }, { status: 403 })
    case 'unavailable':
      throw data({ reason: 'backend' }, { status: 503 })
  }
}

export const middleware: Route.MiddlewareFunction[] = [preventCaching, requireOwner]

export function loader({ context }: Route.LoaderArgs) {
  const { owner } = context.get(ownerContext)
  return { email: owner.email, notices: takeAdminNotices(context.get(sessionContext)) }
}

/** Flash messages are read once, so every navigation loads them again, but not a form that could not be sent. */
export function shouldRevalidate({ actionStatus }: ShouldRevalidateFunctionArgs) {
  return actionStatus !== 503
}

export default function AdminLayout({ loaderData }: Route.ComponentProps) {
  return (
    <AdminFrame email={loaderData.email}>
      <AdminNotices notices={loaderData.notices} />
      <Outlet />
    </AdminFrame>
  )
}

/** Uses no loader data: most of these errors are thrown by the auth guard, before any loader runs. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const status = isRouteErrorResponse(error) ? error.status : 500
  const reason = isRouteErrorResponse(error) ? error.data?.reason : null
  if (reason === 'owner') return <NotOwner />
  if (reason === 'signed-out') return <SignedOut />
  if (status === 503) return <Unreachable />
  return (
    <AdminFrame email={null}>
      <ErrorPage error={error} />
    </AdminFrame>
  )
}

/** Path and query of the requested page. */
function usePathAndQuery(): string {
  const { pathname, search } = useLocation()
  return pathname + search
}

/** Links to the sign-in page, which returns to the requested page. */
function SignInLink() {
  const signIn = `/admin/sign-in?${new URLSearchParams({ returnTo: usePathAndQuery() })}`
  return (
    <ButtonLink to={signIn} reloadDocument wide prefetch="none">
      Sign in
    </ButtonLink>
  )
}

/** For a signed-in account without the owner role. */
function NotOwner() {
  return (
    <AuthPanel title={OWNER_NOTICES.notTheOwner.title}>
      <div className="grid justify-items-center gap-3">
        <SignInLink />
        <SignOutButton />
      </div>
    </AuthPanel>
  )
}

/** For a form sent after a sign-out in another tab: the sign-in returns to the page of the form. */
function SignedOut() {
  const { title, text } = OWNER_NOTICES.sessionOverUnsaved
  return (
    <AuthPanel title={title}>
      <p>{text}</p>
      <div className="grid justify-items-center gap-3">
        <SignInLink />
      </div>
    </AuthPanel>
  )
}

function Unreachable() {
  return (
    <AuthPanel title={ADMIN_UNREACHABLE.title}>
      <p>{ADMIN_UNREACHABLE.text}</p>
      <div className="grid justify-items-center gap-3">
        <a className={buttonClass({ wide: true })} href={usePathAndQuery()}>
          Try again
        </a>
      </div>
    </AuthPanel>
  )
}
