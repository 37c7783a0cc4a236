import { data } from 'react-router'
import { AdminPage, adminMeta } from '#app/components/admin/admin-page.tsx'
import { DuplicateSection } from '#app/components/admin/duplicate-section.tsx'
import { useAnswer } from '#app/components/admin/submitting.ts'
import { success } from '#app/models/messages.ts'
import { OWNER_TOASTS } from '#app/models/owner-messages.ts'
import { nullOnOutage, readAdminForm } from '#app/services/owner/admin-outcome.server.ts'
import { ownerContext, servicesContext } from '#app/services/request/context.server.ts'
import type { Route } from './+types/products'

export const meta = () => adminMeta('Products')

export function loader({ context }: Route.LoaderArgs) {
  context.get(ownerContext)
  return null
}

/**
 * Copies the US products for the UK store; those that have a copy are skipped. Renders the result instead of redirecting: it
 * is too long for a flash message. Spec: 2 Admin, 8 Admin
 */
export async function action({ request, context }: Route.ActionArgs) {
  context.get(ownerContext)
  if ((await readAdminForm(request)).intent !== 'duplicate') throw data(null, { status: 400 })
  const services = context.get(servicesContext)
  const result = await nullOnOutage(services, services.backend.duplicateProducts)
  if (result === null) return data({ toasts: [OWNER_TOASTS.duplicateFailed], result }, { status: 503 })
  const [created, failed] = [result.created.length, result.failed.length]
  const made = success('Products duplicated successfully!', `Created ${created} UK products`)
  const toasts = [
    ...(created > 0 || failed === 0 ? [made] : []),
    ...(failed > 0 ? [OWNER_TOASTS.duplicateFailed] : []),
  ]
  return data({ toasts, result }, { status: toasts.includes(made) ? 200 : 502 })
}

export default function Products({ actionData }: Route.ComponentProps) {
  return (
    <AdminPage title="Products">
      <DuplicateSection reply={useAnswer(actionData)} />
    </AdminPage>
  )
}
