import { Link as FullLink, type LinkProps } from 'react-router'

/**
 * What the built server has in place of `react-router`: the same, with a link that is only what a server writes of one.
 * The framework's own prepares itself for clicks, which took a sixth of the time of a page.
 */
export * from 'react-router'

/** A path from the root without anything to resolve. */
const PLAIN = /^\/(?!\/)(?!.*\/\.)/

export function Link(props: LinkProps) {
  const {
    to,
    discover = 'render',
    prefetch,
    relative,
    reloadDocument,
    replace,
    mask,
    state,
    preventScrollReset,
    viewTransition,
    defaultShouldRevalidate,
    onClick,
    ...rest
  } = props
  if (typeof to !== 'string' || mask !== undefined || !PLAIN.test(to) || prefetch === 'render')
    return <FullLink {...props} />
  return <a {...rest} href={to} data-discover={discover === 'render' ? 'true' : undefined} />
}
