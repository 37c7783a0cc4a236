import type { DescriptionBlock, DescriptionLine, DescriptionText } from '#app/models/description-blocks.ts'

/** A description as the owner has formatted it in the store. Nothing in it is markup: see `parseDescription`. */
export function StoreDescription({ blocks }: { blocks: readonly DescriptionBlock[] }) {
  return (
    <div className="grid gap-4 wrap-anywhere">
      {blocks.map((block, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text are never reordered
        <Block key={index} block={block} />
      ))}
    </div>
  )
}

function Block({ block }: { block: DescriptionBlock }) {
  switch (block.kind) {
    case 'heading':
      return (
        <h2 className="mt-2 text-h3">
          <Line line={block.line} />
        </h2>
      )
    case 'paragraph':
      return (
        <p>
          <Line line={block.line} />
        </p>
      )
    case 'list':
      return block.isOrdered ? (
        <ol className="grid list-decimal gap-1.5 pl-6">{items(block.items)}</ol>
      ) : (
        <ul className="grid list-disc gap-1.5 pl-6">{items(block.items)}</ul>
      )
    case 'table':
      return (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and the arrow keys must reach it
        <section className="overflow-x-auto" tabIndex={0} aria-label="Table">
          <table className="w-full border-collapse text-left text-sm [&_td]:border [&_td]:border-line [&_td]:px-3 [&_td]:py-2">
            <tbody>
              {block.rows.map((row, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: rows are never reordered
                <tr key={index}>
                  {row.map((cell, at) => (
                    // biome-ignore lint/suspicious/noArrayIndexKey: cells are never reordered
                    <td key={at}>
                      <Line line={cell} />
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )
  }
}

function items(lines: readonly DescriptionLine[]) {
  return lines.map((line, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text are never reordered
    <li key={index}>
      <Line line={line} />
    </li>
  ))
}

function Line({ line }: { line: DescriptionLine }) {
  // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text are never reordered
  return line.map((part, index) => <Part key={index} part={part} />)
}

function Part({ part }: { part: DescriptionText }) {
  switch (part.kind) {
    case 'break':
      return <br />
    case 'strong':
      return <b>{part.text}</b>
    case 'em':
      return <em>{part.text}</em>
    case 'link':
      return (
        <a href={part.href} rel="nofollow">
          {part.text}
        </a>
      )
    case 'text':
      return part.text
  }
}
