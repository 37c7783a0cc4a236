import { Fragment } from 'react'
import { useLocation } from 'react-router'
import { MARKETS } from '#app/models/market.ts'
import type { CellPart, OwnerForm, TableRow } from '#app/models/owner-lists.ts'
import { cutText } from '#supabase/functions/_shared/text/text.ts'
import { linkClass } from '../ui/button.tsx'
import { cn } from '../ui/cn.ts'
import { Field } from '../ui/field.tsx'
import { RowForm } from './admin-page.tsx'

const { locale, timeZone } = MARKETS.uk
/** In the owner's time zone. */
const MINUTE = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short', timeZone })

const CELL =
  'px-4 py-3 align-baseline stacked:grid stacked:grid-cols-[6rem_minmax(0,1fr)] stacked:items-baseline stacked:gap-3 stacked:px-0 stacked:py-1 stacked:wrap-anywhere stacked:[&::before]:text-hint stacked:[&::before]:text-quiet stacked:[&::before]:[content:attr(data-l)]'
const ACTIONS = 'Actions'

/**
 * A table of the admin, of at least one row, each with the forms of what can be done. In a window too narrow for it
 * each row becomes a list of labelled lines; browsers drop the roles of rows and cells that are laid out so.
 * @param caption for screen readers only
 * @param view the key of this view
 */
export function Table(props: { caption: string; rows: readonly TableRow[]; view?: string }) {
  const { caption, rows, view = '' } = props
  const hasActions = rows.some(({ actions }) => actions.length > 0)
  const columns = [...Object.keys(rows[0]?.cells ?? {}), ...(hasActions ? [ACTIONS] : [])]
  return (
    <div
      data-many={columns.length > 6 || undefined}
      className="overflow-x-auto rounded-board bg-plate shade-rest"
    >
      {/* biome-ignore lint/a11y/noRedundantRoles: laid out as a block it would lose its role */}
      <table role="table" className="w-full border-collapse text-sm leading-snug stacked:block">
        <caption className="sr-only">{caption}</caption>
        <thead className="stacked:sr-only">
          <tr className="line-b border-gilt text-left text-hint whitespace-nowrap text-quiet">
            {columns.map((column) => (
              <th scope="col" className="px-4 py-3 align-baseline font-semibold" key={column}>
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="stacked:block">
          {rows.map(({ id, cells, actions }) => (
            <tr
              // biome-ignore lint/a11y/noRedundantRoles: laid out as a block it would lose its role
              role="row"
              className="not-last:line-b hover:bg-leaf stacked:block stacked:px-4 stacked:py-4"
              key={id}
            >
              {columns.map((column, at) => (
                // biome-ignore lint/a11y/noRedundantRoles: laid out as a block it would lose its role
                <td role="cell" data-l={column} className={CELL} key={column}>
                  <div id={at === 0 ? `row-${id}` : undefined}>
                    {[...(cells[column] ?? []).entries()].map(([place, part]) => (
                      <Fragment key={place}>
                        <Part part={part} />{' '}
                      </Fragment>
                    ))}
                    {column === ACTIONS
                      ? actions.map((one) => <RowAction key={one.intent} action={one} id={id} view={view} />)
                      : null}
                  </div>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

const CELL_LINK = 'min-h-9 text-hint md:whitespace-nowrap'
export const SMALL_BUTTON = 'min-h-tap px-4 py-1.5 text-sm'
const STATE =
  "inline-flex items-center gap-1.5 rounded-hair px-2 py-1 text-xs font-semibold whitespace-nowrap [&::before]:size-2 [&::before]:rounded-full [&::before]:bg-current [&::before]:[content:'']"
const TONES = {
  ok: 'bg-sage text-verdigris',
  wait: 'bg-candle text-gilt-ink',
  bad: 'bg-rose text-bad',
  plain: 'bg-board',
}

function Part({ part: { as, text, href } }: { part: CellPart }) {
  if (href !== undefined)
    return (
      <a className={linkClass(CELL_LINK)} href={href}>
        {text}
      </a>
    )
  if (as === 'strong') return <b>{text}</b>
  if (as === 'letter') return <Letter text={text} />
  if (as === 'when')
    return (
      <time className="whitespace-nowrap" dateTime={text}>
        {MINUTE.format(new Date(text))}
      </time>
    )
  if (as === 'code')
    return (
      <code lang="en" translate="no">
        {text}
      </code>
    )
  if (as !== 'text' && as !== 'under') return <span className={cn(STATE, TONES[as])}>{text}</span>
  const width = text.includes(' ') ? 'max-w-160' : 'max-w-76'
  const look = as === 'under' && 'text-hint text-quiet'
  return <bdi className={cn('block wrap-break-word', width, look)}>{text}</bdi>
}

const MAX_INLINE_LENGTH = 90

/** What somebody wrote; where it is long, it unfolds. */
function Letter({ text }: { text: string }) {
  const isLong = text.length > MAX_INLINE_LENGTH || text.includes('\n')
  const whole = (
    <p className="max-w-160 whitespace-pre-wrap text-quiet wrap-anywhere" dir="auto">
      {text}
    </p>
  )
  if (!isLong) return whole
  return (
    <details dir="auto">
      <summary className="max-w-160 text-quiet wrap-anywhere hover:underline in-open:hidden">
        {`${cutText(text, MAX_INLINE_LENGTH).replace(/\s+/g, ' ').trimEnd()}…`}
      </summary>
      {whole}
    </details>
  )
}

/** A form of a row: a button, one with a question before it, or one with a field. */
function RowAction({ action, id, view }: { action: OwnerForm; id: string; view: string }) {
  const { key } = useLocation()
  const { ask, field, label, intent } = action
  const row = `row-${id}`
  const isPlain = ask === undefined && field === undefined
  const look = isPlain
    ? ({ variant: 'link', className: CELL_LINK } as const)
    : ({ variant: 'ghost', className: SMALL_BUTTON } as const)
  const form = (
    <RowForm
      fields={{ intent, id, key: view }}
      field={field && <Field {...field} type="email" maxLength={255} aria-describedby={row} required />}
      aria-describedby={row}
      {...look}
    >
      {label}
    </RowForm>
  )
  if (ask === undefined) return form
  return (
    // Made anew, and so closed, with every answer.
    <details key={key}>
      <summary className={linkClass(CELL_LINK)} aria-describedby={row}>
        {label}
      </summary>
      <div className="mt-1 mb-2.5 grid max-w-96 gap-2.5 stripe border-gilt bg-leaf px-4 py-4">
        <p className="wrap-anywhere">{ask}</p>
        {form}
      </div>
    </details>
  )
}
