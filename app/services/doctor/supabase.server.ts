import { z } from 'zod'
import type { Finding } from '../../models/doctor.ts'
import { projectOfAddress, readSupabaseKey } from '../../models/supabase-key.ts'
import type { Config } from '../config/env.server.ts'
import { type Answer, ask, type Check, once } from './checks.server.ts'
import { FRONT_DOOR_SAYS } from './front-door-words.server.ts'
import { migrationTraces } from './migrations.server.ts'
import { SUPABASE_SAYS } from './supabase-words.server.ts'
import { CONFIGURATION_SAYS } from './words.server.ts'

type SupabaseConfig = NonNullable<Config['supabase']>
type Options = {
  readonly config: Pick<Config, 'supabase' | 'publicOrigin'>
  readonly fetch: typeof fetch
  readonly now: () => number
}

const FUNCTIONS = ['email-signup', 'contact-submission', 'create-gift-discount', 'duplicate-products-for-uk']
/** More accounts than anybody has who may not sign up. */
const MAX_ACCOUNTS = 200

const REFUSALS_PATH = '/rest/v1/webhook_refusals?reason=eq.signature&select=refused,last_at'
/** Older refusals are over. */
const REFUSALS_MS = 24 * 3_600_000
const refusalRows = z.array(z.object({ refused: z.number(), last_at: z.string() }))

const settingsBody = z.object({
  disable_signup: z.boolean(),
  external: z.object({ email: z.boolean() }).optional(),
})
const usersBody = z.object({
  users: z.array(
    z.object({
      app_metadata: z.object({ role: z.unknown().optional() }).nullish(),
      email_confirmed_at: z.string().nullish(),
    }),
  ),
})
const statusBody = z.object({
  function: z.string(),
  missing: z.array(z.string()),
  origin: z.string().nullable(),
})

/** Checks of the Supabase project: its keys, database, functions and accounts. */
export function supabaseChecks({ config, fetch, now }: Options): Check[] {
  const { supabase } = config
  if (supabase === null) {
    const said = CONFIGURATION_SAYS.embedded(
      'The backend',
      'SUPABASE_URL, SUPABASE_PUBLISHABLE_KEY and SUPABASE_SECRET_KEY',
    )
    return [{ service: 'Supabase', what: 'Address', run: async () => [said] }]
  }
  const project = createProject(supabase, fetch)
  const check = (what: string, run: Check['run']): Check => ({ service: 'Supabase', what, run })
  /** For checks that say nothing while the project cannot be asked: another line tells that. */
  const whenOpen = (work: () => Promise<readonly Finding[]>) => async () =>
    settingsOf(await project.settings()) === null ? [] : work()
  const whenTrusted = (work: () => Promise<readonly Finding[]>) =>
    whenOpen(async () => (isAccepted(await project.accounts()) ? work() : []))
  return [
    check('Address and publishable key', async () => [
      examineAddress(supabase, await project.settings()),
      ...examineKey('SUPABASE_PUBLISHABLE_KEY', supabase.anonKey, supabase.url, now()),
    ]),
    check(
      'Secret key',
      whenOpen(async () => [
        examineSecretKey(supabase, await project.accounts()),
        ...examineKey('SUPABASE_SECRET_KEY', supabase.serviceRoleKey, supabase.url, now()),
      ]),
    ),
    check(
      'Database',
      whenTrusted(async () => [await examineMigrations(project)]),
    ),
    check(
      'Closed to the public',
      whenTrusted(async () => [await examineClosed(project)]),
    ),
    check(
      'Functions',
      whenTrusted(async () => examineFunctions(project, config.publicOrigin)),
    ),
    check(
      'Sign-up',
      whenOpen(async () => examineSignUp(await project.settings())),
    ),
    check(
      'Owner’s account',
      whenTrusted(async () => [examineOwner(await project.accounts())]),
    ),
    {
      service: 'Front door',
      what: 'Signatures of notices',
      run: whenTrusted(async () => examineRefusals(await project.asService(REFUSALS_PATH), now())),
    },
  ]
}

type Project = ReturnType<typeof createProject>

function createProject({ url, anonKey, serviceRoleKey }: SupabaseConfig, fetchProject: typeof fetch) {
  const base = url.replace(/\/+$/, '')
  const call = (key: string) => (path: string) => {
    // Today's keys are no bearer tokens.
    const headers = new Headers({ apikey: key })
    if (readSupabaseKey(key).isLegacy) headers.set('Authorization', `Bearer ${key}`)
    return ask(fetchProject, base + path, { headers })
  }
  const asPublic = call(anonKey)
  const asService = call(serviceRoleKey)
  return {
    asPublic,
    asService,
    settings: once(() => asPublic('/auth/v1/settings')),
    accounts: once(() => asService(`/auth/v1/admin/users?page=1&per_page=${MAX_ACCOUNTS}`)),
  }
}

function settingsOf(answer: Answer): z.output<typeof settingsBody> | null {
  const parsed =
    answer.kind === 'answer' && answer.status === 200 ? settingsBody.safeParse(answer.body) : null
  return parsed?.data ?? null
}

function isAccepted(answer: Answer): boolean {
  return answer.kind === 'answer' && answer.status === 200
}

/** Supabase's status for a project that is paused. */
const PAUSED = 540

function examineAddress({ url }: SupabaseConfig, answer: Answer): Finding {
  const { host } = new URL(url)
  if (answer.kind === 'none') return SUPABASE_SAYS.silent(host, answer.reason)
  if (answer.status === 401 || answer.status === 403) return SUPABASE_SAYS.openKeyRefused
  if (answer.status === PAUSED) return SUPABASE_SAYS.paused
  if (settingsOf(answer) === null) return SUPABASE_SAYS.notSupabase(host, answer.status)
  return SUPABASE_SAYS.answers(host)
}

/** What a legacy key says of itself. */
function examineKey(name: string, key: string, url: string, now: number): Finding[] {
  const { project, expiresAt } = readSupabaseKey(key)
  const ofAddress = projectOfAddress(url)
  if (project !== null && ofAddress !== null && project !== ofAddress)
    return [SUPABASE_SAYS.otherProject(name)]
  return expiresAt !== null && expiresAt <= now ? [SUPABASE_SAYS.keyExpired(name)] : []
}

function examineSecretKey({ serviceRoleKey }: SupabaseConfig, answer: Answer): Finding {
  if (isAccepted(answer)) return SUPABASE_SAYS.secretKeyAccepted(readSupabaseKey(serviceRoleKey).isLegacy)
  if (answer.kind === 'none') return SUPABASE_SAYS.unreadable(0)
  if (answer.status === 401) return SUPABASE_SAYS.secretKeyRefused
  return answer.status === 403 ? SUPABASE_SAYS.secretKeyIsPublic : SUPABASE_SAYS.unreadable(answer.status)
}

/** The status of an answer that says nothing of tables, such as that of an outage; null for any other. */
function unclearStatus(answers: readonly Answer[]): number | null {
  const statuses = answers.map((answer) => (answer.kind === 'answer' ? answer.status : 0))
  return statuses.find((status) => status === 0 || status === 429 || status >= 500) ?? null
}

async function examineMigrations(project: Project): Promise<Finding> {
  const traces = migrationTraces()
  const lookUp = ({ tables, columns }: (typeof traces)[number]) => {
    const queries = [
      ...tables.map((table) => `${table}?select=*&limit=1`),
      ...columns.map(({ table, column }) => `${table}?select=${column}&limit=1`),
    ]
    return Promise.all(queries.map((query) => project.asService(`/rest/v1/${query}`)))
  }
  const answers = await Promise.all(traces.map(lookUp))
  const unclear = unclearStatus(answers.flat())
  if (unclear !== null) return SUPABASE_SAYS.unreadable(unclear)
  const names = traces.filter((_, at) => !answers[at]?.every(isAccepted)).map(({ name }) => name)
  return names.length === 0 ? SUPABASE_SAYS.migrated(traces.length) : SUPABASE_SAYS.notMigrated(names)
}

/**
 * Every table must be refused to the public key. An empty list is no refusal: a table without row-level security that is
 * still empty gives one too.
 */
async function examineClosed(project: Project): Promise<Finding> {
  const tables = migrationTraces().flatMap((trace) => trace.tables)
  const answers = await Promise.all(
    tables.map((table) => project.asPublic(`/rest/v1/${table}?select=*&limit=1`)),
  )
  const open = tables.filter((_, at) => {
    const answer = answers[at]
    return answer?.kind === 'answer' && answer.status < 300
  })
  if (open.length > 0) return SUPABASE_SAYS.open(open)
  const unclear = unclearStatus(answers)
  return unclear === null ? SUPABASE_SAYS.closed(tables.length) : SUPABASE_SAYS.unreadable(unclear)
}

type FunctionState = 'ready' | 'missing' | 'old' | 'guarded' | 'broken'

function stateOf(answer: Answer): FunctionState {
  if (answer.kind === 'none') return 'broken'
  if (answer.status === 200) return statusBody.safeParse(answer.body).success ? 'ready' : 'old'
  if (answer.status === 404) return 'missing'
  if (answer.status === 405) return 'old'
  return answer.status === 401 || answer.status === 403 ? 'guarded' : 'broken'
}

async function examineFunctions(project: Project, publicOrigin: string | null): Promise<Finding[]> {
  const answers = await Promise.all(FUNCTIONS.map((name) => project.asService(`/functions/v1/${name}`)))
  const inState = (state: FunctionState) =>
    FUNCTIONS.filter((_, at) => {
      const answer = answers[at]
      return answer !== undefined && stateOf(answer) === state
    })
  const told = answers.flatMap((answer) => {
    const parsed = answer.kind === 'answer' ? statusBody.safeParse(answer.body) : null
    return parsed?.success ? [parsed.data] : []
  })
  const missing = [...new Set(told.flatMap((status) => status.missing))]
  const [otherOrigin] = told.flatMap(({ origin }) =>
    origin !== null && publicOrigin !== null && origin.replace(/\/+$/, '') !== publicOrigin ? [origin] : [],
  )
  const say = (names: readonly string[], words: (names: readonly string[]) => Finding) =>
    names.length > 0 ? [words(names)] : []
  const findings = [
    ...say(inState('missing'), SUPABASE_SAYS.functionsMissing),
    ...say(inState('old'), SUPABASE_SAYS.functionsOld),
    ...say(inState('guarded'), SUPABASE_SAYS.functionsGuarded),
    ...say(inState('broken'), SUPABASE_SAYS.functionsBroken),
    ...say(missing, SUPABASE_SAYS.secretsMissing),
    ...(otherOrigin === undefined ? [] : [SUPABASE_SAYS.otherOrigin(otherOrigin, publicOrigin ?? '')]),
  ]
  return findings.length > 0 ? findings : [SUPABASE_SAYS.functionsReady(FUNCTIONS.length)]
}

function examineSignUp(answer: Answer): Finding[] {
  const settings = settingsOf(answer)
  if (settings === null) return []
  const passwords = settings.external?.email === false ? [SUPABASE_SAYS.passwordsOff] : []
  return [settings.disable_signup ? SUPABASE_SAYS.signUpOff : SUPABASE_SAYS.signUpOn, ...passwords]
}

/** Notices whose signature did not fit, as the shop has counted them. Anybody can send such, so they stop nothing. */
function examineRefusals(answer: Answer, now: number): Finding[] {
  const parsed = answer.kind === 'answer' && answer.status === 200 ? refusalRows.safeParse(answer.body) : null
  const [row] = parsed?.data ?? []
  if (!parsed?.success) return []
  if (row === undefined || now - Date.parse(row.last_at) > REFUSALS_MS) return [FRONT_DOOR_SAYS.webhooksGood]
  return [FRONT_DOOR_SAYS.webhooksRefused(row.refused, row.last_at.slice(0, 16))]
}

function examineOwner(answer: Answer): Finding {
  const parsed = answer.kind === 'answer' ? usersBody.safeParse(answer.body) : null
  if (!parsed?.success) return SUPABASE_SAYS.unreadable(answer.kind === 'answer' ? answer.status : 0)
  const { users } = parsed.data
  const owners = users.filter(({ app_metadata }) => app_metadata?.role === 'owner')
  if (owners.length === 0) return SUPABASE_SAYS.noOwner(users.length)
  if (owners.every(({ email_confirmed_at }) => !email_confirmed_at)) return SUPABASE_SAYS.ownerUnconfirmed
  return SUPABASE_SAYS.owner(owners.length)
}
