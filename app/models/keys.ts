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

/** What 16 random characters of base64 have, bits. */
const MIN_ENTROPY_BITS = 60

/** Bits in a text if each character were drawn at random from those that it has: an upper limit. */
function entropyOf(text: string): number {
  const counts = new Map<string, number>()
  for (const character of text) counts.set(character, (counts.get(character) ?? 0) + 1)
  const perCharacter = [...counts.values()]
    .map((count) => count / text.length)
    .reduce((sum, share) => sum - share * Math.log2(share), 0)
  return perCharacter * text.length
}

/** Words that example files and people who are in a hurry put in the place of a secret. */
const PLACEHOLDER = /secret|change.?me|password|example|your.|wizard/i

/** Whether a signing secret can be guessed: short, of few characters, or words. */
export function isWeakSecret(secret: string): boolean {
  const isOnlyWords = PLACEHOLDER.test(secret) && !/\d.*\d.*\d/.test(secret)
  return entropyOf(secret) < MIN_ENTROPY_BITS || isOnlyWords
}
