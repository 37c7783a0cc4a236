import { useLocation } from 'react-router'
import type { Notice } from '#app/models/messages.ts'
import { Note } from '../ui/note.tsx'
import { NoticeText, noticeIcon } from '../ui/notice.tsx'

/**
 * Result of the last form. Shown until the next navigation. Errors are alerts and
 * stay outside the live region, as some screen readers would announce them twice inside it.
 */
export function AdminNotices({ notices }: { notices: readonly Notice[] }) {
  // Of each form its own: the same words in the same element would not be announced a second time.
  const { key } = useLocation()
  const messages = notices.filter(({ kind }) => kind !== 'error')
  const errors = notices.filter(({ kind }) => kind === 'error')
  return (
    <div className="sticky top-3 z-30 grid gap-3">
      <div aria-live="polite">
        {messages.map((notice) => (
          <AdminNoticeBox notice={notice} key={key + notice.title} />
        ))}
      </div>
      {errors.map((notice) => (
        <AdminNoticeBox notice={notice} role="alert" key={key + notice.title} />
      ))}
    </div>
  )
}

function AdminNoticeBox({ notice, role }: { notice: Notice; role?: 'alert' }) {
  return (
    <Note tone={notice.kind} icon={noticeIcon(notice.kind)} role={role} className="mb-6 shadow-drop">
      <NoticeText notice={notice} />
    </Note>
  )
}
