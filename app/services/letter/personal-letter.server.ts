import type { Backend } from '../backend/backend.server.ts'
import type { Letters } from './letters.server.ts'

/**
 * The letter of the gift that a token names, as a PDF.
 * @returns null when there is no such gift, or it was revoked
 * @throws UpstreamError
 */
export async function personalLetter(
  { backend, letters }: { readonly backend: Pick<Backend, 'gifts'>; readonly letters: Letters },
  token: string,
  origin: string,
): Promise<Uint8Array | null> {
  const id = letters.giftOfToken(token)
  const gift = id === null ? null : await backend.gifts.get(id)
  if (gift === null || gift.revokedAt !== null) return null
  return letters.personal(gift.market, origin, { words: gift.code, from: gift.purchaserName })
}
