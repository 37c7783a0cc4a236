import { data, redirect } from 'react-router'
import { adminMeta } from '#app/components/admin/admin-meta.ts'
import { AdminNotices } from '#app/components/admin/admin-notices.tsx'
import { AdminHead } from '#app/components/admin/admin-section.tsx'
import { AuthenticatorSection } from '#app/components/admin/authenticator-section.tsx'
import { useAnswer } from '#app/components/admin/submitting.ts'
import { OWNER_NOTICES } from '#app/models/owner-messages.ts'
import { answerAdminAction, readAdminForm } from '#app/services/owner/admin-outcome.server.ts'
import { signInAddress } from '#app/services/owner/sign-in.server.ts'
import { handleTwoFactorForm } from '#app/services/owner/two-factor-form.server.ts'
import {
  ownerContext,
  requestContext,
  servicesContext,
  sessionContext,
} from '#app/services/request/context.server.ts'
import type { Route } from './+types/security'

export const meta = () => adminMeta('Security')

export function loader({ context }: Route.LoaderArgs) {
  const { factors } = context.get(ownerContext)
  return { factorId: factors.find((factor) => factor.verified)?.id ?? null }
}

export async function action({ request, url, context }: Route.ActionArgs) {
  const session = context.get(sessionContext)
  const visitor = { ip: context.get(requestContext).ip, session }
  const fields = await readAdminForm(request)
  const signedIn = context.get(ownerContext)
  const outcome = await handleTwoFactorForm(context.get(servicesContext), visitor, signedIn, fields)
  if (outcome === null) throw data(null, { status: 400 })
  if (outcome.kind === 'expired') {
    session.flash(OWNER_NOTICES.sessionOverUnsaved)
    return redirect(signInAddress(url), 303)
  }
  if (outcome.kind === 'set-up')
    return data({ setUp: outcome.setUp, notice: outcome.notice }, { status: outcome.status })
  if (outcome.kind === 'failed')
    return data({ setUp: null, notice: outcome.notice }, { status: outcome.status })
  return answerAdminAction(session, url, outcome)
}

export default function Security({ loaderData, actionData }: Route.ComponentProps) {
  const answer = useAnswer(actionData)
  const setUp = answer && 'setUp' in answer ? answer.setUp : null
  return (
    <>
      <AdminNotices notices={answer?.notice && !setUp ? [answer.notice] : []} />
      <AdminHead title="Security" />
      <AuthenticatorSection factorId={loaderData.factorId} setUp={setUp} error={answer?.notice?.title} />
    </>
  )
}
