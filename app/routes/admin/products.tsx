import { data } from 'react-router'
import { AdminPage, adminMeta } from '#app/components/admin/admin-page.tsx'
import { DuplicateSection } from '#app/components/admin/duplicate-section.tsx'
import { useAnswer } from '#app/components/admin/submitting.ts'
import { readAdminForm } from '#app/services/owner/admin-outcome.server.ts'
import { duplicateProducts } from '#app/services/owner/duplicate.server.ts'
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
  if ((await readAdminForm(request)).intent !== 'duplicate') throw data(null, { status: 400 })
  const reply = await duplicateProducts(context.get(servicesContext))
  return data(reply, { status: reply.status })
}

export default function Products({ actionData }: Route.ComponentProps) {
  return (
    <AdminPage title="Products">
      <DuplicateSection reply={useAnswer(actionData)} />
    </AdminPage>
  )
}
