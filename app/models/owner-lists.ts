/** What the owner's lists and tables show: plain data, made on the server. */

/** The lists, by their address below `/admin`. */
export const LIST_NAMES = ['gift-codes', 'subscribers', 'waitlist', 'messages', 'orders', 'outbox'] as const
export type ListName = (typeof LIST_NAMES)[number]

/**
 * A part of a cell, as it looks: a state in its colour (ok, wait, bad, plain), secondary text on its own line (under), magic
 * words (code), what somebody wrote (letter), a time in ISO 8601 (when). With `href` the text is a link.
 */
export type CellPart = {
  readonly as: 'text' | 'ok' | 'wait' | 'bad' | 'plain' | 'under' | 'code' | 'strong' | 'letter' | 'when'
  readonly text: string
  readonly href?: string
}

const partAs = (as: CellPart['as']) => (text: string) => ({ as, text })
/** Makes the parts of cells, by their look. */
export const part = {
  ok: partAs('ok'),
  wait: partAs('wait'),
  bad: partAs('bad'),
  plain: partAs('plain'),
  under: partAs('under'),
  strong: partAs('strong'),
  code: partAs('code'),
  letter: partAs('letter'),
  /** @param at ISO 8601; null for none */
  when: (at: string | null) => at !== null && partAs('when')(at),
  link: (text: string, href: string) => ({ ...partAs('text')(text), href }),
}

type Part = CellPart | string | null | undefined | false
/** A cell as a list describes it: a text, or parts of which empty ones are left out. */
export type Cell = Part | readonly Part[]

/** A form of a row or a list. `ask`: asked before it is done; `field`: one to fill in. */
export type OwnerForm = {
  readonly intent: string
  readonly label: string
  readonly ask?: string | undefined
  readonly field?:
    | { readonly name: 'email' | 'typed'; readonly label: string; readonly defaultValue?: string }
    | undefined
}

/** `cells`: by column; every row of a table has the same columns. */
export type TableRow = {
  readonly id: string
  readonly cells: Readonly<Record<string, readonly CellPart[]>>
  readonly actions: readonly OwnerForm[]
}

/** A row as a page shows it. */
export function tableRow(
  id: string,
  described: Readonly<Record<string, Cell>>,
  actions: TableRow['actions'] = [],
): TableRow {
  const partsOf = (one: Part) =>
    typeof one === 'string' && one ? { as: 'text' as const, text: one } : one || []
  const cells = Object.entries(described).map(([column, cell]) => [column, [cell].flat().flatMap(partsOf)])
  return { id, cells: Object.fromEntries(cells), actions }
}
