/** `2–5`, and `33 cm (13 in)`, where a space or the end follows: what is written close to them stays one word with them. */
const NON_BREAKING = /(\d+–\d+|[\d.¼½¾]+ cm \([^)]+\))(?=\s|$)/

/** Keeps ranges and measures on one line, as browsers break after a dash and before a bracket. The words stay to the letter. */
export function NonBreakingText({ text }: { text: string }) {
  const pieces = text.split(NON_BREAKING)
  if (pieces.length === 1) return text
  return pieces.map((piece, index) =>
    index % 2 === 1 ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of one sentence never change places
      <span key={index} className="nb">
        {piece}
      </span>
    ) : (
      piece || null
    ),
  )
}
