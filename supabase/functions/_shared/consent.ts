import { type Database, settled } from './database.ts'
import { sha256 } from './text.ts'

export type Consent = {
  readonly email: string
  readonly purpose: 'mailing-list' | 'waitlist' | 'gift-redemption'
  readonly source: string
  readonly wording: string
  readonly market: string | null
  readonly at: string
}

/** Records what somebody agreed to: the words they saw and the time. The same words on the same day are one record. */
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
