import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { Notice } from '../../models/messages.ts'
import { Hydrated } from '../layout/page-change.tsx'
import { NoticeBox } from '../ui/notice.tsx'
import { Plate } from '../ui/plate.tsx'
import { useOfflineGuard } from './use-offline-guard.ts'

/** Page layout of the sign-in, its second step, and the errors of the auth guard. */
export function AuthPanel({
  title,
  notices = [],
  children,
}: {
  title: string
  notices?: readonly Notice[]
  children?: ReactNode
}) {
  const offline = useOfflineGuard()
  return (
    <div className="page-admin" onSubmitCapture={offline.onSubmitCapture}>
      <a className="skip" href="#main">
        Skip to content
      </a>
      <main id="main" tabIndex={-1} className="in1 dark">
        <div className="wrap">
          <Plate className="key">
            <img src="/art/logo-mark.svg" alt="" width="200" height="200" />
            <h1>{title}</h1>
            {[...notices, ...offline.notices].map((notice) => (
              <NoticeBox key={notice.title} notice={notice} />
            ))}
            {children}
          </Plate>
          <Link className="link" to="/" reloadDocument>
            Back to the shop
          </Link>
        </div>
      </main>
      <Hydrated />
    </div>
  )
}
