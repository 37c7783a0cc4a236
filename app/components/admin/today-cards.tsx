import { Link } from 'react-router'
import type { TableRow } from '#app/models/owner-lists.ts'
import { RETENTION_NOTES, WEBHOOK_REFUSALS } from '#app/models/owner-messages.ts'
import { TextLink } from '../ui/button.tsx'
import { AdminAlert, AdminCard, AdminSection } from './admin-section.tsx'
import { When } from './cells.tsx'
import { Rows } from './rows.tsx'

const NUMBER = new Intl.NumberFormat('en-GB')

/** Something that waits for the owner, with the forms to settle it. */
export function TodayAlert({
  alert: { id, title, about, rows, more },
  view,
}: {
  alert: {
    readonly id: string
    readonly title: string
    readonly about: string
    readonly rows: readonly TableRow[]
    readonly more: { readonly href: string; readonly label: string } | null
  }
  view: string
}) {
  return (
    <AdminAlert id={id} title={title}>
      {about ? <p className="text-quiet">{about}</p> : null}
      <div className="mt-2.5">
        <Rows caption={title} rows={rows} view={view} />
      </div>
      {more ? (
        <TextLink prefetch="none" className="justify-self-start" to={more.href}>
          {more.label}
        </TextLink>
      ) : null}
    </AdminAlert>
  )
}

/** Webhooks that were refused during the last day, with the likely reason. */
export function WebhookRefusals({
  refusals,
}: {
  refusals: readonly {
    readonly reason: keyof typeof WEBHOOK_REFUSALS
    readonly refused: number
    readonly lastAt: number
  }[]
}) {
  return refusals.map(({ reason, refused, lastAt }) => (
    <AdminAlert id={`refused-${reason}`} title={WEBHOOK_REFUSALS[reason].title} key={reason}>
      <p className="text-quiet">{WEBHOOK_REFUSALS[reason].text}</p>
      <p className="text-quiet">
        {refused === 1 ? 'Once, ' : `${refused} times, last `}
        <When at={new Date(lastAt).toISOString()} />
      </p>
    </AdminAlert>
  ))
}

type Figure = { readonly label: string; readonly count: number | null; readonly href: string }

/** Counts, each with a link to its list. */
export function Figures({ figures }: { figures: readonly Figure[] }) {
  return (
    <dl className="mt-6 grid grid-cols-2 gap-px overflow-hidden rounded-board bg-line shadow-rest md:grid-cols-4 lg:grid-cols-7">
      {figures.map(({ label, count, href }) => (
        <div
          key={label}
          className="flex flex-col-reverse bg-plate px-4 py-4 last:odd:col-span-2 md:px-6 lg:last:odd:col-span-1"
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
  )
}

/** Facts about the company that only the owner can provide. @param missing descriptions of those that are missing */
export function MissingFacts({ missing }: { missing: readonly string[] }) {
  if (missing.length === 0) return null
  return (
    <AdminSection id="missing" title="Before the doors open">
      <AdminCard>
        <div>
          <p className="text-sm text-quiet">
            Only you know these, and the law wants most of them shown. Until they are filled in, the pages
            leave them out and tell shoppers to write to us.
          </p>
          <TextLink prefetch="none" className="mt-3" to="/admin/company">
            Fill them in
          </TextLink>
        </div>
        <ul className="columns-3xs gap-x-8 text-sm">
          {missing.map((fact) => (
            <li key={fact} className="break-inside-avoid border-b border-dotted border-edge py-1">
              {fact}
            </li>
          ))}
        </ul>
      </AdminCard>
    </AdminSection>
  )
}

/** What was removed as the privacy policy says. */
export function RetentionNote({
  last,
}: {
  last: { readonly at: string; readonly removed: number | null } | null
}) {
  return (
    <p className="mt-6 text-sm text-quiet">
      {last === null ? (
        RETENTION_NOTES.soon
      ) : (
        <>
          {last.removed === null ? RETENTION_NOTES.failed : RETENTION_NOTES.done(last.removed)}{' '}
          <When at={last.at} />
        </>
      )}
    </p>
  )
}
