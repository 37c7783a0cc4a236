/** A table. Texts may contain the markup of `models/text.ts`. */
type TextTable = {
  /** Announced by screen readers, not displayed. */
  readonly caption: string
  readonly head: readonly string[]
  readonly rows: readonly (readonly string[])[]
}

export type Block =
  | string
  | { readonly kind: 'list' | 'steps'; readonly items: readonly string[] }
  | { readonly kind: 'table'; readonly table: TextTable }
  | { readonly kind: 'warning'; readonly lead: string; readonly text: string }
  | { readonly kind: 'cancellation-form' }

/** A section of a legal text, or a question of the FAQ. */
export type Section = {
  /** Its anchor. Links rely on it, so it must not change. */
  readonly id: string
  readonly title: string
  readonly blocks: readonly Block[]
}

/**
 * Reads the Markdown of legal texts and the FAQ. Sections begin with `## anchor: Title`. Each line is a block; lines of a
 * list (`- `), of steps (`1. `) and of a table (`| a | b |`, its caption before it as `Table: `) belong together. A
 * warning is `> **lead** text`.
 */
export function parseMarkdown(text: string): Section[] {
  return text
    .split(/^(?=## )/m)
    .filter((part) => part.startsWith('## '))
    .map((part) => {
      const [heading = '', ...lines] = part.split('\n')
      const [, id = '', title = ''] = /^## (\S+): (.*)$/.exec(heading) ?? []
      return { id, title, blocks: lines.reduce<Block[]>(addLine, []) }
    })
}

function addLine(blocks: Block[], line: string): Block[] {
  const [, mark = '', rest = ''] = /^(- |1\. |\| |> |Table: |\{|)(.*)$/.exec(line) ?? []
  const last = blocks.at(-1)
  const kind = mark === '- ' ? 'list' : 'steps'
  if (line.trim() === '') return blocks
  switch (mark) {
    case '- ':
    case '1. ':
      return typeof last === 'object' && last.kind === kind
        ? [...blocks.slice(0, -1), { kind, items: [...last.items, rest] }]
        : [...blocks, { kind, items: [rest] }]
    case 'Table: ':
      return [...blocks, { kind: 'table', table: { caption: rest, head: [], rows: [] } }]
    case '| ': {
      if (typeof last !== 'object' || last.kind !== 'table') throw new Error(`A row without a table: ${line}`)
      const cells = rest.replace(/ \|$/, '').split(' | ')
      const { head, rows } = last.table
      const table =
        head.length === 0 ? { ...last.table, head: cells } : { ...last.table, rows: [...rows, cells] }
      return [...blocks.slice(0, -1), { kind: 'table', table }]
    }
    case '> ': {
      const [, lead = '', words = ''] = /^\*\*(.*?)\*\* (.*)$/.exec(rest) ?? []
      return [...blocks, { kind: 'warning', lead, text: words }]
    }
    case '{':
      return [...blocks, { kind: 'cancellation-form' }]
    default:
      return [...blocks, line]
  }
}
