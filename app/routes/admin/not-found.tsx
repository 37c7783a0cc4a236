import { data } from 'react-router'
import { adminMeta } from '#app/components/admin/admin-meta.ts'
import { AdminHead, EmptyNote } from '#app/components/admin/admin-section.tsx'
import { TextLink } from '#app/components/ui/button.tsx'
import { PAGE_NOT_FOUND } from '#app/models/page-messages.ts'
import { ownerContext } from '#app/services/request/context.server.ts'
import type { Route } from './+types/not-found'

export const meta = () => adminMeta(PAGE_NOT_FOUND.title)

export function loader({ context }: Route.LoaderArgs) {
  context.get(ownerContext)
  return data(null, { status: 404 })
}

export default function NotFound() {
  return (
    <>
      <AdminHead title={PAGE_NOT_FOUND.title} />
      <div className="mt-6">
        <EmptyNote>
          {PAGE_NOT_FOUND.text}{' '}
          <TextLink className="mx-auto mt-3 flex w-fit" to="/admin">
            Back to the owner’s room
          </TextLink>
        </EmptyNote>
      </div>
    </>
  )
}
