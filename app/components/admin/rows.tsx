import { Fragment, type ReactNode } from 'react'
import { Form, useLocation, useNavigation } from 'react-router'
import { cutText } from '#app/models/cut-text.ts'
import type { CellPart, RowAction, TableRow } from '#app/models/owner-lists.ts'
import { Button, linkClass } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { AdminTable, CELL_LINK, Text, Under } from './admin-table.tsx'
import { Tag, When } from './cells.tsx'

/** Rows as the server has described them, each with the forms of what can be done. @param view the key of this view */
export function Rows({
  caption,
  rows,
  view,
  many,
}: {
  caption: string
  rows: readonly TableRow[]
  view: string
  many?: boolean
}) {
  const hasActions = rows.some(({ actions }) => actions.length > 0)
  return (
    <AdminTable
      caption={caption}
      rows={rows}
      many={many}
      cells={(row) => {
        const cells = Object.entries(row.cells).map(([column, parts], at): [string, ReactNode] => [
          column,
          <div key={column} id={at === 0 ? `row-${row.id}` : undefined}>
            {parts.map((part) => (
              <Fragment key={part.as + part.text}>
                <Part part={part} />{' '}
              </Fragment>
            ))}
          </div>,
        ])
        if (hasActions)
          cells.push([
            'Actions',
            row.actions.map((action) => (
              <ActionForm key={action.intent} action={action} id={row.id} view={view} />
            )),
          ])
        return Object.fromEntries(cells)
      }}
    />
  )
}

const PARTS: Record<
  Exclude<CellPart['as'], 'tag' | 'link' | 'when' | 'letter'>,
  (text: string) => ReactNode
> = {
  text: (text) => <Text>{text}</Text>,
  under: (text) => (
    <Under>
      <Text>{text}</Text>
    </Under>
  ),
  code: (text) => (
    <code lang="en" translate="no">
      {text}
    </code>
  ),
  strong: (text) => <b>{text}</b>,
}

function Part({ part }: { part: CellPart }) {
  switch (part.as) {
    case 'tag':
      return <Tag tone={part.tone}>{part.text}</Tag>
    case 'when':
      return <When at={part.text} />
    case 'letter':
      return <Letter text={part.text} />
    case 'link':
      return (
        <a className={linkClass(CELL_LINK)} href={part.href}>
          {part.text}
        </a>
      )
    default:
      return PARTS[part.as](part.text)
  }
}

const MAX_INLINE_LENGTH = 90
const LETTER = 'max-w-160 whitespace-pre-wrap text-quiet wrap-anywhere'

/** What somebody wrote; where it is long, it unfolds. */
function Letter({ text }: { text: string }) {
  if (text.length <= MAX_INLINE_LENGTH && !text.includes('\n'))
    return (
      <p className={LETTER} dir="auto">
        {text}
      </p>
    )
  return (
    <details className={LETTER} dir="auto">
      <summary className="whitespace-normal hover:underline in-open:hidden">{`${cutText(text, MAX_INLINE_LENGTH).replace(/\s+/g, ' ').trimEnd()}…`}</summary>
      <p dir="auto">{text}</p>
    </details>
  )
}

/** A form of a row: a button, one with a question before it, or one with an address. */
function ActionForm({ action, id, view }: { action: RowAction; id: string; view: string }) {
  const { key } = useLocation()
  const { formData } = useNavigation()
  const busy = formData?.get('intent') === action.intent && formData.get('id') === id
  const hidden = Object.entries({ intent: action.intent, id, key: view })
  const form = (variant: 'link' | 'ghost', className: string) => (
    <Form method="post" preventScrollReset className="grid justify-items-start gap-2">
      {hidden.map(([name, value]) => (
        <input type="hidden" name={name} value={value} key={name} />
      ))}
      {action.emailLabel ? (
        <Field
          label={action.emailLabel}
          type="email"
          name="email"
          maxLength={255}
          className="min-h-tap py-1.5"
          required
        />
      ) : null}
      <Button variant={variant} className={className} busy={busy} aria-describedby={`row-${id}`}>
        {action.label}
      </Button>
    </Form>
  )
  if (action.ask === undefined)
    return form(action.emailLabel ? 'ghost' : 'link', action.emailLabel ? SMALL_BUTTON : CELL_LINK)
  return (
    // Made anew, and so closed, with every answer.
    <details key={key}>
      <summary className={linkClass(CELL_LINK)} aria-describedby={`row-${id}`}>
        {action.label}
      </summary>
      <div className="mt-1 mb-2.5 grid max-w-96 gap-2.5 border-l-3 border-gilt bg-leaf px-4 py-4">
        <p className="wrap-anywhere">{action.ask}</p>
        {form('ghost', SMALL_BUTTON)}
      </div>
    </details>
  )
}

/** The look of a button in a row. */
export const SMALL_BUTTON = 'min-h-tap px-4 py-1.5 text-sm'
