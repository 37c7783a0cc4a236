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

/** A moment in the owner's own time. */
export function When({ at }: { at: string }) {
  return <time dateTime={at}>{MINUTE.format(new Date(at))}</time>
}

/** The day as it stands in a letter. @param now milliseconds */
export function formatDay(now: number): string {
  return DAY.format(new Date(now))
}
