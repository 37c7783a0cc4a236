import { type InlinePart, parseInlineText } from '#app/models/text.ts'
import { ShopLink } from './links.tsx'

/** `2–5` and `33 cm (13 in)`, at the end of a word: before a space, a point, a comma or the end. */
const NON_BREAKING = /(\d+–\d+|[\d.¼½¾]+ cm \([^)]+\))(?=[\s.,]|$)/

/** A text in which each match of a pattern's group has a class. */
function Marked({ text, pattern, className }: { text: string; pattern: RegExp; className: string }) {
  return text.split(pattern).map((part, index) =>
    index % 2 === 1 ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text are never reordered
      <span key={index} className={className}>
        {part}
      </span>
    ) : (
      part || null
    ),
  )
}

/** Prevents line breaks within ranges and measures, where browsers break after a dash and before a bracket. */
export function NonBreakingText({ text }: { text: string }) {
  return <Marked text={text} pattern={NON_BREAKING} className="whitespace-nowrap" />
}

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

/** A heading with its figures in the text face, as the display face's 1 reads as I. */
export function Figures({ text }: { text: string }) {
  return <Marked text={text} pattern={/(\d+)/} className="font-text text-[0.9em]" />
}

/** Renders the markup of `models/text.ts`. Links that begin with `/` stay in the current market. */
export function RichText({ text }: { text: string }) {
  // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text are never reordered
  return parseInlineText(text).map((part, index) => <Part key={index} part={part} />)
}

function Part({ part }: { part: InlinePart }) {
  const words = <NonBreakingText text={part.text} />
  switch (part.kind) {
    case 'strong':
      return <b>{words}</b>
    case 'code':
      return <code className="text-[0.9em] leading-snug wrap-anywhere">{part.text}</code>
    case 'link':
      return part.href.startsWith('/') ? (
        <ShopLink to={part.href}>{part.text}</ShopLink>
      ) : (
        <a href={part.href}>{part.text}</a>
      )
    case 'text':
      return words
  }
}
