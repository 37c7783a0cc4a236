import { data } from 'react-router'
import { adminMeta } from '#app/components/admin/admin-meta.ts'
import { AdminHead } from '#app/components/admin/admin-section.tsx'
import { DuplicateSection } from '#app/components/admin/duplicate-section.tsx'
import { useAnswer } from '#app/components/admin/submitting.ts'
import { readAdminForm } from '#app/services/owner/admin-outcome.server.ts'
import { handleDuplicateForm } from '#app/services/owner/duplicate.server.ts'
import { ownerContext, servicesContext } from '#app/services/request/context.server.ts'
import type { Route } from './+types/products'

export const meta = () => adminMeta('Products')

export function loader({ context }: Route.LoaderArgs) {
  context.get(ownerContext)
  return null
}

/**
 * Renders the result instead of redirecting: it is too long for a flash message, and posting it again is idempotent.
 */
export async function action({ request, context }: Route.ActionArgs) {
  context.get(ownerContext)
  const reply = await handleDuplicateForm(context.get(servicesContext), await readAdminForm(request))
  if (reply === null) throw data(null, { status: 400 })
  return data(reply, { status: reply.status })
}

export default function Products({ actionData }: Route.ComponentProps) {
  const answer = useAnswer(actionData)
  return (
    <>
      <AdminHead title="Products" />
      <DuplicateSection reply={answer} />
    </>
  )
}
