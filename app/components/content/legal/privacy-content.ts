import type { PageFacts } from '../page-facts.ts'
import type { LegalSection } from './legal-types.ts'
import { privacyCollecting } from './privacy-collecting.ts'
import { privacyKeeping } from './privacy-keeping.ts'
import { privacyRights } from './privacy-rights.ts'

/** The privacy policy of a store. */
export function privacySections(facts: PageFacts): LegalSection[] {
  return [...privacyCollecting(facts), ...privacyKeeping(facts), ...privacyRights(facts)]
}
