import { Form, Link, useLocation, useSearchParams } from 'react-router'
import type { Notice } from '#app/models/messages.ts'
import type { ListView } from '#app/models/owner-lists.ts'
import { LIST_UNREACHABLE } from '#app/models/owner-messages.ts'
import { Button, linkClass, TextLink } from '../ui/button.tsx'
import { cn } from '../ui/cn.ts'
import { CONTROL } from '../ui/field.tsx'
import { Icon } from '../ui/icon.tsx'
import { TypedText } from '../ui/typed-text.tsx'
import { AdminNotices } from './admin-notices.tsx'
import { AdminHead, EmptyNote } from './admin-section.tsx'
import { ListForm, SMALL_BUTTON, Table } from './table.tsx'

/** A list with heading, search, filters, rows and links to more, or a message where there are no rows. */
export function ListPage({ list, notice }: { list: ListView; notice: Notice | undefined }) {
  const { title, rows, search, total } = list
  return (
    <>
      <AdminNotices notices={notice ? [notice] : []} />
      <AdminHead title={title}>{total === null ? null : `${total} in all`}</AdminHead>
      {list.about ? <p className="mt-3 text-quiet">{list.about}</p> : null}
      <div className="mt-6 mb-4 flex flex-wrap items-center gap-x-6 gap-y-3">
        <SearchForm search={search} />
        {list.filters.length > 1 ? <Filters filters={list.filters} /> : null}
        {/* The response's Content-Disposition makes it a download. A `download` attribute would also save the sign-in page, when
            the session has ended. */}
        <a className={linkClass()} href={list.csv}>
          <Icon name="download" /> Download CSV
        </a>
        {list.form ? <ListForm form={list.form} /> : null}
      </div>
      {rows === null ? (
        <Unreachable />
      ) : rows.length === 0 ? (
        <EmptyNote>
          <TypedText text={list.empty} typed={search || list.empty} />
        </EmptyNote>
      ) : (
        <Table caption={title} rows={rows} view={list.key} />
      )}
      <Pager newer={list.newer} older={list.older} />
    </>
  )
}

function SearchForm({ search }: { search: string }) {
  const { pathname } = useLocation()
  const [params] = useSearchParams()
  const state = params.get('state')
  return (
    <Form
      method="get"
      role="search"
      className="flex flex-wrap items-center gap-3 max-md:grow max-md:basis-full"
    >
      {state ? <input type="hidden" name="state" value={state} /> : null}
      <label className="sr-only" htmlFor="q">
        Search
      </label>
      <input
        className={cn(
          CONTROL,
          'min-h-tap w-68 max-w-full magnifier py-2 pl-11 max-md:w-auto max-md:min-w-0 max-md:grow max-md:basis-40',
        )}
        id="q"
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
      {search ? (
        <TextLink prefetch="none" to={state ? `${pathname}?state=${encodeURIComponent(state)}` : pathname}>
          Clear search
        </TextLink>
      ) : null}
    </Form>
  )
}

function Filters({ filters }: Pick<ListView, 'filters'>) {
  return (
    <ul className="flex flex-wrap gap-x-6 text-sm" aria-label="Show">
      {filters.map(({ label, href, isCurrent }) => (
        <li key={href}>
          <Link
            className="inline-flex min-h-tap items-center no-underline hover:underline aria-current:font-semibold aria-[current]:shadow-underline forced-colors:aria-[current]:underline"
            to={href}
            aria-current={isCurrent ? 'true' : undefined}
          >
            {label}
          </Link>
        </li>
      ))}
    </ul>
  )
}

function Pager({ newer, older }: Pick<ListView, 'newer' | 'older'>) {
  if (!newer && !older) return null
  return (
    <nav className="mt-4 flex justify-between gap-4 text-sm" aria-label="Pages">
      {newer ? (
        <TextLink prefetch="none" to={newer} rel="prev">
          <Icon name="left" /> Newer
        </TextLink>
      ) : (
        <span />
      )}
      {older ? (
        <TextLink prefetch="none" to={older} rel="next">
          Older <Icon name="right" />
        </TextLink>
      ) : null}
    </nav>
  )
}

/** Shown in place of a list when the backend is unreachable. */
export function Unreachable() {
  const { pathname, search } = useLocation()
  return (
    <EmptyNote role="alert">
      {LIST_UNREACHABLE} <a href={pathname + search}>Try again</a>
    </EmptyNote>
  )
}
