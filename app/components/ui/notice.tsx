import { Link } from 'react-router'
import type { Notice } from '#app/models/messages.ts'
import type { IconName } from './icon.tsx'
import { Note } from './note.tsx'

const ICONS: Record<Notice['kind'], IconName> = { success: 'check', error: 'alert', info: 'alert' }

/** The icon of a kind of message. */
export function noticeIcon(kind: Notice['kind']): IconName {
  return ICONS[kind]
}

/** Title, text and link of a message, without the box around them. */
export function NoticeText({ notice }: { notice: Notice }) {
  return (
    <>
      <b className="block">{notice.title}</b>
      {notice.text ? <span>{notice.text} </span> : ' '}
      {notice.explanation ? <span className="mt-1.5 block">{notice.explanation} </span> : null}
      {notice.link ? (
        <Link to={notice.link.href} prefetch="intent">
          {notice.link.label}
        </Link>
      ) : null}
    </>
  )
}

/** A message in the page about what the visitor has just done. */
export function NoticeBox({ notice, className }: { notice: Notice; className?: string }) {
  return (
    <Note
      tone={notice.kind}
      icon={noticeIcon(notice.kind)}
      role={notice.kind === 'error' ? 'alert' : 'status'}
      className={className}
    >
      <NoticeText notice={notice} />
    </Note>
  )
}
