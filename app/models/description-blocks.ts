/** A part of a line of text. Links lead to `http`, `https` or `mailto` addresses only. */
export type DescriptionText =
  | { readonly kind: 'text' | 'strong' | 'em'; readonly text: string }
  | { readonly kind: 'link'; readonly text: string; readonly href: string }
  | { readonly kind: 'break' }

export type DescriptionLine = readonly DescriptionText[]

/** A part of a product's description, as the owner has formatted it in the store. */
export type DescriptionBlock =
  | { readonly kind: 'paragraph' | 'heading'; readonly line: DescriptionLine }
  | { readonly kind: 'list'; readonly isOrdered: boolean; readonly items: readonly DescriptionLine[] }
  | { readonly kind: 'table'; readonly rows: readonly (readonly DescriptionLine[])[] }

function textOfLine(line: DescriptionLine): string {
  return line
    .map((part) => (part.kind === 'break' ? ' ' : part.text))
    .join('')
    .replace(/\s+/g, ' ')
    .trim()
}

function textsOfBlock(block: DescriptionBlock): string[] {
  switch (block.kind) {
    case 'list':
      return block.items.map(textOfLine)
    case 'table':
      return block.rows.map((row) => row.map(textOfLine).join(' '))
    default:
      return [textOfLine(block.line)]
  }
}

/** The text of a description, with blank lines between its parts. */
export function descriptionText(blocks: readonly DescriptionBlock[]): string {
  return blocks.flatMap(textsOfBlock).join('\n\n')
}
