import { options, type VNode } from 'preact'

/** Replaces `react-dom/server` in the build, and tunes Preact for rendering on a server. */
export { renderToString } from 'preact-render-to-string'

/** A context provider inside Preact. `__c` and `__r` below are the mangled names in its published files. */
type Provider = {
  getChildContext?: () => Record<string, Provider>
  sub?: () => void
}
type RenderedNode = VNode & { readonly __c: Provider }

function noop(): void {}

/**
 * Makes context providers not record their consumers: nothing changes after a render on the server, and the records
 * keep every rendered page in memory until the next major garbage collection.
 */
function disableContextSubscriptions(): void {
  const hooks = options as { __r?: (node: RenderedNode) => void }
  const previous = hooks.__r
  hooks.__r = (node) => {
    previous?.(node)
    const contextId: unknown = typeof node.type === 'function' && Reflect.get(node.type, '__c')
    if (typeof contextId !== 'string' || node.__c.getChildContext) return
    const context = { [contextId]: node.__c }
    node.__c.getChildContext = () => context
    node.__c.sub = noop
  }
}

const ELEMENT = Symbol.for('react.element')

/**
 * Skips the conversion of React's attribute names by `preact/compat` for elements: it is meant for the DOM, and the
 * server renderer knows these names. Removes `suppressHydrationWarning`, which would be rendered as an attribute.
 */
function skipAttributeConversion(): void {
  const previous = options.vnode
  options.vnode = (node) => {
    if (typeof node.type !== 'string') return previous?.(node)
    Reflect.set(node, '$$typeof', ELEMENT)
    const props = node.props as { suppressHydrationWarning?: unknown }
    if (props.suppressHydrationWarning) props.suppressHydrationWarning = undefined
  }
}

disableContextSubscriptions()
skipAttributeConversion()
