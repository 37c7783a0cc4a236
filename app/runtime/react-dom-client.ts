import { type ComponentChild, hydrate } from 'preact'

/**
 * Replaces `react-dom/client` in the build: hydrates a whole document with Preact. Preact hydrates the children of an
 * element, so it gets an object that behaves like an element whose only child is `<html>`.
 */
export function hydrateRoot(container: Document, element: ComponentChild): void {
  const html = container.documentElement
  const parent = {
    nodeType: Node.ELEMENT_NODE,
    namespaceURI: html.namespaceURI,
    ownerDocument: container,
    parentNode: container,
    firstChild: html,
    childNodes: [html],
    contains: (node: Node) => container.contains(node),
    // The document's only <html> is never inserted, moved or removed.
    insertBefore: (node: Node) => node,
    appendChild: (node: Node) => node,
    removeChild: (node: Node) => node,
  }
  hydrate(element, parent as unknown as Element)
}
