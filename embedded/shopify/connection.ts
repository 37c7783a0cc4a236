import { GraphQLError } from 'graphql'
import { notImplemented } from './graphql-server.ts'

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
  const { first, after, last, before, reverse } = args
  if (last != null || before != null || reverse) throw notImplemented('Paging backwards')
  if (first == null) throw new GraphQLError('you must provide one of first or last')
  if (first < 0 || first > MAX_SIZE) throw new GraphQLError(`first must be from 0 to ${MAX_SIZE}`)
  const start = after == null ? 0 : list.findIndex(({ id }) => cursorOf(id) === after) + 1
  if (after != null && start === 0) throw new GraphQLError('Invalid cursor for argument after.')
  const end = start + first
  const edges = list.slice(start, end).map((item) => ({ cursor: cursorOf(item.id), node: toNode(item) }))
  return {
    edges,
    nodes: edges.map((edge) => edge.node),
    pageInfo: {
      hasNextPage: end < list.length,
      hasPreviousPage: start > 0,
      startCursor: edges[0]?.cursor ?? null,
      endCursor: edges.at(-1)?.cursor ?? null,
    },
  }
}
