import { data } from 'react-router'
import { adminMeta } from '../../components/layout/page-head.ts'
import { TextLink } from '../../components/ui/button.tsx'
import { ownerContext } from '../../context.ts'
import { PAGE_NOT_FOUND } from '../../models/page-messages.ts'
import type { Route } from './+types/not-found'

export const meta = () => adminMeta(PAGE_NOT_FOUND.title)

export function loader({ context }: Route.LoaderArgs) {
  context.get(ownerContext)
  return data(null, { status: 404 })
}

export default function NotFound() {
  return (
    <>
      <div className="hd">
        <h1>{PAGE_NOT_FOUND.title}</h1>
      </div>
      <p className="none">
        {PAGE_NOT_FOUND.text} <TextLink to="/admin">Back to the owner’s room</TextLink>
      </p>
    </>
  )
}
