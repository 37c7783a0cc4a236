import { Form } from 'react-router'
import type { RoomNotice } from '../../models/owner-messages.ts'
import { Button } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { NoticeWords, noticeIcon } from '../ui/notice.tsx'

/**
 * What came of the last form, with the way back where there is one. It stays in sight until the next step. What went wrong is
 * an alert, and stands outside of the region that is read out anyway: in it some would hear it twice.
 */
export function RoomNotices({ notices }: { notices: readonly RoomNotice[] }) {
  const said = notices.filter(({ kind }) => kind !== 'error')
  const wrong = notices.filter(({ kind }) => kind === 'error')
  return (
    <div className="said">
      <div aria-live="polite">
        {said.map((notice) => (
          <RoomNoticeBox notice={notice} key={notice.title} />
        ))}
      </div>
      {wrong.map((notice) => (
        <RoomNoticeBox notice={notice} role="alert" key={notice.title} />
      ))}
    </div>
  )
}

function RoomNoticeBox({ notice, role }: { notice: RoomNotice; role?: 'alert' }) {
  return (
    <div className={`notice ${notice.kind}`} role={role}>
      <Icon name={noticeIcon(notice.kind)} />
      <div>
        <NoticeWords notice={notice} />
      </div>
      {notice.undo ? <UndoForm undo={notice.undo} /> : null}
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
