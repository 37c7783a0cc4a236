import { LRUCache } from 'lru-cache'
import type { VNode } from 'preact'
import { renderToString } from 'preact-render-to-string'

const MOST_KEPT_LETTERS = 2_000_000
const kept = new LRUCache<string, string>({
  maxSize: MOST_KEPT_LETTERS,
  sizeCalculation: (letters) => letters.length + 1,
})

/**
 * Renders a part of a page once for each name (`components/layout/kept.tsx`).
 * @param context what the renderer handed to the component round the part
 */
export function renderKept(name: string, part: unknown, context: unknown): string {
  const known = kept.get(name)
  if (known !== undefined) return known
  const letters = renderToString(part as VNode, context as object)
  kept.set(name, letters)
  return letters
}
