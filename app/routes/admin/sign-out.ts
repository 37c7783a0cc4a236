import { redirect } from 'react-router'
import { requestContext, servicesContext, sessionContext } from '../../context.ts'
import { OWNER_NOTICES } from '../../models/owner-messages.ts'
import { markSecret } from '../../services/owner/secret-answer.server.ts'
import { signOut } from '../../services/owner/sign-in.server.ts'
import type { Route } from './+types/sign-out'

/** A visit by link ends nothing. */
export function loader() {
  return markSecret(redirect('/admin'))
}

export async function action({ context }: Route.ActionArgs) {
  const services = context.get(servicesContext)
  const session = context.get(sessionContext)
  await signOut(services, session, context.get(requestContext).now)
  session.flash(OWNER_NOTICES.signedOut)
  return markSecret(redirect('/admin/sign-in', 303))
}
