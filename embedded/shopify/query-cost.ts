import {
  type DocumentNode,
  type FragmentDefinitionNode,
  GraphQLError,
  Kind,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from 'graphql'

/** Maximum cost of a request, in fields as they are returned. The whole catalogue with all variants costs about 10,000. */
const MAX_COST = 60_000
const INTROSPECTION_COST = 20_000
/** Changes in one request. Shopify's own clients send one. */
const MAX_MUTATIONS = 10

function tooExpensive(): GraphQLError {
  return new GraphQLError(`Query cost exceeds the single query max cost limit (${MAX_COST}).`, {
    extensions: { code: 'MAX_COST_EXCEEDED', maxCost: MAX_COST },
  })
}

/**
 * Checks what a request asks for before it is executed: its fields, each counted once, and introspection. Requires a
 * validated document: fragments must not be circular.
 * @returns the number of changes that it makes
 * @throws GraphQLError when there are too many
 */
export function checkRequest(document: DocumentNode, operation: OperationDefinitionNode): number {
  const fragments = new Map<string, FragmentDefinitionNode>()
  for (const node of document.definitions)
    if (node.kind === Kind.FRAGMENT_DEFINITION) fragments.set(node.name.value, node)

  /** Sums a selection set, with its fragments. */
  function sum(selections: SelectionSetNode | undefined, costOf: (name: string, inside: number) => number) {
    const costs = new Map<string, number>()
    const costOfSet = (set: SelectionSetNode | undefined): number =>
      (set?.selections ?? []).reduce((total, selection) => {
        if (selection.kind === Kind.INLINE_FRAGMENT) return total + costOfSet(selection.selectionSet)
        if (selection.kind === Kind.FIELD)
          return total + costOf(selection.name.value, costOfSet(selection.selectionSet))
        const name = selection.name.value
        const cost = costs.get(name) ?? costOfSet(fragments.get(name)?.selectionSet)
        costs.set(name, cost)
        return total + cost
      }, 0)
    return costOfSet(selections)
  }

  const cost = sum(operation.selectionSet, (name, inside) =>
    name === '__schema' ? INTROSPECTION_COST : 1 + inside,
  )
  if (cost > MAX_COST) throw tooExpensive()
  if (operation.operation !== 'mutation') return 0
  const mutations = sum(operation.selectionSet, () => 1)
  if (mutations <= MAX_MUTATIONS) return mutations
  throw new GraphQLError(`A request may make ${MAX_MUTATIONS} changes at most.`, {
    extensions: { code: 'MAX_MUTATIONS_EXCEEDED' },
  })
}

/**
 * Counts the fields of one response as they are resolved: a list costs what it returns, not what was asked for.
 */
export function createCostCounter() {
  let cost = 0
  return {
    /** @throws GraphQLError for this field and all later ones, once the limit is exceeded */
    count(): void {
      cost += 1
      if (cost > MAX_COST) throw tooExpensive()
    },
    /** The error of a response that was cut off, or null. */
    error: (): GraphQLError | null => (cost > MAX_COST ? tooExpensive() : null),
  }
}
