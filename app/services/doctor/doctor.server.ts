import { missingCompanyLabels } from '#app/models/company-form.ts'
import type { Finding } from '#app/models/doctor.ts'
import { readCompany } from '#supabase/functions/_shared/company.ts'
import { COMPANY } from '#supabase/functions/_shared/forms/company-facts.ts'
import { createServiceClient } from '../backend/client.server.ts'
import { type Config, parseConfig } from '../config/env.server.ts'
import { ConfigError } from '../config/problems.server.ts'
import { boundedFetch } from '../upstream/upstream-error.server.ts'
import { type CheckOptions, runChecks } from './checks.server.ts'
import { frontDoorChecks, mailChecks, ownChecks, redisChecks } from './others.server.ts'
import { storeChecks, storefrontChecks } from './shopify.server.ts'
import { supabaseChecks } from './supabase.server.ts'

export type DoctorOptions = CheckOptions & {
  readonly missingFacts: () => Promise<readonly string[]>
}

/** Checks every service of a shop by calling it: what all checks found, in their order. Takes seconds. Never throws. */
export async function examine(options: DoctorOptions): Promise<readonly Finding[]> {
  const { config } = options
  const results = await Promise.all([
    runChecks('Settings', ownChecks(config, options.missingFacts())),
    runChecks('Shopify', storefrontChecks(options)),
    runChecks('Shopify', storeChecks(options)),
    runChecks('Supabase', supabaseChecks(options)),
    runChecks('Mail', mailChecks(config)),
    runChecks('Redis', redisChecks(config)),
    runChecks('Front door', frontDoorChecks(options)),
  ])
  return results.flat()
}

/**
 * Examines the shop that an environment configures. Where that is no complete configuration, its problems are all that
 * is found.
 */
export async function examineEnvironment(
  environment: Record<string, string | undefined>,
  options: Partial<DoctorOptions> = {},
): Promise<readonly Finding[]> {
  let config: Config
  try {
    config = parseConfig(environment)
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    const mend = 'Correct it in .env (.env.example explains each setting), and run this again'
    return error.problems.map((problem) => {
      const what = /^[A-Z_]+/.exec(problem)?.[0] ?? 'Settings'
      return { service: 'Settings', what, found: problem, mend }
    })
  }
  const { supabase } = config
  const { fetch = boundedFetch } = options
  const missingFacts = async () =>
    missingCompanyLabels(
      supabase ? (await readCompany(createServiceClient({ ...supabase, fetch }))).company : COMPANY,
    )
  return examine({ config, fetch, now: Date.now, missingFacts, ...options })
}
