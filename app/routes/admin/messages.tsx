import { adminMeta } from '#app/components/admin/admin-meta.ts'
import { CELL_LINK, Text, Under } from '#app/components/admin/admin-table.tsx'
import { Tag, When } from '#app/components/admin/cells.tsx'
import { ListPage } from '#app/components/admin/list-page.tsx'
import { RowForm } from '#app/components/admin/row-form.tsx'
import { linkClass } from '#app/components/ui/button.tsx'
import { cutText } from '#app/models/cut-text.ts'
import { eitherForm, takeAdminForm } from '#app/services/owner/admin-outcome.server.ts'
import { handleHeldPostForm, handleMessageForm } from '#app/services/owner/people-form.server.ts'
import type { Services } from '#app/services/request/services.server.ts'
import type { Route } from './+types/messages'
import { loadList } from './list-loader.server.ts'

type Lists = Pick<Services['backend'], 'listMessages' | 'listHeldPosts'>
type RowOf<List extends keyof Lists> = Awaited<ReturnType<Lists[List]>>['rows'][number]
type Message = RowOf<'listMessages'>
/** A message, or a form that was held back: a robot or a password manager has filled its hidden field. */
type Row = Message | RowOf<'listHeldPosts'>

const FILTERS = [
  { value: 'waiting', label: 'To answer', none: 'Nothing to answer. A quiet day.' },
  { value: 'held', label: 'Held back', none: 'Nothing is held back.' },
]
const FORM_NAMES: Readonly<Record<string, string>> = {
  contact: 'A message',
  signup: 'For the mailing list',
  waitlist: 'For the waitlist',
}

export const meta = () => adminMeta('Messages')

export { reloadAfterForm as shouldRevalidate } from '#app/components/admin/submitting.ts'

export const loader = (args: Route.LoaderArgs) =>
  loadList<Row>(args, (backend, query, filter) =>
    filter === 'held'
      ? backend.listHeldPosts(query)
      : backend.listMessages({ ...query, unanswered: filter === 'waiting' }),
  )

export const action = (args: Route.ActionArgs) =>
  takeAdminForm(args, eitherForm(handleMessageForm, handleHeldPostForm))

export default function Messages({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <ListPage
      title="Messages"
      notice={actionData?.notice}
      list={loaderData.list}
      filters={FILTERS}
      empty="No messages. A quiet day."
      cells={(row) => ({
        From: (
          <>
            <Text>{row.fullName}</Text>
            <Under>
              <Text>{row.email}</Text>
            </Under>
          </>
        ),
        Subject: (
          <>
            <b id={`subject-${row.id}`}>{'form' in row ? FORM_NAMES[row.form] : row.subject}</b>
            <MessageText text={row.message} />
          </>
        ),
        Received: <When at={row.createdAt} />,
        Answer:
          'form' in row ? (
            <RowForm
              fields={{ intent: 'real', id: row.id }}
              variant="link"
              aria-describedby={`subject-${row.id}`}
            >
              It is a real one
            </RowForm>
          ) : (
            <Answer row={row} />
          ),
      })}
    />
  )
}

const MAX_INLINE_LENGTH = 90

/** A `mailto:` address of a reply that quotes the message. */
function replyHref({ email, subject, message }: Message): string {
  const quoted = cutText(message, 500).replace(/^/gm, '> ')
  const query = `subject=${encodeURIComponent(`Re: ${subject}`)}&body=${encodeURIComponent(`\n\n${quoted}`)}`
  return `mailto:${encodeURIComponent(email)}?${query}`
}

function Answer({ row }: { row: Message }) {
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
