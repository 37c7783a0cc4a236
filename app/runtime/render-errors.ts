import type { ClientOnErrorFunction } from 'react-router'

/** The state of a history entry whose document failed while rendering: it is left as the server rendered it. */
type EntryState = { readonly isPlain?: boolean } | null

/** Whether this document was reloaded because it had failed by itself; then it must not be hydrated. */
export function isHydrationDisabled(): boolean {
  return (history.state as EntryState)?.isPlain === true
}

const withoutHash = (address: string | undefined) => address?.split('#')[0]

/** Whether the visible page is the one that the document was loaded for, rather than a later one. */
function isDocumentPage(): boolean {
  const [document] = performance.getEntriesByType('navigation')
  return withoutHash(document?.name) === withoutHash(location.href)
}

/**
 * Reloads the URL after an error while rendering, so that the server renders the page or its error page. If the
 * document failed by itself, for example in a browser that lacks what its scripts use, it is not hydrated after the
 * reload, as it would fail again; its links and forms work without scripts. Offline, the shop's error page stays.
 * Errors of loaders and actions have no `errorInfo`, and have their pages.
 */
export const reloadAfterRenderError: ClientOnErrorFunction = (error, { errorInfo }) => {
  if (!errorInfo) return
  reportError(error)
  if (!navigator.onLine) return
  history.replaceState({ ...history.state, isPlain: isDocumentPage() }, '')
  location.reload()
}
