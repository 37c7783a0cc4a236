import { type Database, expectDone } from './database.ts'
import { sha256 } from './text/text.ts'

export type Consent = {
  readonly email: string
  readonly purpose: 'mailing-list' | 'waitlist' | 'gift-redemption'
  readonly source: string
  readonly wording: string
  readonly market: string | null
  /** ISO 8601. */
  readonly at: string
}

/** Records a consent with its wording and time. The same wording on the same day is stored once. @throws UpstreamError */
export async function recordConsent(database: Database, consent: Consent): Promise<void> {
  const { email, purpose, source, wording, market, at } = consent
  const parts = [email, purpose, source, wording, market, at.slice(0, 'yyyy-mm-dd'.length)]
  const dedupe_key = await sha256(JSON.stringify(parts))
  const row = { dedupe_key, email, purpose, source, wording, market, created_at: at }
  const options = { onConflict: 'dedupe_key', ignoreDuplicates: true }
  expectDone('record consent', await database.from('consents').upsert(row, options))
}
