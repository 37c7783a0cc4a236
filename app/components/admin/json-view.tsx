const TOKEN = /("(?:[^"\\]|\\.)*")(\s*:)?/g

/** Formatted JSON with keys and strings highlighted. */
export function JsonView({ json }: { json: string }) {
  const parts = []
  let end = 0
  for (const match of json.matchAll(TOKEN)) {
    const [whole, text, colon = ''] = match
    parts.push(json.slice(end, match.index))
    parts.push(colon ? <b key={match.index}>{text}</b> : <i key={match.index}>{text}</i>, colon)
    end = match.index + whole.length
  }
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so it must be reachable by keyboard
    <pre tabIndex={0}>
      {parts}
      {json.slice(end)}
    </pre>
  )
}
