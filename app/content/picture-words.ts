import type { Market } from '../models/market.ts'

/** Alt text of the workshop scene; the US store does not name an edition that it does not sell. */
export function workshopAlt(market: Market): string {
  const book = market === 'us' ? 'an unfinished red box' : 'an unfinished red Phoenix Edition'
  return `A workshop at night: ${book} on the bench under a green lamp, a wand beside it, finished books on the shelves`
}
