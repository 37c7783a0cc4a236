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

/** What one request may ask for, in fields. The whole catalogue with all variants costs about 10,000. */
const MOST = 60_000
const INTROSPECTION = 20_000

function readValue(node: ValueNode | undefined, variables: Variables): unknown {
  if (node === undefined) return undefined
  if (node.kind === Kind.VARIABLE)
    return Object.hasOwn(variables, node.name.value) ? variables[node.name.value] : undefined
  if (node.kind === Kind.INT) return Number(node.value)
  return node.kind === Kind.LIST ? node.values : undefined
}

/** The variables of an operation with its own values for those that were not given. */
function withDefaults({ variableDefinitions }: OperationDefinitionNode, given: Variables): Variables {
  const defaults = (variableDefinitions ?? []).map(({ variable, defaultValue }) => [
    variable.name.value,
    readValue(defaultValue, {}),
  ])
  return { ...Object.fromEntries(defaults), ...given }
}

function timesOf(field: FieldNode, variables: Variables): number {
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
 * Refuses a query that asks for more than the store is ready to work out, as Shopify does by its own measure of cost.
 * Call it with a validated document: fragments must not form a circle.
 * @throws GraphQLError
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
  const known = new Map<string, number>()

  function costOfFragment(name: string): number {
    const cached = known.get(name)
    if (cached !== undefined) return cached
    const fragment = fragments.get(name)
    const cost = fragment ? costOf(fragment.selectionSet) : 0
    known.set(name, cost)
    return cost
  }

  function costOf(selections: SelectionSetNode | undefined): number {
    let cost = 0
    for (const selection of selections?.selections ?? []) {
      if (selection.kind === Kind.FRAGMENT_SPREAD) cost += costOfFragment(selection.name.value)
      else if (selection.kind === Kind.INLINE_FRAGMENT) cost += costOf(selection.selectionSet)
      else if (selection.name.value === '__schema') cost += INTROSPECTION
      else cost += 1 + timesOf(selection, variables) * costOf(selection.selectionSet)
    }
    return cost
  }

  const cost = costOf(operation.selectionSet)
  if (cost > MOST)
    throw new GraphQLError(
      `Query cost is ${cost}, which exceeds the single query max cost limit (${MOST}).`,
      {
        extensions: { code: 'MAX_COST_EXCEEDED', cost, maxCost: MOST },
      },
    )
}
