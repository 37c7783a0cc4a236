import { z } from 'zod'
import { type Finding, failure, fine, listNames, warning } from '#app/models/doctor.ts'
import { projectOfAddress, readSupabaseKey } from '#app/models/supabase-key.ts'

import type { Config } from '../config/env.server.ts'
import {
  type Answer,
  ask,
  bodyOf,
  type Check,
  type CheckOptions,
  checksOf,
  embedded,
  once,
  silent,
  statusOf,
} from './checks.server.ts'
import { migrationTraces } from './migrations.server.ts'
import { examineFunctions } from './supabase-functions.server.ts'

type SupabaseConfig = NonNullable<Config['supabase']>

/** More accounts than anybody has who may not sign up. */
const MAX_ACCOUNTS = 200

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
/** Checks of the Supabase project: its keys, database, functions and accounts. */
export function supabaseChecks({ config, fetch, now }: CheckOptions): Check[] {
  const { supabase, publicOrigin } = config
  if (supabase === null) {
    const variables = 'SUPABASE_URL, SUPABASE_PUBLISHABLE_KEY and SUPABASE_SECRET_KEY'
    return checksOf('Supabase', { Address: async () => embedded('The backend', variables) })
  }
  const project = createProject(supabase, fetch)
  /** For checks that say nothing while the project cannot be asked: another line tells that. */
  const whenOpen = (work: Check['run']) => async () =>
    bodyOf(await project.settings(), settingsBody) === null ? [] : work()
  const whenTrusted = (work: Check['run']) =>
    whenOpen(async () => (isAccepted(await project.accounts()) ? work() : []))
  const keyFindings = (name: string, key: string) => examineKey(name, key, supabase.url, now())
  return [
    ...checksOf('Supabase', {
      'Address and publishable key': async () => [
        examineAddress(supabase, await project.settings()),
        ...keyFindings('SUPABASE_PUBLISHABLE_KEY', supabase.anonKey),
      ],
      'Secret key': whenOpen(async () => [
        examineSecretKey(supabase, await project.accounts()),
        ...keyFindings('SUPABASE_SECRET_KEY', supabase.serviceRoleKey),
      ]),
      Database: whenTrusted(() => examineMigrations(project)),
      'Closed to the public': whenTrusted(() => examineClosed(project)),
      Functions: whenTrusted(() => examineFunctions(project.asService, publicOrigin)),
      'Sign-up': whenOpen(async () => examineSignUp(await project.settings())),
      'Owner’s account': whenTrusted(async () => examineOwner(await project.accounts())),
    }),
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

function isAccepted(answer: Answer): boolean {
  return statusOf(answer) === 200
}

/** @param status of the answer; 0 for none */
function unreadable(status: number): Finding {
  return failure(
    status === 0 ? 'Supabase did not answer' : `Supabase answered ${status}, which the shop cannot read`,
    'Run this again in a minute; if it stays, look at status.supabase.com',
  )
}

/** Supabase's status for a project that is paused. */
const PAUSED = 540

function examineAddress({ url }: SupabaseConfig, answer: Answer): Finding {
  const { host } = new URL(url)
  if (answer.kind === 'none')
    return silent(
      answer,
      host,
      'Compare SUPABASE_URL with Project URL in Supabase (Project Settings, Data API); a paused project has to be restored there',
    )
  if (answer.status === 401 || answer.status === 403)
    return failure(
      'The project does not accept SUPABASE_PUBLISHABLE_KEY',
      'Copy the publishable key of this project anew (Project Settings, API Keys)',
    )
  if (answer.status === PAUSED)
    return failure(
      'The project is paused',
      'Restore it in Supabase’s dashboard; a free project sleeps after a week without visitors',
    )
  if (bodyOf(answer, settingsBody) === null)
    return failure(
      `What answers at ${host} is no Supabase project (${answer.status})`,
      'Set SUPABASE_URL to the Project URL in Supabase (Project Settings, Data API)',
    )
  return fine(`${host} answers, and accepts the publishable key`)
}

/** What a legacy key says of itself. */
function examineKey(name: string, key: string, url: string, now: number): Finding[] {
  const { project, expiresAt } = readSupabaseKey(key)
  const ofAddress = projectOfAddress(url)
  if (project !== null && ofAddress !== null && project !== ofAddress) {
    const found = `${name} belongs to another project than SUPABASE_URL`
    return [failure(found, 'Copy address and keys from the same project')]
  }
  if (expiresAt === null || expiresAt > now) return []
  return [failure(`${name} has expired`, 'Replace it by a key of today’s kind (Project Settings, API Keys)')]
}

function examineSecretKey({ serviceRoleKey }: SupabaseConfig, answer: Answer): Finding {
  if (isAccepted(answer)) {
    if (!readSupabaseKey(serviceRoleKey).isLegacy) return fine('The project accepts SUPABASE_SECRET_KEY')
    return warning(
      'The project accepts SUPABASE_SECRET_KEY, which is of the legacy kind',
      'Before Supabase ends them, replace both keys by a publishable and a secret one (Project Settings, API Keys)',
    )
  }
  const status = statusOf(answer)
  if (status === 401)
    return failure(
      'The project does not accept SUPABASE_SECRET_KEY',
      'Copy a secret key of this project anew (Project Settings, API Keys); it may have been deleted or belong to another project',
    )
  if (status === 403)
    return failure(
      'SUPABASE_SECRET_KEY may not do what a secret key may',
      'Put the secret key there (sb_secret_…), not the publishable one',
    )
  return unreadable(status)
}

/** The status of an answer that says nothing of tables, such as that of an outage; null for any other. */
function unclearStatus(answers: readonly Answer[]): number | null {
  return answers.map(statusOf).find((status) => status === 0 || status === 429 || status >= 500) ?? null
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
  if (unclear !== null) return unreadable(unclear)
  const names = traces.filter((_, at) => !answers[at]?.every(isAccepted)).map(({ name }) => name)
  if (names.length === 0) return fine(`All ${traces.length} migrations are applied`)
  return failure(
    `Not applied: ${listNames(names)}`,
    'Run: npx supabase db push (after npx supabase link --project-ref …)',
  )
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
  if (open.length > 0)
    return failure(
      `Anybody can read ${listNames(open)} with the publishable key`,
      'Run: npx supabase db push; if it stays, switch on row-level security for these tables and remove their policies',
    )
  const unclear = unclearStatus(answers)
  if (unclear !== null) return unreadable(unclear)
  return fine(`None of the ${tables.length} tables can be read with the publishable key`)
}

function examineSignUp(answer: Answer): Finding[] {
  const settings = bodyOf(answer, settingsBody)
  if (settings === null) return []
  const signUp = settings.disable_signup
    ? fine('Nobody can make an account for themselves')
    : failure(
        'Anybody can make an account',
        'Run npx supabase config push, or switch “Allow new users to sign up” off (Authentication, Sign In / Providers)',
      )
  if (settings.external?.email !== false) return [signUp]
  const passwords = failure(
    'Nobody can sign in with a password, the owner neither',
    'Switch the Email provider on (Authentication, Sign In / Providers)',
  )
  return [signUp, passwords]
}

function examineOwner(answer: Answer): Finding {
  const users = bodyOf(answer, usersBody)?.users
  if (users === undefined) return unreadable(statusOf(answer))
  if (users.length === 0)
    return failure(
      'There is no account for the owner',
      'Make one (Authentication, Users, Add user), then give it the role as docs/deploy.md tells',
    )
  const owners = users.filter(({ app_metadata }) => app_metadata?.role === 'owner')
  if (owners.length === 0)
    return failure(
      'No account has the owner’s role',
      'Give it to the owner’s account with the statement in docs/deploy.md (SQL Editor)',
    )
  if (owners.every(({ email_confirmed_at }) => !email_confirmed_at))
    return failure(
      'The owner’s account has not confirmed its email, and cannot sign in',
      'Delete it and make it again with “Auto Confirm User” (Authentication, Users)',
    )
  if (owners.length === 1) return fine('There is an owner’s account')
  return warning(
    `${owners.length} accounts have the owner’s role`,
    'Take it from those that are not the owner’s',
  )
}
