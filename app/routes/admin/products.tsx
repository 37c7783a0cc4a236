import { data } from 'react-router'
import { AdminPage, adminMeta, DuplicateSection, useAnswer } from '#app/components/admin/admin-page.tsx'
import { success } from '#app/models/messages.ts'
import { OWNER_TOASTS } from '#app/models/owner-messages.ts'
import { nullOnOutage, ownerServices, readAdminForm } from '#app/services/owner/admin-forms.server.ts'
import type { Route } from './+types/products'

export const meta = () => adminMeta('Products')

/**
 * Copies the US products for the UK store; those that have a copy are skipped. Renders the result instead of redirecting: it
 * is too long for a flash message. Spec: 2 Admin, 8 Admin
 */
export async function action({ request, context }: Route.ActionArgs) {
  const services = ownerServices(context)
  await readAdminForm(request, ['duplicate'])
  const result = await nullOnOutage(services, services.backend.duplicateProducts)
  if (result === null || result.failed.length > 0)
    return data({ toast: OWNER_TOASTS.duplicateFailed, result }, { status: result ? 502 : 503 })
  const created = `Created ${result.created.length} UK products`
  return data({ toast: success('Products duplicated successfully!', created), result })
}

export default function Products({ actionData }: Route.ComponentProps) {
  const answer = useAnswer(actionData)
  return (
    <AdminPage title="Products" toast={answer?.toast}>
      <DuplicateSection>
        {answer?.result ? (
          <pre
            data-theme="dark"
            // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so it must be reachable by keyboard
            tabIndex={0}
            className="max-h-88 overflow-auto rounded-board bg-soot px-6 py-5 text-hint leading-normal"
          >
            {JSON.stringify(answer.result, null, 2)}
          </pre>
        ) : null}
      </DuplicateSection>
    </AdminPage>
  )
}
