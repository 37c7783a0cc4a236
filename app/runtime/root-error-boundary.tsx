import { Component, type ReactNode } from 'react'

type Props = { readonly children: ReactNode }

/** In the browser's history: a document that could not be taken over, and is left as it was written. */
type Place = { readonly isPlain?: boolean } | null

/** Whether this document was loaded anew because it broke by itself: its scripts leave it alone. */
export function isPlainDocument(): boolean {
  return (history.state as Place)?.isPlain === true
}

const withoutHash = (address: string | undefined) => address?.split('#')[0]

/** Whether what is shown is what the document was loaded for. */
function isOwnPage(): boolean {
  const [document] = performance.getEntriesByType('navigation')
  return withoutHash(document?.name) === withoutHash(location.href)
}

/**
 * Where even the frame of a page breaks, nothing of it is left to say so: the address is loaded anew, and the server writes
 * the page, or says what is wrong. A document that broke by itself stays plain then, as its links and forms work, instead of
 * breaking again and again.
 */
export class RootErrorBoundary extends Component<Props, { hasFailed: boolean }> {
  override state = { hasFailed: false }

  static getDerivedStateFromError() {
    return { hasFailed: true }
  }

  override componentDidCatch(error: unknown) {
    reportError(error)
    history.replaceState({ ...history.state, isPlain: isOwnPage() }, '')
    location.reload()
  }

  override render() {
    return this.state.hasFailed ? null : this.props.children
  }
}
