import { LRUCache } from 'lru-cache'
import { createElement, Fragment, type VNode } from 'preact'
import { renderToString } from 'preact-render-to-string'
import { KeptPart, type SplitPart } from '../services/pages/page-parts.server.ts'
import { FOLD, type Keep } from './document-facts.ts'

/**
 * Parts of documents that are rendered once for each name (`components/layout/kept.tsx`). A document has a mark in the
 * place of each, which `finishPage` exchanges.
 */

/** Where Preact counts what `useId` gives: the short names are those of its published files. */
type Counted = VNode & { __?: Counted | null; __m?: [depth: number, count: number] }

/** A part, with how many identifiers it has used. */
type Kept = { readonly sides: SplitPart; readonly ids: number }

const MOST_KEPT_LETTERS = 8_000_000
/** For each shop of the process its own. */
const shelves = new WeakMap<object, LRUCache<string, Kept>>()

function shelfOf(shop: object): LRUCache<string, Kept> {
  const shelf =
    shelves.get(shop) ??
    new LRUCache<string, Kept>({
      maxSize: MOST_KEPT_LETTERS,
      // In memory twice, as letters and as bytes, and compressed.
      sizeCalculation: ({ sides }, name) =>
        name.length + sides.reduce((sum, { text }) => sum + 3 * text.length, 1),
    })
  shelves.set(shop, shelf)
  return shelf
}

/** How many kept parts are being rendered, one within the other. */
let depth = 0

function counterOf(node: Counted): [number, number] {
  let root = node
  while (!root.__m && root.__) root = root.__
  root.__m ??= [0, 0]
  return root.__m
}

/** Rendered as if it stood where it stands: with the context there, and counting identifiers on from there. */
function render(content: unknown, context: unknown, counter: readonly [number, number]): Kept {
  const root: Counted = createElement(Fragment, null, content as VNode)
  const inner: [number, number] = [...counter]
  root.__m = inner
  depth++
  try {
    const letters = renderToString(root, context as object)
    return {
      sides: letters.split(FOLD).map((side) => new KeptPart(side)),
      ids: inner[1] - counter[1],
    }
  } finally {
    depth--
  }
}

/**
 * What keeps the parts of one document.
 * @param shop whose parts are kept together
 * @param version names what all parts depend on; parts of another version are not used
 * @returns `keep`, and the parts that the marks stand for
 */
export function createKeeping(
  shop: object,
  version: string,
): { readonly keep: Keep; readonly parts: readonly SplitPart[] } {
  const parts: SplitPart[] = []
  const kept = shelfOf(shop)
  return {
    parts,
    keep(name, content, { node, context }) {
      const counter = counterOf(node as Counted)
      const key = `${version} ${counter.join()} ${name}`
      const known = kept.get(key)
      const { sides, ids } = known ?? render(content, context, counter)
      if (!known) kept.set(key, { sides, ids })
      counter[1] += ids
      return depth > 0 ? sides.map(({ text }) => text).join(FOLD) : markOf(parts.push(sides) - 1)
    },
  }
}

/** Nothing that a page shows can look like it: letters that begin an element are escaped there. */
const markOf = (place: number) => `<!--kept ${place}-->`
export const KEPT_MARK = /<!--kept (\d+)-->/
