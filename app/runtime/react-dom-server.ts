import { options, type VNode } from 'preact'

/** What the built shop has in place of `react-dom/server`. */
export { renderToString } from 'preact-render-to-string'

/** A context's provider as Preact has it: the short names are those of its published files, and of its own devtools. */
type Provider = {
  getChildContext?: () => Record<string, Provider>
  sub?: () => void
}
type Rendered = VNode & { readonly __c: Provider }

/** Whom a provider would tell of a change. */
function tellNobody(): void {}

/**
 * On a server nothing changes after it was rendered, so a provider need not write down who reads its value. What it
 * writes keeps every rendered page in memory until the next big collection.
 */
function makeProvidersForgetful(): void {
  const hooks = options as { __r?: (node: Rendered) => void }
  const before = hooks.__r
  hooks.__r = (node) => {
    before?.(node)
    const id: unknown = typeof node.type === 'function' && Reflect.get(node.type, '__c')
    if (typeof id !== 'string' || node.__c.getChildContext) return
    const context = { [id]: node.__c }
    node.__c.getChildContext = () => context
    node.__c.sub = tellNobody
  }
}

const ELEMENT = Symbol.for('react.element')

/**
 * Preact's stand-in for React rewrites the properties of every element for a browser's document. The renderer knows
 * React's names itself, so on a server only components pass through it. What React is told about taking over is for React.
 */
function leaveElementsAsTheyAre(): void {
  const before = options.vnode
  options.vnode = (node) => {
    if (typeof node.type !== 'string') return before?.(node)
    Reflect.set(node, '$$typeof', ELEMENT)
    const props = node.props as { suppressHydrationWarning?: unknown }
    if (props.suppressHydrationWarning) props.suppressHydrationWarning = undefined
  }
}

makeProvidersForgetful()
leaveElementsAsTheyAre()
