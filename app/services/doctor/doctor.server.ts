import { COMPANY, missingCompanyLabels } from '#app/models/company.ts'
import { broken, type Finding, look, right, type State } from '#app/models/doctor.ts'
import { isWeakSecret } from '#app/models/signing-secret.ts'
import { createServiceClient } from '../backend/client.server.ts'
import { readCompany } from '../backend/company.server.ts'
import { type Config, parseConfig } from '../config/env.server.ts'
import { ConfigError } from '../config/problems.server.ts'
import type { Log } from '../log/log.server.ts'
import { boundedFetch } from '../upstream/bounded-fetch.server.ts'
import { UpstreamError } from '../upstream/upstream-error.server.ts'
import { type CheckOptions, checksOf, Obstacle, runChecks } from './checks.server.ts'
import { frontDoorChecks } from './front-door.server.ts'
import { type LookUp, lookUp, mailChecks } from './mail.server.ts'
import { redisChecks } from './redis.server.ts'
import { shopifyChecks } from './shopify.server.ts'
import { supabaseChecks } from './supabase.server.ts'

export type DoctorOptions = CheckOptions & {
  /** Labels of the company's facts that are missing. */
  readonly missingFacts: () => Promise<readonly string[]>
  readonly lookUp?: LookUp
}

/** Something that has to be mended, and since when. */
type Broken = Finding & { readonly since: number }

const HOUR_MS = 3_600_000
/** After something was found that has to be mended; also for a proxy that starts after the shop. */
const SOON_MS = 5 * 60_000
const FIRST_MS = 20_000

/** Checks every service of a shop by calling it. Changes nothing. */
export function createDoctor(options: DoctorOptions) {
  let running: Promise<readonly Finding[]> | null = null
  let isBroken: readonly Broken[] = []

  async function examine(): Promise<readonly Finding[]> {
    const { config } = options
    const findings = await runChecks([
      ...checksOf('Settings', { 'Session secret': async () => examineSecrets(config.sessionSecrets) }),
      ...shopifyChecks(options),
      ...supabaseChecks(options),
      ...mailChecks(config, options.lookUp ?? lookUp),
      ...redisChecks(config),
      ...checksOf('Company', { Facts: () => examineFacts(options.missingFacts) }),
      ...frontDoorChecks(options),
    ])
    const before = new Map(isBroken.map((finding) => [finding.service + finding.what, finding.since]))
    // A shop with embedded services is only tried.
    isBroken = findings
      .filter(({ level }) => level === 'mend' && !config.hasEmbedded)
      .map((finding) => ({ ...finding, since: before.get(finding.service + finding.what) ?? options.now() }))
    return findings
  }

  const doctor = {
    /** What all checks found, in their order. Takes seconds; who asks meanwhile gets the same. Never throws. */
    examine(): Promise<readonly Finding[]> {
      running ??= examine().finally(() => {
        running = null
      })
      return running
    },
    /** What has to be mended, as the last check-up found it: for the owner's first page. */
    broken: () => isBroken,
    /** Checks from now on in the background, every hour. */
    watch(log: Log): void {
      if (options.config.hasEmbedded) return
      const next = (ms: number) => setTimeout(run, ms).unref()
      const run = async () => {
        await doctor.examine()
        for (const { service, what, found } of isBroken)
          log.warn({ service, what, found }, 'check-up: to mend')
        next(isBroken.length > 0 ? SOON_MS : HOUR_MS)
      }
      next(FIRST_MS)
    },
  }
  return doctor
}

function examineSecrets(secrets: Config['sessionSecrets']): State {
  const [newest, ...older] = secrets ?? []
  const fresh = '32 random characters: openssl rand -base64 32'
  if (newest === undefined) return broken('SESSION_SECRET is not set', `Put there ${fresh}`)
  if (isWeakSecret(newest))
    return broken(
      'SESSION_SECRET can be guessed, and with it carts and the links to gift letters be forged',
      `Put in front of it, with a comma, ${fresh}`,
    )
  if (!older.some(isWeakSecret)) return right('SESSION_SECRET is long and random')
  const mend = 'Remove it 30 days after the new one was put in front of it'
  return look('An older SESSION_SECRET can be guessed, and is still accepted', mend)
}

async function examineFacts(missingFacts: DoctorOptions['missingFacts']): Promise<State> {
  try {
    const missing = await missingFacts()
    if (missing.length === 0) return right('Every fact that the law wants shown is there')
    return broken(`Missing: ${missing.join('; ')}`, 'Fill them in in the owner’s room, at /admin/company')
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error
    throw new Obstacle('They could not be read', 'Mend what is said of Supabase, then check again')
  }
}

/** What is missing of the company in the database of a configuration; of the defaults where that is embedded. */
async function missingFactsOf(
  { supabase }: Config,
  fetch: typeof globalThis.fetch,
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
): Promise<readonly Finding[]> {
  try {
    const config = parseConfig(environment)
    const { fetch = boundedFetch } = options
    const missingFacts = () => missingFactsOf(config, fetch)
    return await createDoctor({ config, fetch, now: Date.now, missingFacts, ...options }).examine()
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    const mend = 'Correct it in .env (.env.example explains each setting), and run this again'
    return error.problems.map((problem) => {
      const what = /^[A-Z_]+/.exec(problem)?.[0] ?? 'Settings'
      return { service: 'Settings', what, ...broken(problem, mend) }
    })
  }
}
