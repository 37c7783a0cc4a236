import { redirect } from 'react-router'
import { OWNER_TOASTS } from '#app/models/owner-messages.ts'
import { markPrivate } from '#app/services/owner/admin-outcome.server.ts'
import { replaceSession } from '#app/services/owner/owner-session.server.ts'
import { adminAddressOf, signInAddress } from '#app/services/owner/sign-in.server.ts'
import { sessionContext } from '#app/services/request/context.server.ts'
import type { Route } from './+types/sign-out'

/** A GET request does not sign out. */
export function loader() {
  return markPrivate(redirect('/admin'))
}

export async function action({ url, context }: Route.ActionArgs) {
  await replaceSession(context, null)
  context.get(sessionContext).flash(OWNER_TOASTS.signedOut)
  return markPrivate(redirect(signInAddress(new URL(adminAddressOf(url), url)), 303))
}
