import { cutText } from '../../models/cut-text.ts'
import { linkClass } from '../ui/button.tsx'
import { AdminRow, AdminTable, CELL_LINK, Under } from './admin-table.tsx'
import { Tag, When } from './cells.tsx'
import { RowForm } from './row-form.tsx'

type Row = {
  readonly id: string
  readonly fullName: string
  readonly email: string
  readonly subject: string
  readonly message: string
  readonly answeredAt: string | null
  readonly createdAt: string
}

const COLUMNS = ['From', 'Subject', 'Received', 'Answer']
const MAX_INLINE_LENGTH = 90

/** A `mailto:` address of a reply that quotes the message. */
function replyHref({ email, subject, message }: Row): string {
  const quoted = cutText(message, 500).replace(/^/gm, '> ')
  const query = `subject=${encodeURIComponent(`Re: ${subject}`)}&body=${encodeURIComponent(`\n\n${quoted}`)}`
  return `mailto:${encodeURIComponent(email)}?${query}`
}

/** Messages from the contact form. */
export function MessageTable({ rows }: { rows: readonly Row[] }) {
  return (
    <AdminTable caption="Messages" columns={COLUMNS}>
      {rows.map((row) => (
        <AdminRow
          key={row.id}
          cells={{
            From: (
              <>
                <bdi>{row.fullName}</bdi>
                <Under>{row.email}</Under>
              </>
            ),
            Subject: (
              <>
                <b id={`subject-${row.id}`}>{row.subject}</b>
                <MessageText text={row.message} />
              </>
            ),
            Received: <When at={row.createdAt} />,
            Answer: <Answer row={row} />,
          }}
        />
      ))}
    </AdminTable>
  )
}

function Answer({ row }: { row: Row }) {
  return (
    <>
      {row.answeredAt ? <Tag tone="ok">Answered</Tag> : null}
      <a className={linkClass(CELL_LINK)} href={replyHref(row)}>
        Reply by email
      </a>
      {row.answeredAt ? null : (
        <RowForm
          fields={{ intent: 'answered', id: row.id }}
          variant="link"
          aria-describedby={`subject-${row.id}`}
        >
          Mark as answered
        </RowForm>
      )}
    </>
  )
}

const LETTER = 'max-w-160 whitespace-pre-wrap text-quiet wrap-anywhere'

function MessageText({ text }: { text: string }) {
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
