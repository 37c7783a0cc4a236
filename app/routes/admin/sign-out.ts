import { redirect } from 'react-router'
import { OWNER_TOASTS } from '#app/models/owner-messages.ts'
import { preventCaching } from '#app/services/owner/admin-forms.server.ts'
import { adminAddressOf, replaceSession, signInAddress } from '#app/services/owner/sign-in.server.ts'
import { sessionContext } from '#app/services/request/context.server.ts'
import type { Route } from './+types/sign-out'

export const middleware: Route.MiddlewareFunction[] = [preventCaching]

/** A GET request does not sign out. */
export const loader = () => redirect('/admin')

export async function action({ url, context }: Route.ActionArgs) {
  await replaceSession(context, null)
  context.get(sessionContext).flash(OWNER_TOASTS.signedOut)
  return redirect(signInAddress(new URL(adminAddressOf(url), url)), 303)
}
