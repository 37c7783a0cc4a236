import { data } from 'react-router'
import { Confirm } from '../../components/admin/confirm.tsx'
import { ListPage } from '../../components/admin/list-page.tsx'
import { RoomNotices } from '../../components/admin/room-notices.tsx'
import { RoomRow, RoomTable } from '../../components/admin/room-table.tsx'
import { When } from '../../components/admin/when.tsx'
import { roomMeta } from '../../components/layout/page-meta.ts'
import { servicesContext, sessionContext } from '../../context.ts'
import { readList } from '../../services/owner/list-view.server.ts'
import { ownerContext } from '../../services/owner/owner-door.server.ts'
import { answerSubscriberForm } from '../../services/owner/people-form.server.ts'
import { answerRoom, readRoomForm } from '../../services/owner/room-outcome.server.ts'
import type { Route } from './+types/subscribers'

const COLUMNS = ['Name', 'Email', 'Source', 'Joined', 'Remove']

export const meta = () => roomMeta('Subscribers')

export async function loader({ url, context }: Route.LoaderArgs) {
  context.get(ownerContext)
  const services = context.get(servicesContext)
  const list = await readList(services, url, services.backend.listSubscribers)
  return data({ list }, { status: list ? 200 : 503 })
}

export async function action({ request, url, context }: Route.ActionArgs) {
  const { owner } = context.get(ownerContext)
  const outcome = await answerSubscriberForm(context.get(servicesContext), owner, await readRoomForm(request))
  if (outcome === null) throw data(null, { status: 400 })
  return answerRoom(context.get(sessionContext), url, outcome)
}

export default function Subscribers({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <>
      <RoomNotices notices={actionData ? [actionData.notice] : []} />
      <ListPage
        title="Subscribers"
        list={loaderData.list}
        csv="/admin/subscribers.csv"
        empty="Nobody on the list yet. Be patient, or be interesting."
      >
        {(rows) => (
          <RoomTable caption="Subscribers" columns={COLUMNS}>
            {rows.map(({ id, fullName, email, source, unsubscribedAt, createdAt }) => (
              <RoomRow
                key={id}
                cells={{
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
                }}
              />
            ))}
          </RoomTable>
        )}
      </ListPage>
    </>
  )
}
