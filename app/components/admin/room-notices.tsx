import { Form } from 'react-router'
import type { RoomNotice } from '../../models/owner-messages.ts'
import { Button } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { NoticeWords, noticeIcon } from '../ui/notice.tsx'

/** What came of the last form, with the way back where there is one. It stays in sight until the next step. */
export function RoomNotices({ notices }: { notices: readonly RoomNotice[] }) {
  return (
    <div className="said" aria-live="polite">
      {notices.map((notice) => (
        <div
          className={`notice ${notice.kind}`}
          role={notice.kind === 'error' ? 'alert' : 'status'}
          key={notice.title}
        >
          <Icon name={noticeIcon(notice.kind)} />
          <div>
            <NoticeWords notice={notice} />
          </div>
          {notice.undo ? <UndoForm undo={notice.undo} /> : null}
        </div>
      ))}
    </div>
  )
}

function UndoForm({ undo }: { undo: NonNullable<RoomNotice['undo']> }) {
  return (
    <Form method="post" action={undo.action} preventScrollReset>
      <input type="hidden" name="id" value={undo.id} />
      <Button variant="link" name="intent" value={undo.intent}>
        Undo
      </Button>
    </Form>
  )
}
