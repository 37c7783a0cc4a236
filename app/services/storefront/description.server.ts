import { Parser } from 'htmlparser2'
import type { DescriptionBlock, DescriptionLine, DescriptionText } from '#app/models/description-blocks.ts'

/** More than a page can show; Shopify allows far more. */
const MAX_CHARACTERS = 20_000
/** What their content says is not for reading. */
const SKIPPED = [
  'script',
  'style',
  'template',
  'noscript',
  'iframe',
  'object',
  'svg',
  'math',
  'title',
  'textarea',
  'select',
]
const HEADINGS = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6']
const BLOCKS = [
  ...HEADINGS,
  'p',
  'div',
  'section',
  'article',
  'blockquote',
  'pre',
  'center',
  'figure',
  'hr',
  'dl',
  'dt',
  'dd',
]

/** The address of a link that may be followed from a page of the shop; null for any other, such as a page of the store. */
function safeHref(href: string | undefined): string | null {
  const url = URL.parse(href?.trim() ?? '')
  return url !== null && ['http:', 'https:', 'mailto:'].includes(url.protocol) ? url.href : null
}

/** Joins neighbours of one kind, collapses white space and removes it at both ends. */
function tidyLine(parts: readonly DescriptionText[]): DescriptionLine {
  const tidy: DescriptionText[] = []
  for (const part of parts) {
    const last = tidy.at(-1)
    if (part.kind === 'break') {
      if (last !== undefined && last.kind !== 'break') tidy.push(part)
      continue
    }
    const isAfterSpace = last === undefined || last.kind === 'break' || last.text.endsWith(' ')
    const collapsed = part.text.replace(/\s+/g, ' ')
    const text = isAfterSpace ? collapsed.trimStart() : collapsed
    if (text === '') continue
    if (last?.kind === part.kind && last.kind !== 'link' && part.kind !== 'link')
      tidy[tidy.length - 1] = { kind: last.kind, text: last.text + text }
    else tidy.push({ ...part, text })
  }
  while (tidy.at(-1)?.kind === 'break') tidy.pop()
  const last = tidy.at(-1)
  if (last !== undefined && last.kind !== 'break') {
    const text = last.text.trimEnd()
    if (text === '') tidy.pop()
    else tidy[tidy.length - 1] = { ...last, text }
  }
  return tidy
}

/**
 * Reads the HTML of a description: paragraphs, headings, lists, tables, emphasis and links. Anything else is left out, or
 * its text alone is kept; what is malformed is read as a browser would. The result is data, so that no markup of the store
 * gets into a page. Nested lists become one.
 */
export function parseDescription(html: string): readonly DescriptionBlock[] {
  const blocks: DescriptionBlock[] = []
  let line: DescriptionText[] = []
  let heading = false
  let breaks = 0
  let characters = 0
  const skipped: string[] = []
  const emphasis: ('strong' | 'em')[] = []
  let href: string | null = null
  let list: { readonly isOrdered: boolean; readonly items: DescriptionLine[]; depth: number } | null = null
  let table: { readonly rows: DescriptionLine[][]; depth: number } | null = null

  /** Ends the line: it becomes an item, a cell, or a block of its own. */
  function endLine(): void {
    const tidy = tidyLine(line)
    line = []
    breaks = 0
    if (tidy.length === 0) return
    if (list) list.items.push(tidy)
    else if (table) {
      if (table.rows.length === 0) table.rows.push([])
      table.rows.at(-1)?.push(tidy)
    } else blocks.push({ kind: heading ? 'heading' : 'paragraph', line: tidy })
  }

  function endList(): void {
    if (list && list.items.length > 0)
      blocks.push({ kind: 'list', isOrdered: list.isOrdered, items: list.items })
    list = null
  }

  function endTable(): void {
    const rows = table?.rows.filter((row) => row.length > 0) ?? []
    if (rows.length > 0) blocks.push({ kind: 'table', rows })
    table = null
  }

  function openBlock(name: string): void {
    if (name === 'ul' || name === 'ol') {
      if (list) list.depth += 1
      else list = { isOrdered: name === 'ol', items: [], depth: 1 }
    } else if (name === 'table') {
      if (table) table.depth += 1
      else table = { rows: [], depth: 1 }
    } else if (name === 'tr') table?.rows.push([])
    heading = HEADINGS.includes(name)
  }

  function closeBlock(name: string): void {
    if ((name === 'ul' || name === 'ol') && list && --list.depth === 0) endList()
    if (name === 'table' && table && --table.depth === 0) endTable()
    heading = false
  }

  const isBlock = (name: string) =>
    BLOCKS.includes(name) || ['ul', 'ol', 'li', 'table', 'tr', 'td', 'th'].includes(name)

  const parser = new Parser(
    {
      onopentag(name, attributes) {
        if (SKIPPED.includes(name)) skipped.push(name)
        if (skipped.length > 0) return
        if (isBlock(name)) {
          endLine()
          openBlock(name)
        } else if (name === 'br') {
          breaks += 1
          // Two in a row are how many editors write a new paragraph.
          if (breaks > 1) endLine()
          else line.push({ kind: 'break' })
        } else if (name === 'b' || name === 'strong') emphasis.push('strong')
        else if (name === 'i' || name === 'em') emphasis.push('em')
        else if (name === 'a') href = safeHref(attributes.href)
      },
      ontext(text) {
        if (skipped.length > 0 || characters > MAX_CHARACTERS) return
        characters += text.length
        const plain = text.replace(/\p{Cc}/gu, ' ')
        if (plain.trim() !== '') breaks = 0
        const kind = emphasis.at(-1) ?? 'text'
        line.push(href === null ? { kind, text: plain } : { kind: 'link', text: plain, href })
      },
      onclosetag(name) {
        if (skipped.at(-1) === name) skipped.pop()
        else if (skipped.length > 0) return
        else if (isBlock(name)) {
          endLine()
          closeBlock(name)
        } else if (['b', 'strong', 'i', 'em'].includes(name)) emphasis.pop()
        else if (name === 'a') href = null
      },
    },
    { decodeEntities: true },
  )
  parser.end(html)
  endLine()
  endList()
  endTable()
  return blocks
}
