/** A heading whose figures are in the text face: the display face's 1 reads as I. */
export function Figures({ text }: { text: string }) {
  return text.split(/(\d+)/).map((part, index) =>
    index % 2 === 1 ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have no other name
      <span key={index} className="font-text text-smaller">
        {part}
      </span>
    ) : (
      part
    ),
  )
}
