import type { ListView } from '#app/models/owner-lists.ts'
import { TextLink } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'

/** Pagination of a list; nothing when there is only one page. */
export function Pager({ list }: { list: Pick<ListView<never>, 'page' | 'pageCount' | 'previous' | 'next'> }) {
  if (list.pageCount < 2) return null
  return (
    <nav className="mt-4 grid grid-cols-3 items-center gap-4 text-sm" aria-label="Pages">
      {list.previous ? (
        <TextLink prefetch="none" className="justify-self-start" to={list.previous} rel="prev">
          <Icon name="left" /> Previous
        </TextLink>
      ) : (
        <span />
      )}
      <p className="text-center text-quiet">{`Page ${list.page} of ${list.pageCount}`}</p>
      {list.next ? (
        <TextLink prefetch="none" className="justify-self-end" to={list.next} rel="next">
          Next <Icon name="right" />
        </TextLink>
      ) : (
        <span />
      )}
    </nav>
  )
}
