/** `2–5` and `33 cm (13 in)`, before a space or the end: anything else that follows belongs to the same word. */
const NON_BREAKING = /(\d+–\d+|[\d.¼½¾]+ cm \([^)]+\))(?=\s|$)/

/** Prevents line breaks within ranges and measures, where browsers break after a dash and before a bracket. */
export function NonBreakingText({ text }: { text: string }) {
  const pieces = text.split(NON_BREAKING)
  if (pieces.length === 1) return text
  return pieces.map((piece, index) =>
    index % 2 === 1 ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a text are never reordered
      <span key={index} className="whitespace-nowrap">
        {piece}
      </span>
    ) : (
      piece || null
    ),
  )
}
