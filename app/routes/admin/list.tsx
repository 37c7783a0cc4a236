import { data } from 'react-router'
import { adminMeta } from '#app/components/admin/admin-meta.ts'
import { ListPage } from '#app/components/admin/list-page.tsx'
import { takeAdminForm } from '#app/services/owner/admin-outcome.server.ts'
import { findList, listForm, readList } from '#app/services/owner/read-list.server.ts'
import { ownerContext, servicesContext } from '#app/services/request/context.server.ts'
import type { Route } from './+types/list'

/** A list of the owner. Every other address of the room without a page of its own ends here too, and is not found. */

export const meta = ({ loaderData }: Route.MetaArgs) => adminMeta(loaderData?.title)

export { reloadAfterForm as shouldRevalidate } from '#app/components/admin/submitting.ts'

function requireList({ params, url }: Pick<Route.LoaderArgs, 'params' | 'url'>) {
  const found = findList(params.list, url)
  if (found === null) throw data(null, { status: 404 })
  return found
}

export async function loader(args: Route.LoaderArgs) {
  args.context.get(ownerContext)
  const view = await readList(args.context.get(servicesContext), requireList(args))
  return data(view, { status: view.rows ? 200 : 503 })
}

export const action = (args: Route.ActionArgs) => takeAdminForm(args, listForm(requireList(args).list))

export default function List({ loaderData, actionData }: Route.ComponentProps) {
  return <ListPage list={loaderData} notice={actionData?.notice} />
}
