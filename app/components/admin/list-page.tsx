import type { ComponentProps } from 'react'
import { Form, Link, useLocation, useSearchParams } from 'react-router'
import type { Notice } from '#app/models/messages.ts'
import type { ListView } from '#app/models/owner-lists.ts'
import { LIST_UNREACHABLE, nothingMatches } from '#app/models/owner-messages.ts'
import { Button, linkClass, TextLink } from '../ui/button.tsx'
import { cn } from '../ui/cn.ts'
import { CONTROL } from '../ui/field.tsx'
import { Icon } from '../ui/icon.tsx'
import { TypedText } from '../ui/typed-text.tsx'
import { AdminNotices } from './admin-notices.tsx'
import { AdminHead, EmptyNote } from './admin-section.tsx'
import { AdminTable } from './admin-table.tsx'
import { Pager } from './pager.tsx'
import { SMALL_BUTTON } from './row-form.tsx'

type Filter = {
  readonly value: string
  readonly label: string
  /** Shown when the list has rows, but none that match the filter. */
  readonly none?: string
}

type Props<T extends { readonly id: string }> = {
  readonly title: string
  readonly text?: string
  /** The result of the page's last form. */
  readonly notice?: Notice | null
  /** Null when the backend is unreachable. */
  readonly list: ListView<T> | null
  readonly empty: string
  /** Filters by the `state` parameter. */
  readonly filters?: readonly Filter[]
  /** Path of the list's CSV download. */
  readonly csv?: string
} & Pick<ComponentProps<typeof AdminTable<T>>, 'cells' | 'many'>

/** A list with heading, search, filters, rows and pagination, or a message where there are no rows. */
export function ListPage<T extends { readonly id: string }>(props: Props<T>) {
  const { title, text, notice, list, empty, filters, csv, cells, many } = props
  const search = list?.search ?? ''
  return (
    <>
      <AdminNotices notices={notice ? [notice] : []} />
      <AdminHead title={title}>
        {list ? (list.total === 1 ? '1 in all' : `${list.total} in all`) : null}
      </AdminHead>
      {text ? <p className="mt-3 text-quiet">{text}</p> : null}
      <div className="mt-6 mb-4 flex flex-wrap items-center gap-x-6 gap-y-3">
        <SearchForm search={search} />
        {filters ? <Filters filters={filters} /> : null}
        {csv ? (
          // The response's Content-Disposition makes it a download. A `download` attribute would also save the sign-in
          // page, when the session has ended.
          <a className={linkClass()} href={search ? `${csv}?q=${encodeURIComponent(search)}` : csv}>
            <Icon name="download" /> Download CSV
          </a>
        ) : null}
      </div>
      {list === null ? (
        <Unreachable />
      ) : list.rows.length === 0 ? (
        <EmptyList search={list.search} empty={empty} filters={filters} />
      ) : (
        <AdminTable caption={title} rows={list.rows} cells={cells} many={many} />
      )}
      {list ? <Pager list={list} /> : null}
    </>
  )
}

function EmptyList({ search, empty, filters }: { search: string } & Pick<Props<never>, 'empty' | 'filters'>) {
  const [params] = useSearchParams()
  const filter = filters?.find(({ value }) => value === params.get('state'))
  return (
    <EmptyNote>
      {search ? <TypedText text={nothingMatches(search)} typed={search} /> : (filter?.none ?? empty)}
    </EmptyNote>
  )
}

function SearchForm({ search }: { search: string }) {
  const { pathname } = useLocation()
  const [params] = useSearchParams()
  const state = params.get('state')
  const cleared = state ? `${pathname}?state=${encodeURIComponent(state)}` : pathname
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
        <TextLink prefetch="none" to={cleared}>
          Clear search
        </TextLink>
      ) : null}
    </Form>
  )
}

/** The whole list. */
const ALL = { value: 'all', label: 'All' }

function Filters({ filters }: { filters: readonly Filter[] }) {
  const { pathname } = useLocation()
  const [params] = useSearchParams()
  const current = params.get('state') ?? ALL.value
  const addressOf = (value: string) => {
    const query = new URLSearchParams()
    const search = params.get('q')
    if (search) query.set('q', search)
    if (value !== ALL.value) query.set('state', value)
    return query.size === 0 ? pathname : `${pathname}?${query}`
  }
  return (
    <ul className="flex flex-wrap gap-x-6 text-sm" aria-label="Show">
      {[ALL, ...filters].map(({ value, label }) => (
        <li key={value}>
          <Link
            className="inline-flex min-h-tap items-center no-underline hover:underline aria-current:font-semibold aria-[current]:shadow-underline forced-colors:aria-[current]:underline"
            to={addressOf(value)}
            aria-current={value === current ? 'true' : undefined}
          >
            {label}
          </Link>
        </li>
      ))}
    </ul>
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
