import { Form } from 'react-router'
import type { AdminNotice } from '#app/models/owner-messages.ts'
import { Button } from '../ui/button.tsx'
import { Note } from '../ui/note.tsx'
import { NoticeText, noticeIcon } from '../ui/notice.tsx'

/**
 * Result of the last form, with an undo button where possible. Shown until the next navigation. Errors are alerts and
 * stay outside the live region, as some screen readers would announce them twice inside it.
 */
export function AdminNotices({ notices }: { notices: readonly AdminNotice[] }) {
  const messages = notices.filter(({ kind }) => kind !== 'error')
  const errors = notices.filter(({ kind }) => kind === 'error')
  return (
    <div className="sticky top-3 z-30 grid gap-3">
      <div aria-live="polite">
        {messages.map((notice) => (
          <AdminNoticeBox notice={notice} key={notice.title} />
        ))}
      </div>
      {errors.map((notice) => (
        <AdminNoticeBox notice={notice} role="alert" key={notice.title} />
      ))}
    </div>
  )
}

function AdminNoticeBox({ notice, role }: { notice: AdminNotice; role?: 'alert' }) {
  return (
    <Note tone={notice.kind} icon={noticeIcon(notice.kind)} role={role} className="mb-6 shadow-drop">
      <div className="flex items-baseline justify-between gap-4">
        <div>
          <NoticeText notice={notice} />
        </div>
        {notice.undo ? (
          <Form method="post" action={notice.undo.action} preventScrollReset>
            <input type="hidden" name="id" value={notice.undo.id} />
            <Button variant="link" className="min-h-0" name="intent" value={notice.undo.intent}>
              Undo
            </Button>
          </Form>
        ) : null}
      </div>
    </Note>
  )
}
