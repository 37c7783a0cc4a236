import { data, redirect } from 'react-router'
import { AdminPage, adminMeta } from '#app/components/admin/admin-page.tsx'
import {
  AuthenticatorSection,
  EverywhereSection,
  PasswordSection,
} from '#app/components/admin/security-forms.tsx'
import { useAnswer } from '#app/components/admin/submitting.ts'
import { OWNER_NOTICES } from '#app/models/owner-messages.ts'
import { answerAdminAction, readAdminForm } from '#app/services/owner/admin-outcome.server.ts'
import { handleSecurityForm } from '#app/services/owner/security-form.server.ts'
import { signInAddress } from '#app/services/owner/sign-in.server.ts'
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
  const { hasFixedPassword } = context.get(servicesContext).config
  return { factorId: factors.find((factor) => factor.verified)?.id ?? null, hasFixedPassword }
}

export async function action({ request, url, context }: Route.ActionArgs) {
  const session = context.get(sessionContext)
  const visitor = { ip: context.get(requestContext).ip, session }
  const fields = await readAdminForm(request)
  const signedIn = context.get(ownerContext)
  const outcome = await handleSecurityForm(context.get(servicesContext), visitor, signedIn, fields)
  if (outcome === null) throw data(null, { status: 400 })
  const { intent, setUp } = outcome
  switch (outcome.kind) {
    case 'expired':
      session.flash(OWNER_NOTICES.sessionOverUnsaved)
      return redirect(signInAddress(url), 303)
    case 'signed-out':
      session.flash(outcome.notice)
      return redirect('/admin/sign-in', 303)
    case 'set-up':
      return data({ setUp, refused: null })
    case 'failed':
    case 'refused':
      return data({ setUp, refused: { intent, notice: outcome.notice } }, { status: outcome.status })
    case 'done':
      return answerAdminAction(session, url, outcome)
  }
}

export default function Security({ loaderData, actionData }: Route.ComponentProps) {
  const answer = useAnswer(actionData)
  const { setUp = null, refused = null } = answer && 'setUp' in answer ? answer : {}
  const { factorId, hasFixedPassword } = loaderData
  // A wrong password or code is told at its field.
  const isAtField = refused?.notice.text === undefined
  return (
    <AdminPage title="Security" notice={refused && !isAtField ? refused.notice : null}>
      <AuthenticatorSection factorId={factorId} setUp={setUp} refused={refused} />
      <PasswordSection factorId={factorId} refused={refused} isFixed={hasFixedPassword} />
      <EverywhereSection factorId={factorId} refused={refused} />
    </AdminPage>
  )
}
