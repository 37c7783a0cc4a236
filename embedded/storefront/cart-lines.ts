import { randomUUID } from 'node:crypto'
import type { Attribute, Cart, CartLine } from './carts.ts'
import { type Catalogue, isAvailable } from './catalogue.ts'
import { MAX_LINE_QUANTITY } from './product-nodes.ts'

/** Validation and changes of a cart's lines, with Shopify's user errors. */

export type CartUserError = {
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

export type ChangedLines = { readonly lines: readonly CartLine[]; readonly errors: readonly CartUserError[] }

type Field = readonly (string | number)[]

const MAX_LINES = 250
const MAX_ATTRIBUTES = 50
const MAX_LENGTH = { key: 255, value: 2_048 } as const

export function invalid(field: Field, message: string, code = 'INVALID'): CartUserError {
  return { field: field.map(String), message, code }
}

export function attributeErrors(
  field: Field,
  attributes: readonly Attribute[] | null | undefined,
): CartUserError[] {
  if ((attributes?.length ?? 0) > MAX_ATTRIBUTES)
    return [invalid(field, 'There are too many attributes.', 'MAXIMUM_EXCEEDED')]
  return (attributes ?? []).flatMap(({ key, value }, index) =>
    key === '' || key.length > MAX_LENGTH.key || value.length > MAX_LENGTH.value
      ? [invalid([...field, index], 'The attribute is empty or too long.')]
      : [],
  )
}

function quantityErrors(field: Field, quantity: number, least: number): CartUserError[] {
  if (quantity < least) return [invalid(field, `The quantity must be at least ${least}.`, 'MINIMUM_NOT_MET')]
  if (quantity <= MAX_LINE_QUANTITY) return []
  return [invalid(field, `The maximum quantity of one item is ${MAX_LINE_QUANTITY}.`, 'MAXIMUM_EXCEEDED')]
}

function merchandiseErrors(field: Field, id: string, country: string, catalogue: Catalogue): CartUserError[] {
  const found = catalogue.variant(id)
  if (found?.product.status !== 'ACTIVE')
    return [invalid(field, `The merchandise with id ${id} does not exist.`)]
  if (isAvailable(found, country)) return []
  return [
    invalid(field, `The product '${found.product.title} - ${found.variant.title}' is already sold out.`),
  ]
}

/** Equal for lines that are merged: those with the same variant and the same attributes. */
function identityOf({ merchandiseId, attributes }: Pick<LineInput, 'merchandiseId' | 'attributes'>): string {
  return JSON.stringify([merchandiseId, attributes ?? []])
}

function unknownLine(field: Field, id: string): CartUserError {
  return invalid(field, `The merchandise line with id ${id} does not exist.`, 'INVALID_MERCHANDISE_LINE')
}

function lineIdOf(gid: string): string {
  return /^gid:\/\/shopify\/CartLine\/([\w-]+)/.exec(gid)?.[1] ?? ''
}

/** Adds lines. A line with the same variant and attributes as an existing one increases its quantity. */
export function addLines(
  cart: Pick<Cart, 'lines' | 'country'>,
  inputs: readonly LineInput[],
  field: Field,
  catalogue: Catalogue,
): ChangedLines {
  const errors: CartUserError[] = []
  const lines = [...cart.lines]
  const indexByIdentity = new Map(lines.map((line, index) => [identityOf(line), index]))
  for (const [inputIndex, { merchandiseId, quantity, attributes }] of inputs.entries()) {
    const added = quantity ?? 1
    const identity = identityOf({ merchandiseId, attributes })
    const lineIndex = indexByIdentity.get(identity) ?? lines.length
    const existing = lines[lineIndex]
    const total = added + (existing?.quantity ?? 0)
    const [first] = [
      ...merchandiseErrors([...field, inputIndex, 'merchandiseId'], merchandiseId, cart.country, catalogue),
      ...quantityErrors([...field, inputIndex, 'quantity'], Math.min(added, total), 1),
      ...quantityErrors([...field, inputIndex, 'quantity'], total, 1),
      ...attributeErrors([...field, inputIndex, 'attributes'], attributes),
    ]
    if (first) errors.push(first)
    indexByIdentity.set(identity, lineIndex)
    lines[lineIndex] = existing
      ? { ...existing, quantity: total }
      : { id: randomUUID(), merchandiseId, attributes: attributes ?? [], quantity: total }
  }
  if (lines.length > MAX_LINES)
    errors.push(invalid(field, `A cart holds at most ${MAX_LINES} lines.`, 'MAXIMUM_EXCEEDED'))
  return { lines, errors }
}

/** Changes lines; a quantity of 0 removes one. */
export function updateLines(cart: Cart, updates: readonly LineUpdate[], catalogue: Catalogue): ChangedLines {
  const errors: CartUserError[] = []
  const lines = new Map(cart.lines.map((line) => [line.id, line]))
  for (const [index, update] of updates.entries()) {
    const id = lineIdOf(update.id)
    const line = lines.get(id)
    if (!line) {
      errors.push(unknownLine(['lines', index, 'id'], update.id))
      continue
    }
    const quantity = update.quantity ?? line.quantity
    const merchandiseId = update.merchandiseId ?? line.merchandiseId
    errors.push(
      ...quantityErrors(['lines', index, 'quantity'], quantity, 0),
      ...attributeErrors(['lines', index, 'attributes'], update.attributes),
    )
    if (update.merchandiseId != null)
      errors.push(
        ...merchandiseErrors(['lines', index, 'merchandiseId'], merchandiseId, cart.country, catalogue),
      )
    if (quantity === 0) lines.delete(id)
    else lines.set(id, { id, quantity, merchandiseId, attributes: update.attributes ?? line.attributes })
  }
  return { lines: [...lines.values()], errors }
}

export function removeLines(cart: Cart, gids: readonly string[]): ChangedLines {
  const removed = new Set(gids.map(lineIdOf))
  const unknown = gids.filter((gid) => !cart.lines.some((line) => line.id === lineIdOf(gid)))
  return {
    lines: cart.lines.filter((line) => !removed.has(line.id)),
    errors: unknown.map((gid) => unknownLine(['lineIds'], gid)),
  }
}
