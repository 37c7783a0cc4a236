import type { SupabaseClient } from '@supabase/supabase-js'
import { z } from 'zod'
import { UpstreamError } from '../upstream-error.server.ts'
import { callFunction } from './client.server.ts'

const duplication = z.looseObject({
  products: z.array(z.unknown()),
  created: z.array(z.unknown()),
  skipped: z.array(z.unknown()),
  failed: z.array(z.unknown()),
})

/** The function's answer, shown to the owner as JSON. */
export type Duplication = z.output<typeof duplication>

/** What the backend does with products. */
export function createProducts(client: SupabaseClient) {
  return {
    /**
     * Makes a UK copy of each US product that has none, or only says what it would make.
     * @throws UpstreamError
     * Spec: 7 Backend functions
     */
    async duplicateProducts(options: { readonly dryRun: boolean }): Promise<Duplication> {
      const answer = await callFunction(
        client,
        'duplicate-products-for-uk',
        options.dryRun ? { dryRun: true } : {},
      )
      const parsed = duplication.safeParse(answer.ok ? answer.body : null)
      if (!parsed.success)
        throw new UpstreamError('function duplicate-products-for-uk', answer.ok ? 200 : 422)
      return parsed.data
    },
  }
}
