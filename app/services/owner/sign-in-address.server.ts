import { localAddress } from '../forms/form-post.server.ts'

const SIGN_IN = '/admin/sign-in'
const ROOM = '/admin'

/** Where to sign in so as to come back to the page that was asked for. */
export function signInAddress(wanted: URL): string {
  const { pathname, search } = wanted
  if (pathname === ROOM) return SIGN_IN
  // A file is no page to come back to, but its list is.
  const page = pathname.replace(/\.csv$/, '')
  return `${SIGN_IN}?${new URLSearchParams({ returnTo: page + search })}`
}

/** Where to go after signing in: the page of the room that the address names, else the first one. */
export function adminAddressOf(url: URL): string {
  const wanted = localAddress(url.searchParams.get('returnTo'))
  return wanted?.startsWith(`${ROOM}/`) && !wanted.startsWith(SIGN_IN) ? wanted : ROOM
}
