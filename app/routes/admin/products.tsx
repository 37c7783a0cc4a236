import { data } from 'react-router'
import { DuplicateSection } from '../../components/admin/duplicate-section.tsx'
import { adminMeta } from '../../components/layout/page-meta.ts'
import { servicesContext } from '../../context.ts'
import { readAdminForm } from '../../services/owner/admin-outcome.server.ts'
import { answerDuplicateForm } from '../../services/owner/duplicate.server.ts'
import { ownerContext } from '../../services/owner/owner-auth.server.ts'
import type { Route } from './+types/products'

export const meta = () => adminMeta('Products')

export function loader({ context }: Route.LoaderArgs) {
  context.get(ownerContext)
  return null
}

/** The answer stands in the page itself: it is too long for a message, and asking again makes nothing twice. */
export async function action({ request, context }: Route.ActionArgs) {
  const { owner } = context.get(ownerContext)
  const reply = await answerDuplicateForm(context.get(servicesContext), owner, await readAdminForm(request))
  if (reply === null) throw data(null, { status: 400 })
  return data(reply, { status: reply.status })
}

export default function Products({ actionData }: Route.ComponentProps) {
  return (
    <>
      <div className="hd">
        <h1>Products</h1>
      </div>
      <DuplicateSection reply={actionData} />
    </>
  )
}
