import type { PageFacts } from '../page-facts.ts'
import type { LegalSection } from './legal-types.ts'
import { privacyCollection } from './privacy-collecting.ts'
import { privacyRetention } from './privacy-keeping.ts'
import { privacyRights } from './privacy-rights.ts'

/** The privacy policy of a store. */
export function privacySections(facts: PageFacts): LegalSection[] {
  return [...privacyCollection(facts), ...privacyRetention(facts), ...privacyRights(facts)]
}
