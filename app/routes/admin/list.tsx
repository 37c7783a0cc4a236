import { Form, Link } from 'react-router'
import { AdminPage, adminMeta, EmptyNote, RowForm } from '#app/components/admin/admin-page.tsx'
import { SMALL_BUTTON, Table } from '#app/components/admin/table.tsx'
import { Button, linkClass } from '#app/components/ui/button.tsx'
import { cn } from '#app/components/ui/cn.ts'
import { CONTROL } from '#app/components/ui/control.ts'
import { Field } from '#app/components/ui/field.tsx'
import { Icon } from '#app/components/ui/icon.tsx'
import { handleAdminForm, ownerServices } from '#app/services/owner/admin-forms.server.ts'
import { filterList, formsOf, readList } from '#app/services/owner/list.server.ts'
import { requireList } from '#app/services/owner/lists.server.ts'
import type { Route } from './+types/list'

/** A list of the owner. Every other address of the admin without a page of its own ends here too, and is not found. */

export const meta = ({ loaderData }: Route.MetaArgs) => adminMeta(loaderData?.title)

export { reloadAfterForm as shouldRevalidate } from '#app/components/admin/admin-page.tsx'

export const loader = ({ params, url, context }: Route.LoaderArgs) =>
  readList(ownerServices(context), requireList(params.list), url)

export const action = (args: Route.ActionArgs) =>
  handleAdminForm(args, formsOf(filterList(requireList(args.params.list), args.url).list))

export default function List({ loaderData: list, actionData }: Route.ComponentProps) {
  const { title, about, rows, search, state, filters, form, empty, newest, older } = list
  return (
    <AdminPage title={title} about={about} toast={actionData?.toast}>
      <div className="mt-6 mb-4 flex flex-wrap items-end gap-x-6 gap-y-3">
        <Form method="get" role="search" className="flex flex-wrap items-center gap-3 max-md:w-full">
          {state ? <input type="hidden" name="state" value={state} /> : null}
          <input
            className={cn(CONTROL, 'min-h-tap w-68 magnifier py-2 pl-11 max-md:w-40 max-md:grow')}
            aria-label="Search"
            type="search"
            dir="auto"
            name="q"
            maxLength={100}
            defaultValue={search}
            key={search}
          />
          <Button variant="ghost" className={SMALL_BUTTON}>
            Search
          </Button>
        </Form>
        {filters.length > 1 ? (
          <ul className="flex flex-wrap gap-x-6 text-sm" aria-label="Show">
            {filters.map(({ label, href, isCurrent }) => (
              <li key={href}>
                <Link
                  className="inline-flex min-h-tap items-center no-underline hover:underline aria-current:font-semibold aria-[current]:shade-underline forced-colors:aria-[current]:underline"
                  to={href}
                  aria-current={isCurrent ? 'true' : undefined}
                >
                  {label}
                </Link>
              </li>
            ))}
          </ul>
        ) : null}
        {/* The response's Content-Disposition makes it a download. A `download` attribute would also save the sign-in page, when
            the session has ended. */}
        <a className={linkClass('min-h-tap')} href={list.csv}>
          <Icon name="download" /> Download CSV
        </a>
        {form ? (
          <RowForm
            fields={{ intent: form.intent }}
            field={
              form.field && <Field {...form.field} maxLength={80} className="min-h-tap w-40 py-2" required />
            }
            variant="ghost"
            className={SMALL_BUTTON}
          >
            {form.label}
          </RowForm>
        ) : null}
      </div>
      {rows.length === 0 ? (
        <EmptyNote>{empty}</EmptyNote>
      ) : (
        <Table caption={title} rows={rows} view={list.key} />
      )}
      {newest || older ? (
        <nav className="mt-4 flex justify-between gap-4 text-sm" aria-label="Pages">
          {newest ? (
            <Link className={linkClass()} to={newest}>
              <Icon name="left" /> Newest
            </Link>
          ) : null}
          {older ? (
            <Link className={linkClass('ml-auto')} to={older} rel="next">
              Older <Icon name="right" />
            </Link>
          ) : null}
        </nav>
      ) : null}
    </AdminPage>
  )
}
