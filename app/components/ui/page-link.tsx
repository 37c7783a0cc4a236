import type { ComponentProps } from 'react'

export type PageLinkProps = Omit<ComponentProps<'a'>, 'href'> & {
  /** A URL of the shop: a path, or only a query. */
  readonly to: string
  /** `intent`: prefetched when the visitor seems about to follow it. */
  readonly prefetch?: 'intent' | 'none'
  /** Keeps the scroll position. */
  readonly preventScrollReset?: boolean
  /** Replaces the current history entry. */
  readonly replace?: boolean
  /** Followed by the browser, without client-side navigation. */
  readonly reloadDocument?: boolean
}

/**
 * A link to another page of the shop: a plain `<a>`, marked for `runtime/page-links.ts`, which navigates on the
 * client. It needs no router context, state or event listener, so pages with many links render and hydrate quickly.
 */
export function PageLink({
  to,
  prefetch,
  preventScrollReset,
  replace,
  reloadDocument,
  ...rest
}: PageLinkProps) {
  const marks = [prefetch === 'intent' && 'ahead', preventScrollReset && 'stay', replace && 'replace']
  const mark = reloadDocument ? undefined : marks.filter(Boolean).join(' ')
  return <a {...rest} href={to} data-page={mark} />
}
