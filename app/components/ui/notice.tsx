import type { Notice } from '../../models/messages.ts'
import { Icon, type IconName } from './icon.tsx'
import { PageLink } from './page-link.tsx'

const SIGNS: Record<Notice['kind'], IconName> = { success: 'check', error: 'alert', info: 'alert' }

/** The sign of a kind of message. */
export function noticeIcon(kind: Notice['kind']): IconName {
  return SIGNS[kind]
}

/** Title, text and link of a message, without the box around them. */
export function NoticeWords({ notice }: { notice: Notice }) {
  return (
    <>
      <b>{notice.title}</b>
      {notice.text ? <span>{notice.text} </span> : ' '}
      {notice.explanation ? <span className="why">{notice.explanation} </span> : null}
      {notice.link ? (
        <PageLink to={notice.link.href} prefetch="intent">
          {notice.link.label}
        </PageLink>
      ) : null}
    </>
  )
}

/** A message that stands in the page: the answer to something just done. */
export function NoticeBox({ notice }: { notice: Notice }) {
  return (
    <div className={`notice ${notice.kind}`} role={notice.kind === 'error' ? 'alert' : 'status'}>
      <Icon name={noticeIcon(notice.kind)} />
      <div>
        <NoticeWords notice={notice} />
      </div>
    </div>
  )
}
