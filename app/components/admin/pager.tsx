import { Icon } from '../ui/icon.tsx'
import { PageLink } from '../ui/page-link.tsx'

/** Pagination of a list; nothing when there is only one page. */
export function Pager({
  list,
}: {
  list: {
    readonly page: number
    readonly pageCount: number
    readonly previous: string | null
    readonly next: string | null
  }
}) {
  if (list.pageCount < 2) return null
  return (
    <nav className="pager" aria-label="Pages">
      {list.previous ? (
        <PageLink className="link" to={list.previous} rel="prev">
          <Icon name="left" /> Previous
        </PageLink>
      ) : (
        <span />
      )}
      <span className="muted">{`Page ${list.page} of ${list.pageCount}`}</span>
      {list.next ? (
        <PageLink className="link" to={list.next} rel="next">
          Next <Icon name="right" />
        </PageLink>
      ) : (
        <span />
      )}
    </nav>
  )
}
