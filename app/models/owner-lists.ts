/** What the owner's lists and tables show: plain data, made on the server. */

/** The lists, by their address below `/admin`. */
export const LIST_NAMES = ['gift-codes', 'subscribers', 'waitlist', 'messages', 'orders', 'outbox'] as const
export type ListName = (typeof LIST_NAMES)[number]

/** How a part of a cell looks: a state in its colour, secondary text on its own line, magic words, what somebody wrote, a time. */
export type PartLook =
  | 'text'
  | 'ok'
  | 'wait'
  | 'bad'
  | 'plain'
  | 'under'
  | 'code'
  | 'strong'
  | 'letter'
  | 'when'
/** A time is in ISO 8601. With `href` the text is a link. */
export type CellPart = { readonly as: PartLook; readonly text: string; readonly href?: string }

/** A form of a row or a list. `ask`: asked before it is done; `field`: the label of the field `name` that the form has. */
export type OwnerForm = {
  readonly intent: string
  readonly label: string
  readonly ask?: string | undefined
  readonly field?: { readonly name: 'email' | 'typed'; readonly label: string } | undefined
}

export type TableRow = {
  readonly id: string
  /** By column; every row of a table has the same columns. */
  readonly cells: Readonly<Record<string, readonly CellPart[]>>
  readonly actions: readonly OwnerForm[]
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
  /** The name of the filter; empty without one. */
  readonly state: string
  readonly filters: readonly { readonly label: string; readonly href: string; readonly isCurrent: boolean }[]
  /** Addresses of the first page, where this is another, and of more rows, where there are any. */
  readonly newest: string | null
  readonly older: string | null
  readonly csv: string
  readonly form: OwnerForm | null
  /** Idempotency key of this view: what is sent twice from it is done once. */
  readonly key: string
}
