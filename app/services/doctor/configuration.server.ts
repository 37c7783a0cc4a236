import type { Finding } from '../../models/doctor.ts'
import type { Config } from '../config/env.server.ts'
import { UpstreamError } from '../upstream/upstream-error.server.ts'
import type { Check } from './checks.server.ts'
import { COMPANY_SAYS, CONFIGURATION_SAYS } from './words.server.ts'

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
  return secret.length < 16 || entropyOf(secret) < MIN_ENTROPY_BITS || isOnlyWords
}

function examineSecrets(secrets: Config['sessionSecrets']): Finding {
  const [newest, ...older] = secrets ?? []
  if (newest === undefined) return CONFIGURATION_SAYS.noSecret
  if (isWeakSecret(newest)) return CONFIGURATION_SAYS.weakSecret
  return older.some(isWeakSecret) ? CONFIGURATION_SAYS.oldWeakSecret : CONFIGURATION_SAYS.strongSecret
}

/** Checks of the configuration, which has been parsed without a problem. */
export function configurationChecks(config: Config): Check[] {
  return [
    { service: 'Configuration', what: 'Settings', run: async () => [CONFIGURATION_SAYS.complete] },
    {
      service: 'Configuration',
      what: 'Session secret',
      run: async () => [examineSecrets(config.sessionSecrets)],
    },
  ]
}

/** The check of the company's facts. @param missingFacts labels of those that are missing */
export function companyCheck(missingFacts: () => Promise<readonly string[]>): Check {
  return {
    service: 'Company',
    what: 'Facts',
    run: async () => {
      try {
        const missing = await missingFacts()
        return [missing.length === 0 ? COMPANY_SAYS.complete : COMPANY_SAYS.missing(missing)]
      } catch (error) {
        if (!(error instanceof UpstreamError)) throw error
        return [COMPANY_SAYS.unreadable]
      }
    },
  }
}
