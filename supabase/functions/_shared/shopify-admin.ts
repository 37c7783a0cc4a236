import { z } from 'zod'
import type { AdminApi } from './environment.ts'
import { cut } from './text.ts'

/** Timeout of one operation, ms. */
const DEADLINE_MS = 10_000

/** Shopify failed, timed out or sent an invalid response. Contains no token. */
export class ShopifyAdminError extends Error {
  constructor(operation: string, reason: string) {
    super(`Shopify ${operation}: ${reason}`)
    this.name = 'ShopifyAdminError'
  }
}

/** Errors that Shopify returns for a rejected input. */
export const userErrors = z.array(
  z.object({
    field: z.array(z.string()).nullish(),
    message: z.string(),
    code: z.string().nullish(),
  }),
)

export type UserErrors = z.output<typeof userErrors>

/** The messages as one line. */
export function joinErrors(errors: UserErrors): string {
  return errors.map((error) => error.message).join(' ')
}

const TAKEN_CODES = ['TAKEN', 'HANDLE_NOT_UNIQUE']

/** True if the input was rejected only because its value is already in use. */
export function isTaken(errors: UserErrors): boolean {
  return (
    errors.length > 0 &&
    errors.every(
      (error) =>
        TAKEN_CODES.includes(error.code ?? '') ||
        /must be unique|already (?:been taken|in use)/i.test(error.message),
    )
  )
}

/**
 * Runs one operation of the Admin API.
 * @returns `data`, parsed by `schema`
 * @throws ShopifyAdminError
 */
export async function callAdmin<Schema extends z.ZodType>(
  admin: AdminApi,
  operation: { readonly name: string; readonly query: string; readonly variables: object },
  schema: Schema,
): Promise<z.output<Schema>> {
  const { name, query, variables } = operation
  const response = await admin
    .fetch(admin.url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'X-Shopify-Access-Token': admin.token },
      body: JSON.stringify({ operationName: name, query, variables }),
      signal: AbortSignal.timeout(DEADLINE_MS),
    })
    .catch(() => {
      throw new ShopifyAdminError(name, 'no answer')
    })
  if (!response.ok) throw new ShopifyAdminError(name, `HTTP ${response.status}`)
  const envelope = z
    // Missing permissions and throttling give errors without data.
    .object({ data: z.unknown().optional(), errors: z.array(z.object({ message: z.string() })).optional() })
    .safeParse(await response.json().catch(() => null))
  if (!envelope.success) throw new ShopifyAdminError(name, 'the answer is no GraphQL')
  const errors = envelope.data.errors ?? []
  if (errors.length > 0)
    throw new ShopifyAdminError(name, cut(errors.map((error) => error.message).join(' '), 300))
  const parsed = schema.safeParse(envelope.data.data)
  if (!parsed.success) throw new ShopifyAdminError(name, 'the answer has another shape')
  return parsed.data
}
