import { COMPANY } from '#app/models/company.ts'
import { missingCompanyLabels } from '#app/models/company-form.ts'
import type { Finding } from '#app/models/doctor.ts'
import { readCompany } from '#supabase/functions/_shared/company.ts'
import { createServiceClient } from '../backend/client.server.ts'
import { type Config, parseConfig } from '../config/env.server.ts'
import { ConfigError } from '../config/problems.server.ts'
import type { Log } from '../log/log.server.ts'
import { boundedFetch } from '../upstream/upstream-error.server.ts'
import { type CheckOptions, runChecks } from './checks.server.ts'
import { frontDoorChecks, mailChecks, ownChecks, redisChecks } from './others.server.ts'
import { storeChecks, storefrontChecks } from './shopify.server.ts'
import { supabaseChecks } from './supabase.server.ts'

export type DoctorOptions = CheckOptions & {
  readonly missingFacts: () => Promise<readonly string[]>
}

const HOUR_MS = 3_600_000
/** After something was found that has to be mended; also for a proxy that starts after the shop. */
const SOON_MS = 5 * 60_000

/** Checks every service of a shop by calling it. Changes nothing. */
export function createDoctor(options: DoctorOptions) {
  const { config, now } = options
  let broken: readonly (Finding & { readonly found: string; readonly since: number })[] = []

  async function examine(): Promise<readonly Finding[]> {
    const results = await Promise.all([
      runChecks('Settings', ownChecks(config, options.missingFacts())),
      runChecks('Shopify', storefrontChecks(options)),
      runChecks('Shopify', storeChecks(options)),
      runChecks('Supabase', supabaseChecks(options)),
      runChecks('Mail', mailChecks(config)),
      runChecks('Redis', redisChecks(config)),
      runChecks('Front door', frontDoorChecks(options)),
    ])
    const findings = results.flat()
    // A shop with embedded services is only tried.
    broken = findings.flatMap(({ found, ...finding }) => {
      if (found === null || config.hasEmbedded) return []
      const before = broken.find(({ service, what }) => service === finding.service && what === finding.what)
      return [{ ...finding, found, since: before?.since ?? now() }]
    })
    return findings
  }

  return {
    /** What all checks found, in their order. Takes seconds. Never throws. */
    examine,
    /** What has to be mended, as the last check-up found it: for the owner's first page. */
    broken: () => broken,
    /** Checks from now on in the background, every hour. */
    watch(log: Log): void {
      if (config.hasEmbedded) return
      const next = (ms: number) => setTimeout(run, ms).unref()
      const run = async () => {
        await examine()
        for (const { service, what, found } of broken) log.warn({ service, what, found }, 'check-up: to mend')
        next(broken.length > 0 ? SOON_MS : HOUR_MS)
      }
      next(20_000)
    },
  }
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
  return createDoctor({ config, fetch, now: Date.now, missingFacts, ...options }).examine()
}
