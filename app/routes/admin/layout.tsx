import {
  data,
  isRouteErrorResponse,
  Outlet,
  redirect,
  type ShouldRevalidateFunctionArgs,
  useLocation,
} from 'react-router'
import { AdminFrame, AuthPanel, SignOutButton } from '#app/components/admin/admin-frame.tsx'
import { AdminToasts, Unreachable } from '#app/components/admin/admin-page.tsx'
import { ErrorPage } from '#app/components/page/late-error.tsx'
import { SharedShop, useLoadedShop } from '#app/components/page/use-shop.ts'
import { buttonClass } from '#app/components/ui/button.tsx'
import { REFUSALS, type Refusal } from '#app/models/owner-messages.ts'
import { preventCaching } from '#app/services/owner/admin-forms.server.ts'
import { authenticateOwner, signInAddress } from '#app/services/owner/sign-in.server.ts'
import { ownerContext, sessionContext } from '#app/services/request/context.server.ts'
import type { Route } from './+types/layout'

/** Auth guard: no loader or action runs without the owner. Spec: 6 Roles. Product: 6 Admin access */
const requireOwner: Route.MiddlewareFunction = async ({ request, url, context }) => {
  const result = await authenticateOwner(context)
  if (result.ok) return context.set(ownerContext, result.value)
  const { error } = result
  const isWrite = request.method !== 'GET' && request.method !== 'HEAD'
  if (error === 'expired')
    context.get(sessionContext).flash(REFUSALS[isWrite ? 'anonymous' : 'expired'].toast)
  if (error === 'expired' || error === 'needs-code') throw redirect(signInAddress(url), 303)
  if (error === 'anonymous' && !isWrite) throw redirect(signInAddress(url))
  throw data({ reason: error }, { status: REFUSALS[error].status })
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

/** Uses no loader data: most of these errors are thrown by the auth guard, before any loader runs. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const { pathname, search } = useLocation()
  const shop = useLoadedShop()
  const { status, data: thrown } = isRouteErrorResponse(error) ? error : { status: 500 }
  const reason: string | undefined = thrown?.reason ?? (status === 503 ? 'unreachable' : undefined)
  if (reason === undefined || !(reason in REFUSALS))
    return (
      <AdminFrame email={null}>
        <SharedShop value={shop}>
          {reason === 'list' ? <Unreachable /> : <ErrorPage error={error} />}
        </SharedShop>
      </AdminFrame>
    )
  const { title, text } = REFUSALS[reason as Refusal].toast
  const isUnreachable = reason === 'unreachable'
  const address = pathname + search
  const signIn = `/admin/sign-in?${new URLSearchParams({ returnTo: address })}`
  return (
    <AuthPanel title={title}>
      {text ? <p>{text}</p> : null}
      <div className="grid justify-items-center gap-3">
        <a className={buttonClass({ wide: true })} href={isUnreachable ? address : signIn}>
          {isUnreachable ? 'Try again' : 'Sign in'}
        </a>
        {reason === 'not-owner' ? <SignOutButton /> : null}
      </div>
    </AuthPanel>
  )
}
