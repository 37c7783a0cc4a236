/** A title that breaks after its colon, if it has one and does not fit: `Vol. I:` above `The Phoenix Edition`. */
export function TitleText({ text }: { text: string }) {
  const end = text.indexOf(': ') + 1
  if (end === 0) return text
  return (
    <>
      {text.slice(0, end)} <span className="inline-block">{text.slice(end + 1)}</span>
    </>
  )
}
