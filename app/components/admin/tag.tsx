/** The state of a row, as a coloured label. */
export function Tag({
  tone = 'plain',
  children,
}: {
  tone?: 'ok' | 'wait' | 'bad' | 'plain'
  children: string
}) {
  return <span className={tone === 'plain' ? 'tag' : `tag ${tone}`}>{children}</span>
}
