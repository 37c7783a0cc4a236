import { z } from 'zod'
import { answer, guarded } from '../_shared/serve.ts'

const body = z.object({ giftCode: z.string(), giftCodeId: z.string() })

export const handler = guarded('create-gift-discount', body, async () =>
  answer({ error: 'Not available.' }, 503),
)
