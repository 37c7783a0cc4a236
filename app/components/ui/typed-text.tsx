/** A sentence that quotes user input, isolated so that right-to-left text in it does not reorder the rest. */
export function TypedText({ text, typed }: { text: string; typed: string }) {
  const at = text.indexOf(typed)
  if (at < 0) return text
  return (
    <>
      {text.slice(0, at)}
      <bdi>{typed}</bdi>
      {text.slice(at + typed.length)}
    </>
  )
}
