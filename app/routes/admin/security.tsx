import { data, redirect } from 'react-router'
import { AdminPage, adminMeta } from '#app/components/admin/admin-page.tsx'
import { SecuritySections } from '#app/components/admin/security-forms.tsx'
import { useAnswer } from '#app/components/admin/submitting.ts'
import { readAdminForm } from '#app/services/owner/admin-outcome.server.ts'
import { handleSecurityForm } from '#app/services/owner/security-form.server.ts'
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

export async function action({ request, context }: Route.ActionArgs) {
  const session = context.get(sessionContext)
  const visitor = { ip: context.get(requestContext).ip, session }
  const fields = await readAdminForm(request)
  const signedIn = context.get(ownerContext)
  const outcome = await handleSecurityForm(context.get(servicesContext), visitor, signedIn, fields)
  if (outcome === null) throw data(null, { status: 400 })
  if (outcome.kind === 'done') {
    session.flash(outcome.toast)
    return redirect(outcome.isSignedOut ? '/admin/sign-in' : '/admin/security', 303)
  }
  const { intent, setUp } = outcome
  if (outcome.kind === 'set-up') return data({ setUp, refused: null })
  return data({ setUp, refused: { intent, toast: outcome.toast } }, { status: outcome.status })
}

export default function Security({ loaderData, actionData }: Route.ComponentProps) {
  const { setUp = null, refused = null } = useAnswer(actionData) ?? {}
  const { factorId, hasFixedPassword } = loaderData
  // A wrong password or code is told at its field.
  const isAtField = refused?.toast.text === undefined
  return (
    <AdminPage title="Security" toast={refused && !isAtField ? refused.toast : null}>
      <SecuritySections factorId={factorId} setUp={setUp} refused={refused} isFixed={hasFixedPassword} />
    </AdminPage>
  )
}
