import type { PageFacts } from '../page-facts.ts'
import type { LegalSection } from './legal-types.ts'
import { privacyCollection } from './privacy-collecting.ts'
import { privacyRetention } from './privacy-keeping.ts'
import { privacyRights } from './privacy-rights.ts'

export const PRIVACY_HEAD = {
  title: 'Privacy Policy',
  text: 'In short: we collect what we need to run the shop, we do not sell it, and you can ask us about it at any time.',
} as const

/** The privacy policy of a store. */
export function privacySections(facts: PageFacts): LegalSection[] {
  return [...privacyCollection(facts), ...privacyRetention(facts), ...privacyRights(facts)]
}
