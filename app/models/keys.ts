/** What a key of a Supabase project can do: read as the public (`public`), or everything (`secret`). */
type SupabaseKeyRole = 'public' | 'secret'

export type SupabaseKey = {
  /** Null for a key in no known form, as self-hosted projects may have. */
  readonly role: SupabaseKeyRole | null
  /** Whether it is one of the older keys, which are signed tokens. */
  readonly isLegacy: boolean
}

const ROLES: Readonly<Record<string, SupabaseKeyRole>> = { anon: 'public', service_role: 'secret' }

/** Reads a key of today's form (`sb_publishable_…`, `sb_secret_…`) or of the legacy one, a token. Verifies nothing. */
export function readSupabaseKey(key: string): SupabaseKey {
  if (key.startsWith('sb_publishable_')) return { role: 'public', isLegacy: false }
  if (key.startsWith('sb_secret_')) return { role: 'secret', isLegacy: false }
  const claims = claimsOf(key)
  if (claims === null) return { role: null, isLegacy: false }
  const { role } = claims
  return {
    role: (typeof role === 'string' ? ROLES[role] : undefined) ?? null,
    isLegacy: true,
  }
}

/** The claims of a token; null for anything else. */
function claimsOf(key: string): { readonly role?: unknown } | null {
  const [, payload, signature] = key.split('.')
  if (payload === undefined || signature === undefined) return null
  try {
    const claims: unknown = JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/')))
    return typeof claims === 'object' ? claims : null
  } catch {
    return null
  }
}
