import type { CellPart } from '#app/models/owner-lists.ts'

type Part = CellPart | string | null | false
/** A cell as a list describes it: a text, or parts of which empty ones are left out. */
export type Cell = Part | readonly Part[]

const part = (as: 'under' | 'code' | 'strong' | 'letter') => (text: string) => ({ as, text }) as const

export const under = part('under')
export const code = part('code')
export const strong = part('strong')
export const letter = part('letter')
export const link = (text: string, href: string) => ({ as: 'link', text, href }) as const
export const tag = (tone: 'ok' | 'wait' | 'bad' | 'plain', text: string) =>
  ({ as: 'tag', tone, text }) as const
/** @param at ISO 8601; null for none */
export const when = (at: string | null) => at !== null && ({ as: 'when', text: at } as const)

/** The parts of a cell that say something. */
export function partsOf(cell: Cell): readonly CellPart[] {
  const parts = Array.isArray(cell) ? (cell as readonly Part[]) : [cell as Part]
  return parts.flatMap((one): CellPart[] => {
    if (one === null || one === false || one === '') return []
    return typeof one === 'string' ? [{ as: 'text', text: one }] : [one]
  })
}

/** What a cell says in a file. */
export function textOf(cell: Cell): string {
  return partsOf(cell)
    .filter(({ as }) => as !== 'link')
    .map(({ text }) => text)
    .join(', ')
}
