import { redirect } from 'react-router'
import { OWNER_TOASTS } from '#app/models/owner-messages.ts'
import { markPrivate } from '#app/services/owner/admin-outcome.server.ts'
import { adminAddressOf, signInAddress, signOut } from '#app/services/owner/sign-in.server.ts'
import { requestContext, servicesContext, sessionContext } from '#app/services/request/context.server.ts'
import type { Route } from './+types/sign-out'

/** A GET request does not sign out. */
export function loader() {
  return markPrivate(redirect('/admin'))
}

export async function action({ url, context }: Route.ActionArgs) {
  const services = context.get(servicesContext)
  const session = context.get(sessionContext)
  await signOut(services, session, context.get(requestContext).now)
  session.flash(OWNER_TOASTS.signedOut)
  return markPrivate(redirect(signInAddress(new URL(adminAddressOf(url), url)), 303))
}
