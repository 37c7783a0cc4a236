import { cva, type VariantProps } from 'class-variance-authority'
import { Fragment } from 'react'
import { MARKETS } from '#app/models/market.ts'

const { locale, timeZone } = MARKETS.uk
const MINUTE = new Intl.DateTimeFormat(locale, {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  timeZone,
})
const DAY = new Intl.DateTimeFormat(locale, {
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  timeZone,
})

/** Date and time in the owner's time zone. @param at ISO 8601 */
export function When({ at }: { at: string }) {
  return (
    <time className="whitespace-nowrap" dateTime={at}>
      {MINUTE.format(new Date(at))}
    </time>
  )
}

/** Date with weekday, in the owner's time zone. @param now ms since the epoch */
export function formatDay(now: number): string {
  return DAY.format(new Date(now))
}

const tag = cva(
  'inline-flex items-center gap-1.5 rounded-hair px-2 py-1 text-xs font-semibold whitespace-nowrap before:size-2 before:rounded-full before:bg-current',
  {
    variants: {
      tone: {
        ok: 'bg-sage text-good',
        wait: 'bg-candle text-gilt-ink',
        bad: 'bg-rose text-bad',
        plain: 'bg-board',
      },
    },
    defaultVariants: { tone: 'plain' },
  },
)

/** The state of a row, as a coloured label. */
export function Tag({ tone, children }: VariantProps<typeof tag> & { children: string }) {
  return <span className={tag({ tone })}>{children}</span>
}

/** A text that may name variables: where one is too long for a line, it breaks after an underscore. */
export function Breakable({ text }: { text: string }) {
  return (
    <span className="wrap-anywhere">
      {[...text.matchAll(/[^_]+_*|_+/g)].map(({ 0: part, index }) => (
        <Fragment key={index}>
          {part}
          <wbr />
        </Fragment>
      ))}
    </span>
  )
}
