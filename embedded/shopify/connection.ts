import { GraphQLError } from 'graphql'
import { notImplemented } from './graphql-server.ts'

export type ConnectionArgs = {
  readonly first?: number | null
  readonly after?: string | null
  readonly last?: number | null
  readonly before?: string | null
  readonly reverse?: boolean | null
}

/** The longest page. */
const MAX_SIZE = 250

const cursorOf = (id: string) => Buffer.from(JSON.stringify({ last_id: id })).toString('base64')

/**
 * A page of a list as a Relay connection, with Shopify's limits on its size. Cursors are derived from the items' ids.
 * @param toNode called for the items of the page only
 * @throws GraphQLError for an invalid cursor or size
 */
export function toConnection<Item extends { readonly id: string }>(
  list: readonly Item[],
  { first, after, last, before, reverse }: ConnectionArgs,
  toNode: (item: Item) => unknown = (item) => item,
) {
  if (last != null || before != null || reverse) throw notImplemented('Paging backwards')
  if (first == null || first < 0 || first > MAX_SIZE)
    throw new GraphQLError(`first must be from 0 to ${MAX_SIZE}`)
  const start = after == null ? 0 : list.findIndex(({ id }) => cursorOf(id) === after) + 1
  if (after != null && start === 0) throw new GraphQLError('Invalid cursor for argument after.')
  const page = list.slice(start, start + first)
  const nodes = page.map(toNode)
  const end = page.at(-1)
  return {
    edges: nodes.map((node) => ({ node })),
    nodes,
    pageInfo: {
      hasNextPage: start + first < list.length,
      endCursor: end ? cursorOf(end.id) : null,
    },
  }
}
