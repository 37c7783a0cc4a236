/** What the owner's lists and tables show: plain data, made on the server. */

/** The lists, by their address below `/admin`. */
export const LIST_NAMES = [
  'gift-codes',
  'subscribers',
  'waitlist',
  'messages',
  'held-back',
  'orders',
  'outbox',
] as const
export type ListName = (typeof LIST_NAMES)[number]

/** A part of a cell. `tag`: the state of a row, in a tone; `when`: a time in ISO 8601; `under`: secondary, on its own line. */
export type CellPart =
  | { readonly as: 'text' | 'under' | 'code' | 'strong' | 'when' | 'letter'; readonly text: string }
  | { readonly as: 'tag'; readonly text: string; readonly tone: 'ok' | 'wait' | 'bad' | 'plain' }
  | { readonly as: 'link'; readonly text: string; readonly href: string }

/** What the owner can do with a row, as a form. */
export type RowAction = {
  readonly intent: string
  readonly label: string
  /** Asked before it is done. */
  readonly ask?: string | undefined
  /** The label of an email field that the form has. */
  readonly emailLabel?: string | undefined
}

export type TableRow = {
  readonly id: string
  /** By column; every row of a table has the same columns. */
  readonly cells: Readonly<Record<string, readonly CellPart[]>>
  readonly actions: readonly RowAction[]
}

/** A page of a list. */
export type ListView = {
  readonly title: string
  readonly about: string
  /** Null when the backend is unreachable. */
  readonly rows: readonly TableRow[] | null
  /** Said where there are none. */
  readonly empty: string
  /** The number of all rows, where it is known. */
  readonly total: number | null
  readonly search: string
  readonly filters: readonly { readonly label: string; readonly href: string; readonly isCurrent: boolean }[]
  /** Addresses; null where there are no more rows. */
  readonly newer: string | null
  readonly older: string | null
  readonly csv: string
  /** A button of the list itself. */
  readonly form: { readonly intent: string; readonly label: string; readonly field: string | null } | null
  /** Idempotency key of this view: what is sent twice from it is done once. */
  readonly key: string
}
