import { Link } from 'react-router'
import { Icon } from '../ui/icon.tsx'

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
        <Link className="link" to={list.previous} rel="prev">
          <Icon name="left" /> Previous
        </Link>
      ) : (
        <span />
      )}
      <span className="muted">{`Page ${list.page} of ${list.pageCount}`}</span>
      {list.next ? (
        <Link className="link" to={list.next} rel="next">
          Next <Icon name="right" />
        </Link>
      ) : (
        <span />
      )}
    </nav>
  )
}
