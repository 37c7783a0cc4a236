import { GraphQLError } from 'graphql'

export type ConnectionArgs = {
  readonly first?: number | null
  readonly after?: string | null
  readonly last?: number | null
  readonly before?: string | null
  readonly reverse?: boolean | null
}

/** Of a page, and of a list in the input. */
const MAX_SIZE = 250

/** Checks Shopify's limit on the length of an input list. @throws GraphQLError when it is exceeded */
export function checkInputSize(name: string, list: readonly unknown[] | null | undefined): void {
  if ((list?.length ?? 0) <= MAX_SIZE) return
  throw new GraphQLError(
    `The input array size of ${list?.length} for ${name} is greater than the maximum allowed of ${MAX_SIZE}.`,
    { extensions: { code: 'MAX_INPUT_SIZE_EXCEEDED' } },
  )
}

function cursorOf(id: string): string {
  return Buffer.from(JSON.stringify({ last_id: id })).toString('base64')
}

function indexOfCursor(cursor: string, ids: readonly string[], name: string): number {
  const index = ids.findIndex((id) => cursorOf(id) === cursor)
  if (index === -1) throw new GraphQLError(`Invalid cursor for argument ${name}.`)
  return index
}

function checkSize({ first, last }: ConnectionArgs): void {
  if (first == null && last == null) throw new GraphQLError('you must provide one of first or last')
  if (first != null && last != null) throw new GraphQLError('providing both first and last is not supported')
  const size = first ?? last ?? 0
  if (size < 0) throw new GraphQLError('first and last must not be negative')
  if (size > MAX_SIZE) throw new GraphQLError(`first and last must not be larger than ${MAX_SIZE}`)
}

/**
 * A page of a list as a Relay connection, with Shopify's limits on its size. Cursors are derived from the items' ids.
 * @param toNode called for the items of the page only
 * @throws GraphQLError for an invalid cursor or size
 */
export function toConnection<Item extends { readonly id: string }>(
  list: readonly Item[],
  args: ConnectionArgs,
  toNode: (item: Item) => unknown = (item) => item,
) {
  checkSize(args)
  const items = args.reverse ? [...list].reverse() : list
  const ids = items.map(({ id }) => id)
  const from = args.after == null ? 0 : indexOfCursor(args.after, ids, 'after') + 1
  const to = args.before == null ? items.length : indexOfCursor(args.before, ids, 'before')
  const start = args.last == null ? from : Math.max(from, to - args.last)
  const end = args.first == null ? to : Math.min(to, from + args.first)
  const edges = items.slice(start, end).map((item) => ({ cursor: cursorOf(item.id), node: toNode(item) }))
  return {
    edges,
    nodes: edges.map((edge) => edge.node),
    pageInfo: {
      hasNextPage: end < items.length,
      hasPreviousPage: start > 0,
      startCursor: edges[0]?.cursor ?? null,
      endCursor: edges.at(-1)?.cursor ?? null,
    },
  }
}
