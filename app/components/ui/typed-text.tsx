/** A sentence with something in it that somebody typed: whichever way that is read, the rest of the sentence stays as it is. */
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
