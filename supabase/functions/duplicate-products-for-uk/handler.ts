import { z } from 'zod'
import { answer, guarded } from '../_shared/serve.ts'

const body = z.object({ dryRun: z.boolean().default(false) })

export const handler = guarded('duplicate-products-for-uk', body, async () =>
  answer({ error: 'Not available.' }, 503),
)
