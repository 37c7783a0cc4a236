import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  GraphQLError,
  Kind,
  type OperationDefinitionNode,
  type SelectionSetNode,
  type ValueNode,
} from 'graphql'

type Variables = Readonly<Record<string, unknown>>

/** Maximum cost of a request, in fields. The whole catalogue with all variants costs about 10,000. */
const MAX_COST = 60_000
const INTROSPECTION_COST = 20_000

function readValue(node: ValueNode | undefined, variables: Variables): unknown {
  if (node === undefined) return undefined
  if (node.kind === Kind.VARIABLE)
    return Object.hasOwn(variables, node.name.value) ? variables[node.name.value] : undefined
  if (node.kind === Kind.INT) return Number(node.value)
  return node.kind === Kind.LIST ? node.values : undefined
}

/** The variables of an operation, with the operation's default values. */
function withDefaults({ variableDefinitions }: OperationDefinitionNode, given: Variables): Variables {
  const defaults = (variableDefinitions ?? []).map(({ variable, defaultValue }) => [
    variable.name.value,
    readValue(defaultValue, {}),
  ])
  return { ...Object.fromEntries(defaults), ...given }
}

/** How often a field's selections are resolved, by its `first`, `last` and `ids` arguments. */
function multiplierOf(field: FieldNode, variables: Variables): number {
  let times = 1
  for (const argument of field.arguments ?? []) {
    const value = readValue(argument.value, variables)
    const name = argument.name.value
    if ((name === 'first' || name === 'last') && typeof value === 'number') times = Math.max(times, value)
    if (name === 'ids' && Array.isArray(value)) times = Math.max(times, value.length)
  }
  return times
}

/**
 * Checks the cost of a query, as Shopify does with its own cost model. Requires a validated document: fragments must
 * not be circular.
 * @throws GraphQLError when the cost exceeds the limit
 */
export function checkCost(
  document: DocumentNode,
  operation: OperationDefinitionNode,
  given: Variables,
): void {
  const variables = withDefaults(operation, given)
  const fragments = new Map<string, FragmentDefinitionNode>()
  for (const node of document.definitions)
    if (node.kind === Kind.FRAGMENT_DEFINITION) fragments.set(node.name.value, node)
  const fragmentCosts = new Map<string, number>()

  function costOfFragment(name: string): number {
    const cached = fragmentCosts.get(name)
    if (cached !== undefined) return cached
    const fragment = fragments.get(name)
    const cost = fragment ? costOf(fragment.selectionSet) : 0
    fragmentCosts.set(name, cost)
    return cost
  }

  function costOf(selections: SelectionSetNode | undefined): number {
    let cost = 0
    for (const selection of selections?.selections ?? []) {
      if (selection.kind === Kind.FRAGMENT_SPREAD) cost += costOfFragment(selection.name.value)
      else if (selection.kind === Kind.INLINE_FRAGMENT) cost += costOf(selection.selectionSet)
      else if (selection.name.value === '__schema') cost += INTROSPECTION_COST
      else cost += 1 + multiplierOf(selection, variables) * costOf(selection.selectionSet)
    }
    return cost
  }

  const cost = costOf(operation.selectionSet)
  if (cost > MAX_COST)
    throw new GraphQLError(
      `Query cost is ${cost}, which exceeds the single query max cost limit (${MAX_COST}).`,
      {
        extensions: { code: 'MAX_COST_EXCEEDED', cost, maxCost: MAX_COST },
      },
    )
}
