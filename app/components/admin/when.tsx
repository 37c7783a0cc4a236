import { MARKETS } from '../../models/market.ts'

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
    <time className="whitespace-nowrap tabular-nums" dateTime={at}>
      {MINUTE.format(new Date(at))}
    </time>
  )
}

/** Date with weekday, in the owner's time zone. @param now ms since the epoch */
export function formatDay(now: number): string {
  return DAY.format(new Date(now))
}
