import { type ComponentChild, hydrate } from 'preact'

/**
 * What the built shop has in place of `react-dom/client`: Preact takes over a whole document. Preact itself only takes
 * over what lies inside an element, so it is handed a stand-in whose one child is `<html>`.
 */
export function hydrateRoot(container: Document, element: ComponentChild): void {
  const html = container.documentElement
  const standIn = {
    nodeType: Node.ELEMENT_NODE,
    namespaceURI: html.namespaceURI,
    ownerDocument: container,
    parentNode: container,
    firstChild: html,
    childNodes: [html],
    contains: (node: Node) => container.contains(node),
    // There is one <html> and it stays where it is.
    insertBefore: (node: Node) => node,
    appendChild: (node: Node) => node,
    removeChild: (node: Node) => node,
  }
  hydrate(element, standIn as unknown as Element)
}
