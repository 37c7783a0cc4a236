import type { ComponentProps } from 'react'

export type PageLinkProps = Omit<ComponentProps<'a'>, 'href'> & {
  /** An address of the shop: a path, or only a query. */
  readonly to: string
  /** `intent`: fetched ahead when the visitor seems about to follow it. */
  readonly prefetch?: 'intent' | 'none'
  /** The page stays where it is scrolled to. */
  readonly preventScrollReset?: boolean
  /** The page that is left is no step of the history. */
  readonly replace?: boolean
  /** Followed by the browser itself. */
  readonly reloadDocument?: boolean
}

/**
 * A link to another page of the shop: for the browser a plain one, marked for `runtime/page-links.ts`, which follows it
 * without loading a document. It needs no router, no state and no listener of its own, so a page of links is rendered
 * and taken over quickly.
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
