import { adminMeta } from '#app/components/admin/admin-meta.ts'
import { When } from '#app/components/admin/cells.tsx'
import { Confirm } from '#app/components/admin/confirm.tsx'
import { ListPage } from '#app/components/admin/list-page.tsx'
import { takeAdminForm } from '#app/services/owner/admin-outcome.server.ts'
import { handleSubscriberForm } from '#app/services/owner/people-form.server.ts'
import type { Route } from './+types/subscribers'
import { loadList } from './list-loader.server.ts'

export const meta = () => adminMeta('Subscribers')

export { reloadAfterForm as shouldRevalidate } from '#app/components/admin/submitting.ts'

export const loader = (args: Route.LoaderArgs) =>
  loadList(args, (backend, query) => backend.listSubscribers(query))

export const action = (args: Route.ActionArgs) => takeAdminForm(args, handleSubscriberForm)

export default function Subscribers({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <ListPage
      title="Subscribers"
      notice={actionData?.notice}
      list={loaderData.list}
      csv="/admin/subscribers.csv"
      empty="Nobody on the list yet. Be patient, or be interesting."
      cells={({ id, fullName, email, source, unsubscribedAt, createdAt }) => ({
        Name: fullName,
        Email: email,
        Source: unsubscribedAt ? `${source} (left the list)` : source,
        Joined: <When at={createdAt} />,
        Remove: (
          <Confirm
            label="Take off"
            question={`Take ${email} off the list?`}
            yes="Take off"
            fields={{ intent: 'remove', id, email }}
          />
        ),
      })}
    />
  )
}
