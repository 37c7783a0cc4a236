/** What a key of a Supabase project can do: read as the public (`public`), or everything (`secret`). */
type SupabaseKeyRole = 'public' | 'secret'

export type SupabaseKey = {
  /** Null for a key in no known form, as self-hosted projects may have. */
  readonly role: SupabaseKeyRole | null
  /** Whether it is one of the older keys, which are signed tokens. */
  readonly isLegacy: boolean
  /** The project that a legacy key belongs to; null where it does not say. */
  readonly project: string | null
  /** When a legacy key expires, Unix time in ms; null where it does not say. */
  readonly expiresAt: number | null
}

const ROLES: Readonly<Record<string, SupabaseKeyRole>> = { anon: 'public', service_role: 'secret' }

/** Reads a key of today's form (`sb_publishable_…`, `sb_secret_…`) or of the legacy one, a token. Verifies nothing. */
export function readSupabaseKey(key: string): SupabaseKey {
  const today = { isLegacy: false, project: null, expiresAt: null }
  if (key.startsWith('sb_publishable_')) return { role: 'public', ...today }
  if (key.startsWith('sb_secret_')) return { role: 'secret', ...today }
  const claims = claimsOf(key)
  if (claims === null) return { role: null, ...today }
  const { role, ref, exp } = claims
  return {
    role: (typeof role === 'string' ? ROLES[role] : undefined) ?? null,
    isLegacy: true,
    project: typeof ref === 'string' ? ref : null,
    expiresAt: typeof exp === 'number' ? exp * 1000 : null,
  }
}

/** The claims of a token; null for anything else. */
function claimsOf(key: string): { readonly [name in 'role' | 'ref' | 'exp']?: unknown } | null {
  const [, payload, signature] = key.split('.')
  if (payload === undefined || signature === undefined) return null
  try {
    const claims: unknown = JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/')))
    return typeof claims === 'object' ? claims : null
  } catch {
    return null
  }
}

/** The project of an address such as `https://abcdefghijklmnopqrst.supabase.co`; null for other hosts. */
export function projectOfAddress(address: string): string | null {
  return /^https:\/\/([a-z0-9]+)\.supabase\.(?:co|in)(?:\/|$)/.exec(address)?.[1] ?? null
}
