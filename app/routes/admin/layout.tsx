import {
  data,
  isRouteErrorResponse,
  Outlet,
  redirect,
  type ShouldRevalidateFunctionArgs,
  useLocation,
} from 'react-router'
import { AdminFrame, SignOutButton } from '#app/components/admin/admin-frame.tsx'
import { AdminToasts, Unreachable } from '#app/components/admin/admin-page.tsx'
import { AuthPanel } from '#app/components/admin/auth-panel.tsx'
import { ErrorPage } from '#app/components/page/error-page.tsx'
import { buttonClass } from '#app/components/ui/button.tsx'
import type { Toast } from '#app/models/messages.ts'
import { ADMIN_UNREACHABLE, OWNER_TOASTS } from '#app/models/owner-messages.ts'
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

/** Keeps every response of the admin, refusals included, out of caches and search engines. */
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
      session.flash(isWrite ? OWNER_TOASTS.sessionOverUnsaved : OWNER_TOASTS.sessionOver)
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
  return { email: owner.email, toasts: context.get(sessionContext).takeToasts() }
}

/** Flash messages are read once, so every navigation loads them again, but not a form that could not be sent. */
export function shouldRevalidate({ actionStatus }: ShouldRevalidateFunctionArgs) {
  return actionStatus !== 503
}

export default function AdminLayout({ loaderData }: Route.ComponentProps) {
  return (
    <AdminFrame email={loaderData.email}>
      <AdminToasts toasts={loaderData.toasts} />
      <Outlet />
    </AdminFrame>
  )
}

/** Why nothing is shown, by the reason that the guard gives. `signed-out`: a form was sent after a sign-out in another tab. */
const REFUSALS: Readonly<Record<string, Pick<Toast, 'title' | 'text'>>> = {
  owner: OWNER_TOASTS.notTheOwner,
  'signed-out': OWNER_TOASTS.sessionOverUnsaved,
  backend: ADMIN_UNREACHABLE,
}

/** Uses no loader data: most of these errors are thrown by the auth guard, before any loader runs. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const { pathname, search } = useLocation()
  const { status, data: thrown } = isRouteErrorResponse(error) ? error : { status: 500 }
  const reason = thrown?.reason ?? (status === 503 ? 'backend' : undefined)
  const refusal = REFUSALS[reason]
  if (refusal === undefined)
    return (
      <AdminFrame email={null}>
        {reason === 'list' ? <Unreachable /> : <ErrorPage error={error} />}
      </AdminFrame>
    )
  const address = pathname + search
  const signIn = `/admin/sign-in?${new URLSearchParams({ returnTo: address })}`
  return (
    <AuthPanel title={refusal.title}>
      {refusal.text ? <p>{refusal.text}</p> : null}
      <div className="grid justify-items-center gap-3">
        <a className={buttonClass({ wide: true })} href={reason === 'backend' ? address : signIn}>
          {reason === 'backend' ? 'Try again' : 'Sign in'}
        </a>
        {reason === 'owner' ? <SignOutButton /> : null}
      </div>
    </AuthPanel>
  )
}
