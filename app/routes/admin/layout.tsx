import type { ReactNode } from 'react'
import {
  data,
  isRouteErrorResponse,
  Outlet,
  redirect,
  type ShouldRevalidateFunctionArgs,
  useLocation,
} from 'react-router'
import { AdminFrame, SignOutButton } from '#app/components/admin/admin-frame.tsx'
import { AdminNotices } from '#app/components/admin/admin-page.tsx'
import { AuthPanel } from '#app/components/admin/auth-panel.tsx'
import { ErrorPage } from '#app/components/page/error-page.tsx'
import { ButtonLink, buttonClass } from '#app/components/ui/button.tsx'
import { ADMIN_UNREACHABLE, OWNER_NOTICES } from '#app/models/owner-messages.ts'
import { markPrivate } from '#app/services/owner/admin-outcome.server.ts'
import { authenticateOwner } from '#app/services/owner/owner-session.server.ts'
import { signInAddress } from '#app/services/owner/sign-in.server.ts'
import {
  ownerContext,
  requestContext,
  servicesContext,
  sessionContext,
} from '#app/services/request/context.server.ts'
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
  return { email: owner.email, notices: context.get(sessionContext).takeNotices() }
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
  const { pathname, search } = useLocation()
  const { status, reason } = isRouteErrorResponse(error)
    ? { status: error.status, reason: error.data?.reason }
    : { status: 500, reason: null }
  // It returns to the requested page.
  const signIn = (
    <ButtonLink
      to={`/admin/sign-in?${new URLSearchParams({ returnTo: pathname + search })}`}
      reloadDocument
      wide
      prefetch="none"
    >
      Sign in
    </ButtonLink>
  )
  if (reason === 'owner')
    return (
      <Refused title={OWNER_NOTICES.notTheOwner.title}>
        {signIn}
        <SignOutButton />
      </Refused>
    )
  // A form was sent after a sign-out in another tab.
  if (reason === 'signed-out') return <Refused {...OWNER_NOTICES.sessionOverUnsaved}>{signIn}</Refused>
  if (status === 503)
    return (
      <Refused {...ADMIN_UNREACHABLE}>
        <a className={buttonClass({ wide: true })} href={pathname + search}>
          Try again
        </a>
      </Refused>
    )
  return (
    <AdminFrame email={null}>
      <ErrorPage error={error} />
    </AdminFrame>
  )
}

function Refused({ title, text, children }: { title: string; text?: string; children: ReactNode }) {
  return (
    <AuthPanel title={title}>
      {text ? <p>{text}</p> : null}
      <div className="grid justify-items-center gap-3">{children}</div>
    </AuthPanel>
  )
}
