import { data, Form } from 'react-router'
import { adminMeta } from '#app/components/admin/admin-meta.ts'
import { AdminNotices } from '#app/components/admin/admin-notices.tsx'
import { AdminHead } from '#app/components/admin/admin-section.tsx'
import { Unreachable } from '#app/components/admin/list-page.tsx'
import { HeldData } from '#app/components/admin/person.tsx'
import { useBusy } from '#app/components/admin/submitting.ts'
import { Button } from '#app/components/ui/button.tsx'
import { Field } from '#app/components/ui/field.tsx'
import { OWNER_NOTICES, PERSON_PAGE } from '#app/models/owner-messages.ts'
import { takeAdminForm } from '#app/services/owner/admin-outcome.server.ts'
import { handlePersonForm, typedAddress } from '#app/services/owner/person.server.ts'
import { nullOnOutage } from '#app/services/owner/read-list.server.ts'
import { ownerContext, servicesContext } from '#app/services/request/context.server.ts'
import type { Route } from './+types/people'

export const meta = () => adminMeta(PERSON_PAGE.title)

export async function loader({ url, context }: Route.LoaderArgs) {
  context.get(ownerContext)
  const services = context.get(servicesContext)
  const typed = url.searchParams.get('email') ?? ''
  const email = typedAddress(typed)
  if (email === null) {
    const error = typed === '' ? null : OWNER_NOTICES.notAnAddress.title
    return data({ typed, email, error, held: null }, { status: error ? 422 : 200 })
  }
  const held = await nullOnOutage(services, () => services.backend.findPerson(email))
  return data({ typed, email, error: null, held }, { status: held ? 200 : 503 })
}

export const action = (args: Route.ActionArgs) => takeAdminForm(args, handlePersonForm)

export default function People({ loaderData, actionData }: Route.ComponentProps) {
  const { typed, email, error, held } = loaderData
  const busy = useBusy({ intent: 'erase' })
  return (
    <>
      <AdminNotices notices={actionData ? [actionData.notice] : []} />
      <AdminHead title={PERSON_PAGE.title} />
      <p className="mt-4 max-w-measure text-quiet">{PERSON_PAGE.about}</p>
      <Form method="get" role="search" className="mt-5 flex flex-wrap items-end gap-4">
        <Field
          key={typed}
          label="Email"
          name="email"
          defaultValue={typed}
          maxLength={255}
          autoComplete="off"
          error={error ?? undefined}
          fieldClass="w-full max-w-96"
          required
        />
        <Button>Find</Button>
      </Form>
      {email === null ? null : held === null ? (
        <Unreachable />
      ) : (
        <HeldData email={email} held={held} busy={busy} />
      )}
    </>
  )
}
