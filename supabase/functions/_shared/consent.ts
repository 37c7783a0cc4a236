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
  const day = consent.at.slice(0, 10)
  const parts = [consent.email, consent.purpose, consent.source, consent.wording, consent.market, day]
  const { at, ...row } = consent
  const kept = { ...row, dedupe_key: await sha256(JSON.stringify(parts)), created_at: at }
  const options = { onConflict: 'dedupe_key', ignoreDuplicates: true }
  expectDone('record consent', await database.from('consents').upsert(kept, options))
}
