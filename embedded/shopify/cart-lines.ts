import { randomUUID } from 'node:crypto'
import type { Attribute, Cart, CartLine } from './carts.ts'
import { type Catalogue, isAvailable } from './catalogue.ts'

/** Validation and changes of a cart's lines, with Shopify's user errors. */

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

export type LineUpdate = Partial<LineInput> & { readonly id: string }

const MAX_LINE_QUANTITY = 20

type Problem = Omit<UserError, 'field'> & { readonly field: 'merchandiseId' | 'quantity' | 'id' }

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

/**
 * Adds lines to those of a cart. Those with the same variant and the same attributes become one.
 * @param field of the lines in the input
 */
export function addLines(
  { lines, country }: Pick<Cart, 'lines' | 'country'>,
  inputs: readonly LineInput[],
  field: readonly string[],
  catalogue: Catalogue,
) {
  const errors: UserError[] = []
  const identityOf = (line: Pick<CartLine, 'merchandiseId' | 'attributes'>) =>
    JSON.stringify([line.merchandiseId, line.attributes])
  const added = new Map(lines.map((line) => [identityOf(line), line]))
  for (const [index, { merchandiseId, quantity: given, attributes: options }] of inputs.entries()) {
    const attributes = options ?? []
    const quantity = given ?? 1
    const identity = identityOf({ merchandiseId, attributes })
    const { id = randomUUID(), quantity: before = 0 } = added.get(identity) ?? {}
    const total = quantity + before
    const problem = merchandiseProblem(merchandiseId, country, catalogue) ?? quantityProblem(quantity, total)
    if (problem) errors.push({ ...problem, field: [...field, String(index), problem.field] })
    added.set(identity, { id, merchandiseId, attributes, quantity: total })
  }
  return { lines: [...added.values()], errors }
}

/** Changes lines of a cart; a quantity of 0 removes one. */
export function updateLines(
  { lines, country }: Pick<Cart, 'lines' | 'country'>,
  updates: readonly LineUpdate[],
  catalogue: Catalogue,
) {
  const errors: UserError[] = []
  const changed = new Map(lines.map((line) => [line.id, line]))
  for (const [index, update] of updates.entries()) {
    const line = changed.get(lineIdOf(update.id))
    const merchandiseId = update.merchandiseId ?? line?.merchandiseId ?? ''
    const quantity = update.quantity ?? line?.quantity ?? 0
    const problem =
      (line ? null : unknownLine(update.id)) ??
      (update.merchandiseId ? merchandiseProblem(merchandiseId, country, catalogue) : null) ??
      (quantity === 0 ? null : quantityProblem(quantity, quantity))
    if (problem) errors.push({ ...problem, field: ['lines', String(index), problem.field] })
    if (!line) continue
    if (quantity === 0) changed.delete(line.id)
    else
      changed.set(line.id, {
        ...line,
        merchandiseId,
        quantity,
        attributes: update.attributes ?? line.attributes,
      })
  }
  return { lines: [...changed.values()], errors }
}

export function removeLines({ lines }: Pick<Cart, 'lines'>, gids: readonly string[]) {
  const ids = gids.map(lineIdOf)
  const errors = gids
    .filter((_, place) => !lines.some(({ id }) => id === ids[place]))
    .map((gid) => ({ ...unknownLine(gid), field: ['lineIds'] }))
  return { lines: lines.filter(({ id }) => !ids.includes(id)), errors }
}

function lineIdOf(gid: string): string {
  return /^gid:\/\/shopify\/CartLine\/([\w-]+)/.exec(gid)?.[1] ?? ''
}

function unknownLine(gid: string): Problem {
  const message = `The merchandise line with id ${gid} does not exist.`
  return { field: 'id', code: 'INVALID_MERCHANDISE_LINE', message }
}
