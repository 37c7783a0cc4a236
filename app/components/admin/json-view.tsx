const TOKEN = /("(?:[^"\\]|\\.)*")(\s*:)?/g

/** Formatted JSON with keys and strings highlighted. */
export function JsonView({ json }: { json: string }) {
  const parts = []
  let end = 0
  for (const match of json.matchAll(TOKEN)) {
    const [whole, text, colon = ''] = match
    parts.push(json.slice(end, match.index))
    parts.push(
      colon ? (
        <b key={match.index} className="font-normal text-accent">
          {text}
        </b>
      ) : (
        <i key={match.index} className="text-good not-italic">
          {text}
        </i>
      ),
      colon,
    )
    end = match.index + whole.length
  }
  return (
    <pre
      data-ground="theatre"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so it must be reachable by keyboard
      tabIndex={0}
      className="max-h-88 overflow-auto rounded-board bg-soot px-6 py-5 text-hint leading-relaxed"
    >
      {parts}
      {json.slice(end)}
    </pre>
  )
}
