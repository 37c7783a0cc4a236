import type { SupabaseClient } from '@supabase/supabase-js'
import { z } from 'zod'
import { UpstreamError } from '../upstream/upstream-error.server.ts'
import { callFunction } from './client.server.ts'

/** The response, which the owner sees as JSON. Of a function that answers with its products alone, these are what it has created. */
const duplication = z
  .looseObject({
    products: z.array(z.looseObject({ handle: z.string() })),
    created: z.array(z.unknown()).optional(),
    skipped: z.array(z.unknown()).default([]),
    failed: z.array(z.unknown()).default([]),
  })
  .transform((answer) => ({
    ...answer,
    created: answer.created ?? answer.products.map(({ handle }) => handle),
  }))

/** The edge function that copies products for the UK. */
export function createProducts(client: SupabaseClient) {
  return {
    /**
     * Creates a UK copy of each US product that has none.
     * @throws UpstreamError
     * Spec: 7 Backend functions
     */
    async duplicateProducts() {
      const answer = await callFunction(client, 'duplicate-products-for-uk', {}, duplication)
      if (!answer.ok) throw new UpstreamError('function duplicate-products-for-uk', 422)
      return answer.body
    },
  }
}
