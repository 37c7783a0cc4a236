import { LRUCache } from 'lru-cache'
import { createElement, Fragment, type VNode } from 'preact'
import { renderToString } from 'preact-render-to-string'
import { DocumentPart, type SplitPart } from '../services/pages/page-parts.server.ts'
import { FOLD, type RenderFragment } from './document-facts.ts'

/**
 * Caches rendered fragments of documents by name (`components/layout/cached-fragment.tsx`). The rendered document
 * has a placeholder for each, which `finishPage` replaces. Decision: docs/decisions/013-cached-fragments.md
 */

/** Preact's counter for `useId` is on the root node; these are the mangled property names of its published files. */
type CountingNode = VNode & { __?: CountingNode | null; __m?: [depth: number, count: number] }

/** A fragment split at the fold, and how many ids it has used. */
type RenderedFragment = { readonly sides: SplitPart; readonly ids: number }

const MAX_CACHED_CHARACTERS = 8_000_000
/** One cache for each shop of the process. */
const caches = new WeakMap<object, LRUCache<string, RenderedFragment>>()

function cacheOf(shop: object): LRUCache<string, RenderedFragment> {
  const cache =
    caches.get(shop) ??
    new LRUCache<string, RenderedFragment>({
      maxSize: MAX_CACHED_CHARACTERS,
      // Held as text, as bytes, and compressed.
      sizeCalculation: ({ sides }, name) =>
        name.length + sides.reduce((sum, { text }) => sum + 3 * text.length, 1),
    })
  caches.set(shop, cache)
  return cache
}

/** How many fragments are being rendered, nested in each other. */
let depth = 0

function idCounterOf(node: CountingNode): [number, number] {
  let root = node
  while (!root.__m && root.__) root = root.__
  root.__m ??= [0, 0]
  return root.__m
}

/** Renders a fragment as if in place: with the context and the id counter of its position. */
function render(content: unknown, context: unknown, counter: readonly [number, number]): RenderedFragment {
  const root: CountingNode = createElement(Fragment, null, content as VNode)
  const inner: [number, number] = [...counter]
  root.__m = inner
  depth++
  try {
    const html = renderToString(root, context as object)
    return {
      sides: html.split(FOLD).map((side) => new DocumentPart(side)),
      ids: inner[1] - counter[1],
    }
  } finally {
    depth--
  }
}

/**
 * Makes the fragment renderer of one document.
 * @param shop key of the cache: fragments are cached for each shop of the process
 * @param version names everything that all fragments depend on; those of another version are not used
 * @returns `renderFragment`, and the fragments that the placeholders stand for
 */
export function createFragmentRenderer(
  shop: object,
  version: string,
): { readonly renderFragment: RenderFragment; readonly parts: readonly SplitPart[] } {
  const parts: SplitPart[] = []
  const cache = cacheOf(shop)
  return {
    parts,
    renderFragment(name, content, { node, context }) {
      const counter = idCounterOf(node as CountingNode)
      const key = `${version} ${counter.join()} ${name}`
      const cached = cache.get(key)
      const { sides, ids } = cached ?? render(content, context, counter)
      if (!cached) cache.set(key, { sides, ids })
      counter[1] += ids
      return depth > 0 ? sides.map(({ text }) => text).join(FOLD) : markOf(parts.push(sides) - 1)
    },
  }
}

/** Cannot occur in page content, where `<` is escaped. */
const markOf = (index: number) => `<!--fragment ${index}-->`
export const FRAGMENT_MARK = /<!--fragment (\d+)-->/
