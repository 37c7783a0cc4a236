/** What the parts of the double's Admin API share. */

export type MoneyArg = { readonly amount: string | number; readonly currencyCode?: string }

/** The resolver of one entry of a list. */
export function byId<Entry extends { readonly id: string }>(
  entries: readonly Entry[],
  toNode: (entry: Entry) => object,
) {
  return ({ id }: { id: string }) => {
    const found = entries.find((entry) => entry.id === id)
    return found === undefined ? null : toNode(found)
  }
}

export const refusal = (message: string, code: string | null = null) => ({ field: ['input'], message, code })
