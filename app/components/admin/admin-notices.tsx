import { Form } from 'react-router'
import type { AdminNotice } from '../../models/owner-messages.ts'
import { Button } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { NoticeText, noticeIcon } from '../ui/notice.tsx'

/**
 * What came of the last form, with the way back where there is one. It stays in sight until the next step. What went wrong is
 * an alert, and stands outside of the region that is read out anyway: in it some would hear it twice.
 */
export function AdminNotices({ notices }: { notices: readonly AdminNotice[] }) {
  const said = notices.filter(({ kind }) => kind !== 'error')
  const wrong = notices.filter(({ kind }) => kind === 'error')
  return (
    <div className="said">
      <div aria-live="polite">
        {said.map((notice) => (
          <AdminNoticeBox notice={notice} key={notice.title} />
        ))}
      </div>
      {wrong.map((notice) => (
        <AdminNoticeBox notice={notice} role="alert" key={notice.title} />
      ))}
    </div>
  )
}

function AdminNoticeBox({ notice, role }: { notice: AdminNotice; role?: 'alert' }) {
  return (
    <div className={`notice ${notice.kind}`} role={role}>
      <Icon name={noticeIcon(notice.kind)} />
      <div>
        <NoticeText notice={notice} />
      </div>
      {notice.undo ? <UndoForm undo={notice.undo} /> : null}
    </div>
  )
}

function UndoForm({ undo }: { undo: NonNullable<AdminNotice['undo']> }) {
  return (
    <Form method="post" action={undo.action} preventScrollReset>
      <input type="hidden" name="id" value={undo.id} />
      <Button variant="link" name="intent" value={undo.intent}>
        Undo
      </Button>
    </Form>
  )
}
