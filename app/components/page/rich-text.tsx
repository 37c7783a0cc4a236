import { Fragment } from 'react'
import { Link } from 'react-router'
import { type InlinePart, parseInlineText } from '#app/models/inline-text.ts'
import { marketPath } from '#app/models/market.ts'
import { NonBreakingText } from './text.tsx'
import { useShop } from './use-shop.ts'

/** Renders the markup of `inline-text.ts`. Links that begin with `/` stay in the current market. */
export function RichText({ text }: { text: string }) {
  return parseInlineText(text).map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text are never reordered
    <Fragment key={index}>
      <Part part={part} />
    </Fragment>
  ))
}

function Part({ part }: { part: InlinePart }) {
  const { market } = useShop()
  switch (part.kind) {
    case 'strong':
      return (
        <b>
          <NonBreakingText text={part.text} />
        </b>
      )
    case 'code':
      return <code className="text-smaller leading-snug wrap-anywhere">{part.text}</code>
    case 'link':
      return part.href.startsWith('/') ? (
        <Link to={marketPath(market, part.href)} prefetch="intent">
          {part.text}
        </Link>
      ) : (
        <a href={part.href}>{part.text}</a>
      )
    case 'text':
      return <NonBreakingText text={part.text} />
  }
}
