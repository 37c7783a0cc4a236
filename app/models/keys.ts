import { z } from 'zod'
import { parseJson } from '#supabase/functions/_shared/text/text.ts'

/** What a key of a Supabase project can do: read as the public (`public`), or everything (`secret`). */
const ROLES = { anon: 'public', service_role: 'secret' } as const
const signed = z.object({ role: z.enum(['anon', 'service_role']).nullish().catch(null) })

/**
 * Reads a key of today's form (`sb_publishable_…`, `sb_secret_…`) or of the legacy one, a token. Verifies nothing.
 * @returns its role, which is null for a key in no known form, as self-hosted projects may have
 */
export function readSupabaseKey(key: string) {
  if (key.startsWith('sb_publishable_')) return { role: 'public', isLegacy: false } as const
  if (key.startsWith('sb_secret_')) return { role: 'secret', isLegacy: false } as const
  const [, payload = ''] = /^[\w-]+\.([\w-]+)\.[\w-]+$/.exec(key) ?? []
  const { data } = signed.safeParse(parseJson(Buffer.from(payload, 'base64url').toString()))
  return { role: data?.role ? ROLES[data.role] : null, isLegacy: data !== undefined }
}
