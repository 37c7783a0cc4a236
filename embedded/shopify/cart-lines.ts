import { randomUUID } from 'node:crypto'
import type { Attribute, CartLine } from './carts.ts'
import { type Catalogue, isAvailable } from './catalogue.ts'

/** The lines of a new cart, with Shopify's user errors. */

export type UserError = {
  readonly field: readonly string[]
  readonly message: string
  readonly code: string
}

export type LineInput = {
  readonly merchandiseId: string
  readonly quantity?: number | null
  readonly attributes?: readonly Attribute[] | null
}

const MAX_LINE_QUANTITY = 20

type Problem = Omit<UserError, 'field'> & { readonly field: 'merchandiseId' | 'quantity' }

function merchandiseProblem(id: string, country: string, catalogue: Catalogue): Problem | null {
  const [field, code] = ['merchandiseId', 'INVALID'] as const
  const found = catalogue.variant(id)
  if (found?.product.status !== 'ACTIVE')
    return { field, code, message: `The merchandise with id ${id} does not exist.` }
  if (isAvailable(found, country)) return null
  const name = `${found.product.title} - ${found.variant.title}`
  return { field, code, message: `The product '${name}' is already sold out.` }
}

function quantityProblem(quantity: number, total: number): Problem | null {
  const field = 'quantity'
  if (quantity < 1) return { field, code: 'MINIMUM_NOT_MET', message: 'The quantity must be at least 1.' }
  if (total <= MAX_LINE_QUANTITY) return null
  const message = `The maximum quantity of one item is ${MAX_LINE_QUANTITY}.`
  return { field, code: 'MAXIMUM_EXCEEDED', message }
}

/** Lines from an input. Those with the same variant and the same attributes become one. */
export function addLines(inputs: readonly LineInput[], country: string, catalogue: Catalogue) {
  const errors: UserError[] = []
  const added = new Map<string, CartLine>()
  for (const [index, { merchandiseId, quantity: given, attributes: options }] of inputs.entries()) {
    const attributes = options ?? []
    const quantity = given ?? 1
    const identity = JSON.stringify([merchandiseId, attributes])
    const { id = randomUUID(), quantity: before = 0 } = added.get(identity) ?? {}
    const total = quantity + before
    const problem = merchandiseProblem(merchandiseId, country, catalogue) ?? quantityProblem(quantity, total)
    if (problem) errors.push({ ...problem, field: ['input', 'lines', String(index), problem.field] })
    added.set(identity, { id, merchandiseId, attributes, quantity: total })
  }
  return { lines: [...added.values()], errors }
}
