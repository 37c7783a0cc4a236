import { Fragment } from 'react'
import { type InlinePart, parseInlineText } from '#app/models/text.ts'
import { ShopLink } from './links.tsx'

/** `2–5` and `33 cm (13 in)`, at the end of a word: before a space, a point, a comma or the end. */
const NON_BREAKING = /(\d+–\d+|[\d.¼½¾]+ cm \([^)]+\))(?=[\s.,]|$)/

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
  return text.split(/(\d+)/).map((part, index) =>
    index % 2 === 1 ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have no other name
      <span key={index} className="font-text text-[0.9em]">
        {part}
      </span>
    ) : (
      part
    ),
  )
}

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

/** Renders the markup of `models/text.ts`. Links that begin with `/` stay in the current market. */
export function RichText({ text }: { text: string }) {
  return parseInlineText(text).map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text are never reordered
    <Fragment key={index}>
      <Part part={part} />
    </Fragment>
  ))
}

function Part({ part }: { part: InlinePart }) {
  switch (part.kind) {
    case 'strong':
      return (
        <b>
          <NonBreakingText text={part.text} />
        </b>
      )
    case 'code':
      return <code className="text-[0.9em] leading-snug wrap-anywhere">{part.text}</code>
    case 'link':
      return part.href.startsWith('/') ? (
        <ShopLink to={part.href}>{part.text}</ShopLink>
      ) : (
        <a href={part.href}>{part.text}</a>
      )
    case 'text':
      return <NonBreakingText text={part.text} />
  }
}
