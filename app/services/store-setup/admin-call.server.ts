import { z } from 'zod'
import type { AdminApi } from '../../../supabase/functions/_shared/environment.ts'
import {
  callAdmin,
  joinErrors,
  ShopifyAdminError,
  userErrors,
} from '../../../supabase/functions/_shared/shopify-admin.ts'

/** An answer with an id, and a list of answers, as Shopify gives them. */
export const id = z.object({ id: z.string() })
export const nodes = <Node extends z.ZodType>(node: Node) => z.object({ nodes: z.array(node) })

/** Set-up waits as long as Shopify asks it to: nobody is waiting for a page. */
const DEADLINE_MS = 120_000

function operationOf(document: string, variables: object) {
  const name = /^(?:query|mutation) (\w+)/.exec(document)?.[1]
  if (name === undefined) throw new Error('An operation needs a name')
  return { name, query: document, variables }
}

/** Sends a query. @throws ShopifyAdminError */
export function ask<Schema extends z.ZodType>(
  admin: AdminApi,
  document: string,
  variables: object,
  schema: Schema,
): Promise<z.output<Schema>> {
  return callAdmin(admin, operationOf(document, variables), schema, DEADLINE_MS)
}

const changed = z.record(z.string(), z.looseObject({ userErrors }))

/** Sends a mutation. @throws ShopifyAdminError with Shopify's own words when it refuses the change */
export async function change(admin: AdminApi, document: string, variables: object): Promise<void> {
  const operation = operationOf(document, variables)
  const [result] = Object.values(await callAdmin(admin, operation, changed, DEADLINE_MS))
  const errors = result?.userErrors ?? []
  if (errors.length > 0) throw new ShopifyAdminError(operation.name, joinErrors(errors))
}
