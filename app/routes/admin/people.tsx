import { data, Form } from 'react-router'
import { AdminPage, AdminSection, adminMeta, RowForm } from '#app/components/admin/admin-page.tsx'
import { Table } from '#app/components/admin/table.tsx'
import { Button, linkClass } from '#app/components/ui/button.tsx'
import { Field } from '#app/components/ui/field.tsx'
import { Icon } from '#app/components/ui/icon.tsx'
import { tableRow } from '#app/models/owner-lists.ts'
import { OWNER_TOASTS } from '#app/models/owner-messages.ts'
import { handleAdminForm, ownerServices } from '#app/services/owner/admin-forms.server.ts'
import { PERSON_FORMS, readPerson } from '#app/services/owner/person.server.ts'
import type { Route } from './+types/people'

export const meta = () => adminMeta('People')

export async function loader({ url, context }: Route.LoaderArgs) {
  const { typed, email, held } = await readPerson(ownerServices(context), url)
  const error = typed !== '' && email === null ? OWNER_TOASTS.notAnAddress.title : undefined
  const places = held.map(({ what, rows }) => ({ what, rows: rows.map(rowOf) }))
  return data({ typed, error, email, places }, { status: error ? 422 : 200 })
}

/** What a row says, by column. */
function rowOf(row: Readonly<Record<string, unknown>>) {
  const said = Object.entries(row).flatMap(([column, value]) => {
    const text = typeof value === 'object' ? JSON.stringify(value) : String(value)
    return value === null || value === '' ? [] : [`${column.replaceAll('_', ' ')}: ${text}`]
  })
  return tableRow(String(row.id), { 'What is held': said })
}

export const action = (args: Route.ActionArgs) => handleAdminForm(args, PERSON_FORMS)

const STAYS =
  'Not held here, and so not erased here: orders, payments and the customer’s account are in Shopify (Customers, the person, “Erase personal data”; the law wants invoices to be kept). Copies in backups go when the backups do.'
const ADDRESS = { maxLength: 255, autoComplete: 'off', fieldClass: 'w-full max-w-96', required: true }

export default function People({ loaderData, actionData }: Route.ComponentProps) {
  const { typed, error, email, places } = loaderData
  return (
    <AdminPage
      title="People"
      about="Finds everything that the shop holds of an email address, to send it to that person, or to erase it."
      toast={actionData?.toast}
    >
      <Form method="get" role="search" className="mt-5 flex flex-wrap items-end gap-4">
        <Field {...ADDRESS} key={typed} label="Email" name="email" defaultValue={typed} error={error} />
        <Button>Find</Button>
      </Form>
      {email === null ? null : places.length === 0 ? (
        <p className="mt-6" role="status">
          Nothing is held of {email}. {STAYS}
        </p>
      ) : (
        <>
          <a className={linkClass('mt-6')} href={`/admin/people.json?${new URLSearchParams({ email })}`}>
            <Icon name="download" /> Download (JSON)
          </a>
          {places.map(({ what, rows }) => (
            <AdminSection
              key={what}
              id={`held-${what.replaceAll(' ', '-')}`}
              title={`${what}: ${rows.length}`}
            >
              <Table caption={what} rows={rows} />
            </AdminSection>
          ))}
          <AdminSection id="erase" title="Erase" card="lg:grid-cols-2">
            <div className="grid gap-3 text-sm">
              <p>
                Erasing cannot be undone. Lists, messages and emails that mention the address are deleted,
                unsent ones too. Gifts lose the name and the address, and their magic words keep working.
              </p>
              <p className="text-quiet">{STAYS}</p>
            </div>
            <RowForm
              fields={{ intent: 'erase', email }}
              field={<Field {...ADDRESS} label="Type the address again to erase it" name="confirmation" />}
              busyLabel="Erasing..."
            >
              Erase
            </RowForm>
          </AdminSection>
        </>
      )}
    </AdminPage>
  )
}
