import { type Database, settled } from './database.ts'
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

/** Records a consent with its wording and time. The same wording on the same day is stored once. @throws DatabaseError */
export async function recordConsent(database: Database, consent: Consent): Promise<void> {
  const day = consent.at.slice(0, 10)
  const parts = [consent.email, consent.purpose, consent.source, consent.wording, consent.market, day]
  settled(
    'record consent',
    await database.from('consents').upsert(
      {
        dedupe_key: await sha256(JSON.stringify(parts)),
        email: consent.email,
        purpose: consent.purpose,
        source: consent.source,
        wording: consent.wording,
        market: consent.market,
        created_at: consent.at,
      },
      { onConflict: 'dedupe_key', ignoreDuplicates: true },
    ),
  )
}
