import type { SupabaseClient } from '@supabase/supabase-js'
import { z } from 'zod'
import { UpstreamError } from '../upstream/upstream-error.server.ts'
import { callFunction } from './client.server.ts'

/** Of a function that answers with its products alone, these are what it has created. */
const duplication = z
  .looseObject({
    products: z.array(z.looseObject({ title: z.string(), handle: z.string() })),
    created: z.array(z.unknown()).optional(),
    skipped: z.array(z.unknown()).default([]),
    failed: z.array(z.unknown()).default([]),
  })
  .transform((answer) => ({
    ...answer,
    created: answer.created ?? answer.products.map(({ handle }) => handle),
  }))

/** The response of the edge function, shown to the owner as JSON. */
export type Duplication = z.output<typeof duplication>

/** The edge function that copies products for the UK. */
export function createProducts(client: SupabaseClient) {
  return {
    /**
     * Creates a UK copy of each US product that has none; with `dryRun`, only lists the products it would create.
     * @throws UpstreamError
     * Spec: 7 Backend functions
     */
    async duplicateProducts(options: { readonly dryRun: boolean }): Promise<Duplication> {
      const answer = await callFunction(client, 'duplicate-products-for-uk', options, duplication)
      if (!answer.ok) throw new UpstreamError('function duplicate-products-for-uk', 422)
      return answer.body
    },
  }
}
