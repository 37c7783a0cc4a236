import { Component, type ReactNode } from 'react'

type Props = { readonly children: ReactNode }

/** The state of a history entry whose document failed while hydrating: it is left as the server rendered it. */
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
 * Catches errors in the frame of a page, where no route's error boundary is left: reloads the URL, so that the
 * server renders the page or its error page. If the document failed by itself, it is not hydrated after the reload,
 * as it would fail again; its links and forms work without scripts.
 */
export class RootErrorBoundary extends Component<Props, { hasFailed: boolean }> {
  override state = { hasFailed: false }

  static getDerivedStateFromError() {
    return { hasFailed: true }
  }

  override componentDidCatch(error: unknown) {
    reportError(error)
    history.replaceState({ ...history.state, isPlain: isDocumentPage() }, '')
    location.reload()
  }

  override render() {
    return this.state.hasFailed ? null : this.props.children
  }
}
