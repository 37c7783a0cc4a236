import { Link } from 'react-router'
import {
  AdminPage,
  adminMeta,
  DuplicateSection,
  ROOM,
  Unreachable,
} from '#app/components/admin/admin-page.tsx'
import { Table } from '#app/components/admin/table.tsx'
import { linkClass } from '#app/components/ui/button.tsx'
import { cn } from '#app/components/ui/cn.ts'
import { Icon } from '#app/components/ui/icon.tsx'
import { MARKETS } from '#app/models/market.ts'
import { handleAdminForm, ownerServices } from '#app/services/owner/admin-forms.server.ts'
import { readToday, TODAY_FORMS } from '#app/services/owner/today.server.ts'
import type { Route } from './+types/today'

export const meta = () => adminMeta()

export { reloadAfterForm as shouldRevalidate } from '#app/components/admin/admin-page.tsx'

/** Spec: 2 Admin, 4 Admin */
export const loader = ({ context }: Route.LoaderArgs) => readToday(ownerServices(context))

/** Marks pending gift codes as complete; sends gifts and mails that have not arrived. Spec: 8 Admin */
export const action = (args: Route.ActionArgs) => handleAdminForm(args, TODAY_FORMS)

const NUMBER = new Intl.NumberFormat(MARKETS.uk.locale)

export default function TodayPage({ loaderData, actionData }: Route.ComponentProps) {
  const { isIncomplete, alerts, figures, view } = loaderData
  return (
    <AdminPage title={ROOM} toast={actionData?.toast}>
      {isIncomplete ? <Unreachable /> : null}
      {alerts.map(({ id, title, about, rows, links }) => (
        <section
          className="mt-6 grid gap-2.5 rounded-r-board stripe border-gilt bg-candle px-4 pt-5 pb-3 text-sm md:px-6 md:pb-4"
          aria-labelledby={id}
          key={id}
        >
          <h2 id={id} className="flex items-center gap-3 text-xl leading-heading">
            <Icon name="alert" className="size-6 text-accent" />
            {title}
          </h2>
          {about ? <p className="text-quiet">{about}</p> : null}
          {rows ? <Table caption={title} rows={rows} view={view} /> : null}
          <ul className={cn('gap-x-8', links.length > 1 && 'sm:columns-2 lg:columns-3')}>
            {links.map(({ href, label }) => (
              <li key={href}>
                <Link className={linkClass('min-h-9 text-sm')} to={href}>
                  {label}
                </Link>
              </li>
            ))}
          </ul>
        </section>
      ))}
      <dl className="mt-6 grid grid-cols-2 gap-px overflow-hidden rounded-board bg-line shade-rest md:grid-cols-5">
        {figures.map(({ label, count, href }) => (
          <div
            key={label}
            className="flex flex-col-reverse bg-plate px-4 py-4 last:odd:col-span-2 md:px-6 md:last:odd:col-span-1"
          >
            <dt className="text-hint text-quiet">
              <Link className="inline-flex min-h-6" to={href}>
                {label}
              </Link>
            </dt>
            <dd className="text-2xl leading-heading font-semibold">
              {count === null ? '–' : NUMBER.format(count)}
            </dd>
          </div>
        ))}
      </dl>
      <DuplicateSection />
    </AdminPage>
  )
}
