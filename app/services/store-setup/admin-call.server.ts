import { z } from 'zod'
import type { AdminApi } from '../../../supabase/functions/_shared/environment.ts'
import { callAdmin, changeAdmin } from '../../../supabase/functions/_shared/shopify-admin.ts'

/** An answer with an id. */
export const id = z.object({ id: z.string() })
/** A list of answers, as Shopify gives it. */
export const nodes = <Node extends z.ZodType>(node: Node) =>
  z.object({ nodes: z.array(node) }).transform((list) => list.nodes)

/** Set-up waits as long as Shopify asks it to: nobody is waiting for a page. */
const DEADLINE_MS = 120_000

/** Sends a query. @throws ShopifyAdminError */
export function ask<Schema extends z.ZodType>(
  admin: AdminApi,
  query: string,
  variables: object,
  schema: Schema,
): Promise<z.output<Schema>> {
  return callAdmin(admin, query, variables, schema, DEADLINE_MS)
}

/** Sends a mutation. @throws ShopifyAdminError with Shopify's own words when it refuses the change */
export function change(admin: AdminApi, mutation: string, variables: object): Promise<void> {
  return changeAdmin(admin, mutation, variables, DEADLINE_MS)
}
