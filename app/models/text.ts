/**
 * A small subset of Markdown, in strings that structured data can have too: `[text](url)`, `**bold**`, `` `code` ``.
 */
export type InlinePart =
  | { readonly kind: 'text' | 'strong' | 'code'; readonly text: string }
  | { readonly kind: 'link'; readonly text: string; readonly href: string }

const MARKS = /\[([^\]]+)\]\(([^)\s]+)\)|\*\*([^*]+)\*\*|`([^`]+)`/g

/** Parses a text into its parts, in order. Incomplete markup stays text. */
export function parseInlineText(text: string): InlinePart[] {
  const parts: InlinePart[] = []
  let end = 0
  for (const match of text.matchAll(MARKS)) {
    const [whole, words, href, strong, code] = match
    if (match.index > end) parts.push({ kind: 'text', text: text.slice(end, match.index) })
    if (words !== undefined && href !== undefined) parts.push({ kind: 'link', text: words, href })
    else if (strong !== undefined) parts.push({ kind: 'strong', text: strong })
    else if (code !== undefined) parts.push({ kind: 'code', text: code })
    end = match.index + whole.length
  }
  if (end < text.length) parts.push({ kind: 'text', text: text.slice(end) })
  return parts
}

export function plainText(text: string): string {
  return parseInlineText(text)
    .map((part) => part.text)
    .join('')
}
