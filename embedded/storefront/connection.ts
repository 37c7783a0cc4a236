import { GraphQLError } from 'graphql'

export type ConnectionArgs = {
  readonly first?: number | null
  readonly after?: string | null
  readonly last?: number | null
  readonly before?: string | null
  readonly reverse?: boolean | null
}

const MAX_PAGE_SIZE = 250

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
  if (size > MAX_PAGE_SIZE) throw new GraphQLError(`first and last must not be larger than ${MAX_PAGE_SIZE}`)
}

/**
 * A page of a list as a Relay connection, with Shopify's limits on its size.
 * @param idOf a stable id of an item, from which its cursor is derived
 * @param toNode called for the items of the page only
 * @throws GraphQLError for an invalid cursor or size
 */
export function toConnection<Item>(
  list: readonly Item[],
  args: ConnectionArgs,
  idOf: (item: Item) => string,
  toNode: (item: Item) => unknown,
) {
  checkSize(args)
  const items = args.reverse ? [...list].reverse() : list
  const ids = items.map(idOf)
  const from = args.after == null ? 0 : indexOfCursor(args.after, ids, 'after') + 1
  const to = args.before == null ? items.length : indexOfCursor(args.before, ids, 'before')
  const start = args.last == null ? from : Math.max(from, to - args.last)
  const end = args.first == null ? to : Math.min(to, from + args.first)
  const edges = items.slice(start, end).map((item) => ({ cursor: cursorOf(idOf(item)), node: toNode(item) }))
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
