import { COMPANY, missingCompanyLabels } from '#app/models/company.ts'
import type { CheckedFinding } from '#app/models/doctor.ts'
import { createServiceClient } from '../backend/client.server.ts'
import { readCompany } from '../backend/company.server.ts'
import { type Config, parseConfig } from '../config/env.server.ts'
import { ConfigError } from '../config/problems.server.ts'
import { boundedFetch } from '../upstream/bounded-fetch.server.ts'
import { type CheckOptions, runChecks } from './checks.server.ts'
import { createServiceClocks } from './clock.server.ts'
import { companyChecks, configurationChecks, configurationProblems } from './configuration.server.ts'
import { DOCTOR_HEADER, frontDoorChecks, type ShopReport } from './front-door.server.ts'
import { mailChecks, type TakesMail, takesMail } from './mail.server.ts'
import { answerProof } from './proof.server.ts'
import { redisChecks } from './redis.server.ts'
import { adminChecks } from './shopify-admin.server.ts'
import { storefrontChecks } from './shopify-storefront.server.ts'
import { supabaseChecks } from './supabase.server.ts'

export type DoctorOptions = CheckOptions & {
  /** Labels of the company's facts that are missing. */
  readonly missingFacts: () => Promise<readonly string[]>
  readonly takesMail?: TakesMail
}

/** Checks every service of a shop by calling it. Changes nothing. */
export function createDoctor(options: DoctorOptions) {
  let running: Promise<readonly CheckedFinding[]> | null = null
  return {
    /** What all checks found, in their order. Takes seconds; who asks meanwhile gets the same. Never throws. */
    examine(): Promise<readonly CheckedFinding[]> {
      running ??= examine(options).finally(() => {
        running = null
      })
      return running
    },
    /**
     * Answers the doctor of another process, which knows the shop's secret; null for anybody else.
     * @param seen how the shop sees the request
     */
    reportTo(
      headers: Headers,
      seen: Omit<ShopReport, 'proof'> & { readonly now: number },
    ): ShopReport | null {
      const proof = answerProof(options.config.sessionSecrets ?? [], headers.get(DOCTOR_HEADER), seen.now)
      return proof === null ? null : { proof, origin: seen.origin, ip: seen.ip }
    },
  }
}

async function examine(options: DoctorOptions): Promise<readonly CheckedFinding[]> {
  const { config, now } = options
  const clocks = createServiceClocks(now)
  const listening = (service: string) => ({ config, now, fetch: clocks.listening(service, options.fetch) })
  const findings = await runChecks([
    ...configurationChecks(config),
    ...storefrontChecks(listening('Shopify')),
    ...adminChecks(listening('Shopify')),
    ...supabaseChecks(listening('Supabase')),
    ...mailChecks(config, options.takesMail ?? takesMail),
    ...redisChecks(config),
    ...companyChecks(options.missingFacts),
    ...frontDoorChecks(options),
  ])
  const ofClock = clocks.examine().map((finding) => ({ service: 'Clock' as const, what: 'Time', ...finding }))
  return [...findings, ...ofClock]
}

/** What is missing of the company in the database of a configuration; of the defaults where that is embedded. */
async function missingFactsOf(
  { supabase }: Config,
  fetch: DoctorOptions['fetch'],
): Promise<readonly string[]> {
  if (supabase === null) return missingCompanyLabels(COMPANY)
  const { company } = await readCompany(createServiceClient({ ...supabase, fetch }))
  return missingCompanyLabels(company)
}

/**
 * Examines the shop that an environment configures. Where that is no complete configuration, its problems are all that
 * is found.
 */
export async function examineEnvironment(
  environment: Record<string, string | undefined>,
  options: Partial<DoctorOptions> = {},
): Promise<readonly CheckedFinding[]> {
  try {
    const config = parseConfig(environment)
    return await createDoctor({
      config,
      fetch: boundedFetch,
      now: Date.now,
      missingFacts: () => missingFactsOf(config, options.fetch ?? boundedFetch),
      ...options,
    }).examine()
  } catch (error) {
    if (error instanceof ConfigError) return configurationProblems(error)
    throw error
  }
}
