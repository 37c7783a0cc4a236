/** A tag, a comment, or a script or style, whose content is not markup. */
const MARKUP = /<!--[\s\S]*?-->|<(script|style)\b(?:"[^"]*"|[^">])*>([\s\S]*?)<\/\1>|<(?:"[^"]*"|[^">])*>/g
const ENTITY = /&(?:#x([0-9a-f]+)|#(\d+)|(\w+));/gi
const NAMED: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: '\u00a0' }

/** Decodes the entities that renderers write. */
function decodeEntities(text: string): string {
  return text.replace(ENTITY, (whole, hex: string, decimal: string, name: string) => {
    if (name) return NAMED[name] ?? whole
    return String.fromCodePoint(hex ? Number.parseInt(hex, 16) : Number(decimal))
  })
}

export function collapseWhitespace(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}

/** Markup without all tags but those, and without comments, scripts and styles. */
export function withTagsOf(html: string, tags: ReadonlySet<string>): string {
  return html.replace(MARKUP, (tag) => (tags.has(/^<\/?(\w+)/.exec(tag)?.[1] ?? '') ? tag : ''))
}

/**
 * The text of markup as `textContent`, with whitespace collapsed. Without a document: parsing a page takes longer
 * than rendering it.
 * @param html renderer output: attributes that contain a `>` are in double quotes
 */
export function textOf(html: string, { withScripts }: { withScripts: boolean }): string {
  let text = ''
  let end = 0
  for (const match of html.matchAll(MARKUP)) {
    const [whole, element, content = ''] = match
    text += decodeEntities(html.slice(end, match.index))
    if (element === 'style' || (element === 'script' && withScripts)) text += content
    end = match.index + whole.length
  }
  return collapseWhitespace(text + decodeEntities(html.slice(end)))
}
