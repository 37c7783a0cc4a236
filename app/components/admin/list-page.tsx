import type { ReactNode } from 'react'
import { Form, Link, useLocation, useSearchParams } from 'react-router'
import { LIST_UNREACHABLE, nothingMatches, unreadableRows } from '../../models/owner-messages.ts'
import { Button } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { NoticeBox } from '../ui/notice.tsx'
import { TypedText } from '../ui/typed-text.tsx'
import { Pager } from './pager.tsx'

/** A page of a list from a loader. */
type Listed<T> = {
  readonly rows: readonly T[]
  /** Number of rows that could not be parsed and are not shown. */
  readonly unreadable: number
  readonly page: number
  readonly pageCount: number
  readonly total: number
  readonly search: string
  readonly previous: string | null
  readonly next: string | null
}

type Filter = {
  readonly value: string
  readonly label: string
  /** Shown when the list has rows, but none that match the filter. */
  readonly none?: string
}

type Props<T> = {
  readonly title: string
  readonly text?: string
  /** Null when the backend is unreachable. */
  readonly list: Listed<T> | null
  readonly empty: string
  /** Filters by the `state` parameter; the first shows the whole list. */
  readonly filters?: readonly Filter[]
  /** Path of the list's CSV download. */
  readonly csv?: string
  children(rows: readonly T[]): ReactNode
}

/** A list with heading, search, filters, rows and pagination, or a message where there are no rows. */
export function ListPage<T>({ title, text, list, empty, filters, csv, children }: Props<T>) {
  return (
    <>
      <div className="hd">
        <h1>{title}</h1>
        {list ? <p className="muted">{list.total === 1 ? '1 in all' : `${list.total} in all`}</p> : null}
      </div>
      {text ? <p className="muted">{text}</p> : null}
      <div className="tools">
        <SearchForm search={list?.search ?? ''} />
        {filters ? <Filters filters={filters} /> : null}
        {csv ? <CsvLink path={csv} search={list?.search ?? ''} /> : null}
      </div>
      {list === null ? (
        <Unreachable />
      ) : list.rows.length + list.unreadable === 0 ? (
        <EmptyList search={list.search} empty={empty} filters={filters} />
      ) : (
        <>
          <UnreadableRows count={list.unreadable} />
          {list.rows.length > 0 ? children(list.rows) : null}
        </>
      )}
      {list ? <Pager list={list} /> : null}
    </>
  )
}

function EmptyList({ search, empty, filters }: { search: string } & Pick<Props<never>, 'empty' | 'filters'>) {
  const [params] = useSearchParams()
  const filter = filters?.find(({ value }) => value === params.get('state'))
  return (
    <p className="none">
      {search ? <TypedText text={nothingMatches(search)} typed={search} /> : (filter?.none ?? empty)}
    </p>
  )
}

function SearchForm({ search }: { search: string }) {
  const { pathname } = useLocation()
  const [params] = useSearchParams()
  const state = params.get('state')
  const cleared = state ? `${pathname}?state=${encodeURIComponent(state)}` : pathname
  return (
    <Form method="get" role="search">
      {state ? <input type="hidden" name="state" value={state} /> : null}
      <label className="sr" htmlFor="q">
        Search
      </label>
      <input
        className="in"
        id="q"
        type="search"
        dir="auto"
        name="q"
        maxLength={100}
        defaultValue={search}
        key={search}
      />
      <Button variant="ghost">Search</Button>
      {search ? (
        <Link className="link" to={cleared}>
          Clear search
        </Link>
      ) : null}
    </Form>
  )
}

function Filters({ filters }: { filters: readonly Filter[] }) {
  const { pathname } = useLocation()
  const [params] = useSearchParams()
  const current = params.get('state') ?? filters[0]?.value
  const addressOf = (value: string) => {
    const query = new URLSearchParams()
    const search = params.get('q')
    if (search) query.set('q', search)
    if (value !== filters[0]?.value) query.set('state', value)
    return query.size === 0 ? pathname : `${pathname}?${query}`
  }
  return (
    <ul className="filters" aria-label="Show">
      {filters.map(({ value, label }) => (
        <li key={value}>
          <Link to={addressOf(value)} aria-current={value === current ? 'true' : undefined}>
            {label}
          </Link>
        </li>
      ))}
    </ul>
  )
}

/**
 * The response's Content-Disposition makes it a download. A `download` attribute would also save the sign-in page,
 * when the session has ended.
 */
function CsvLink({ path, search }: { path: string; search: string }) {
  return (
    <a className="link" href={search ? `${path}?q=${encodeURIComponent(search)}` : path}>
      <Icon name="download" /> Download CSV
    </a>
  )
}

/** Says how many rows of a list could not be parsed. */
export function UnreadableRows({ count }: { count: number }) {
  return count > 0 ? <NoticeBox notice={unreadableRows(count)} /> : null
}

/** Shown in place of a list when the backend is unreachable. */
export function Unreachable() {
  const { pathname, search } = useLocation()
  return (
    <p className="none" role="alert">
      {LIST_UNREACHABLE} <a href={pathname + search}>Try again</a>
    </p>
  )
}
