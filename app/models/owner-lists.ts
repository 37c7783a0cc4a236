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
