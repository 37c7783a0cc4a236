import { localAddress } from '../forms/form-post.server.ts'

const SIGN_IN = '/admin/sign-in'
const ADMIN = '/admin'

/** The sign-in address that returns to the requested page. */
export function signInAddress(requested: URL): string {
  const { pathname, search } = requested
  if (pathname === ADMIN) return SIGN_IN
  // A download is not a page to return to, but its list is.
  const page = pathname.replace(/\.csv$/, '')
  return `${SIGN_IN}?${new URLSearchParams({ returnTo: page + search })}`
}

/** Where to go after signing in: the admin page in `returnTo`, else the first one. Other addresses are ignored. */
export function adminAddressOf(url: URL): string {
  const returnTo = localAddress(url.searchParams.get('returnTo'))
  return returnTo?.startsWith(`${ADMIN}/`) && !returnTo.startsWith(SIGN_IN) ? returnTo : ADMIN
}
