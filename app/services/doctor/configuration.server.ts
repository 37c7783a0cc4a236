import { type CheckedFinding, type Finding, failure, fine, warning } from '#app/models/doctor.ts'
import { isWeakSecret } from '#app/models/signing-secret.ts'
import type { Config } from '../config/env.server.ts'
import type { ConfigError } from '../config/problems.server.ts'
import { UpstreamError } from '../upstream/upstream-error.server.ts'
import { type Check, checksOf } from './checks.server.ts'

function examineSecrets(secrets: Config['sessionSecrets']): Finding {
  const [newest, ...older] = secrets ?? []
  if (newest === undefined)
    return failure('SESSION_SECRET is not set', 'Put 32 random characters there: openssl rand -base64 32')
  if (isWeakSecret(newest))
    return failure(
      'SESSION_SECRET can be guessed, and with it carts and the links to gift letters be forged',
      'Put a new one of 32 random characters in front, with a comma: openssl rand -base64 32',
    )
  if (older.some(isWeakSecret))
    return warning(
      'An older SESSION_SECRET can be guessed, and is still accepted',
      'Remove it 30 days after the new one was put in front of it',
    )
  return fine('SESSION_SECRET is long and random')
}

/** Checks of the configuration, which has been parsed without a problem. */
export function configurationChecks(config: Config): Check[] {
  return checksOf('Configuration', {
    Settings: async () => fine('Every setting is there and fits the others'),
    'Session secret': async () => examineSecrets(config.sessionSecrets),
  })
}

/** What is found of an environment that is no complete configuration. */
export function configurationProblems({ problems }: ConfigError): CheckedFinding[] {
  return problems.map((problem) => ({
    service: 'Configuration',
    what: /^[A-Z_]+/.exec(problem)?.[0] ?? 'Settings',
    ...failure(problem, 'Correct it in .env (.env.example explains each setting), and run this again'),
  }))
}

/** The check of the company's facts. @param missingFacts labels of those that are missing */
export function companyChecks(missingFacts: () => Promise<readonly string[]>): Check[] {
  return checksOf('Company', { Facts: () => examineFacts(missingFacts) })
}

async function examineFacts(missingFacts: () => Promise<readonly string[]>): Promise<Finding> {
  try {
    const missing = await missingFacts()
    if (missing.length === 0) return fine('Every fact that the law wants shown is there')
    return failure(`Missing: ${missing.join('; ')}`, 'Fill them in in the owner’s room, at /admin/company')
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error
    return failure('They could not be read', 'Mend what Supabase is told above, then check again')
  }
}
