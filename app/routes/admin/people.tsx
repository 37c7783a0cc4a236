import { data, Form } from 'react-router'
import {
  AdminCard,
  AdminPage,
  AdminSection,
  adminMeta,
  RowForm,
  Unreachable,
} from '#app/components/admin/admin-page.tsx'
import { Button, linkClass } from '#app/components/ui/button.tsx'
import { Field } from '#app/components/ui/field.tsx'
import { Icon } from '#app/components/ui/icon.tsx'
import { OWNER_TOASTS } from '#app/models/owner-messages.ts'
import { handleAdminForm, nullOnOutage } from '#app/services/owner/admin-outcome.server.ts'
import { handlePersonForm, nothingHeld, typedAddress } from '#app/services/owner/person.server.ts'
import { ownerContext, servicesContext } from '#app/services/request/context.server.ts'
import type { Route } from './+types/people'

export const meta = () => adminMeta('People')

export async function loader({ url, context }: Route.LoaderArgs) {
  context.get(ownerContext)
  const services = context.get(servicesContext)
  const typed = url.searchParams.get('email') ?? ''
  const email = typedAddress(typed)
  if (email === null) {
    const error = typed === '' ? undefined : OWNER_TOASTS.notAnAddress.title
    return data({ typed, error, person: null }, { status: error ? 422 : 200 })
  }
  const held = await nullOnOutage(services, () => services.backend.findPerson(email))
  const person = { email, held, nothing: nothingHeld(email) }
  return data({ typed, error: undefined, person }, { status: held ? 200 : 503 })
}

export const action = (args: Route.ActionArgs) => handleAdminForm(args, handlePersonForm)

export default function People({ loaderData: { typed, error, person }, actionData }: Route.ComponentProps) {
  return (
    <AdminPage
      title="People"
      about="Finds everything that the shop holds of an email address, to send it to that person, or to erase it."
      toast={actionData?.toast}
    >
      <Form method="get" role="search" className="mt-5 flex flex-wrap items-end gap-4">
        <Field
          key={typed}
          label="Email"
          name="email"
          defaultValue={typed}
          maxLength={255}
          autoComplete="off"
          error={error}
          fieldClass="w-full max-w-96"
          required
        />
        <Button>Find</Button>
      </Form>
      {person === null ? null : person.held === null ? (
        <Unreachable />
      ) : person.held.length === 0 ? (
        <p className="mt-6" role="status">
          {person.nothing} {STAYS}
        </p>
      ) : (
        <HeldData email={person.email} held={person.held} />
      )}
    </AdminPage>
  )
}

const STAYS =
  'Not held here, and so not erased here: orders, payments and the customer’s account are in Shopify (Customers, the person, “Erase personal data”; the law wants invoices to be kept). Copies in backups go when the backups do.'

type Held = { readonly what: string; readonly rows: readonly Readonly<Record<string, unknown>>[] }

/** All that is held of an address, to be downloaded or erased. */
function HeldData({ email, held }: { email: string; held: readonly Held[] }) {
  const confirmation = (
    <Field
      label="Type the address again to erase it"
      name="confirmation"
      maxLength={255}
      autoComplete="off"
      fieldClass="w-full max-w-96"
      required
    />
  )
  return (
    <>
      <a className={linkClass('mt-6')} href={`/admin/people.json?${new URLSearchParams({ email })}`}>
        <Icon name="download" /> Download (JSON)
      </a>
      {held.map(({ what, rows }) => (
        <AdminSection key={what} id={`held-${what.replaceAll(' ', '-')}`} title={`${what}: ${rows.length}`}>
          <ul className="grid gap-3">
            {rows.map((row) => (
              <li key={String(row.id)} className="rounded-board bg-plate p-part text-sm shadow-rest">
                <HeldRow row={row} />
              </li>
            ))}
          </ul>
        </AdminSection>
      ))}
      <AdminSection id="erase" title="Erase">
        <AdminCard className="lg:grid-cols-2">
          <div className="grid gap-3 text-sm">
            <p>
              Erasing cannot be undone. Lists, messages and emails that mention the address are deleted,
              unsent ones too. Gifts lose the name and the address, and their magic words keep working.
            </p>
            <p className="text-quiet">{STAYS}</p>
          </div>
          <RowForm fields={{ intent: 'erase', email }} field={confirmation} busyLabel="Erasing...">
            Erase
          </RowForm>
        </AdminCard>
      </AdminSection>
    </>
  )
}

/** What a row says, by column. */
function HeldRow({ row }: { row: Held['rows'][number] }) {
  const given = Object.entries(row).filter(([, value]) => value !== null && value !== '')
  return (
    <dl className="grid gap-x-4 gap-y-1 lg:grid-cols-2-3">
      {given.map(([column, value]) => (
        <div className="contents" key={column}>
          <dt className="text-quiet">{column.replaceAll('_', ' ')}</dt>
          <dd className="whitespace-pre-wrap wrap-anywhere" dir="auto">
            {typeof value === 'object' ? JSON.stringify(value) : String(value)}
          </dd>
        </div>
      ))}
    </dl>
  )
}
