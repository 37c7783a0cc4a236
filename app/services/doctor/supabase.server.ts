import { z } from 'zod'
import { broken, listNames, look } from '#app/models/doctor.ts'
import { readSupabaseKey } from '#app/models/keys.ts'
import { MAX_ROWS } from '../backend/client.server.ts'
import { ask, type CheckOptions, type Checks, embedded, Obstacle } from './checks.server.ts'

const FUNCTIONS = [
  'email-signup',
  'contact-submission',
  'create-gift-discount',
  'duplicate-products-for-uk',
] as const
/** The edge functions of the project; the embedded backend has each of them. */
export type FunctionName = (typeof FUNCTIONS)[number]

/** The SQL of each migration, as it is in the repository when the shop is built. */
const MIGRATIONS = Object.values<string>(
  import.meta.glob('../../../supabase/migrations/*.sql', { query: '?raw', import: 'default', eager: true }),
).join('\n')

const STATEMENT = /(create|alter|drop) table (?:if (?:not )?exists )?(?:public\.)?(\w+)([^;]*)/gi
const CHANGE = /(add|drop) column (?:if (?:not )?exists )?(\w+)/gi

/** The tables that the migrations leave, each with the columns that were added to it later. */
export function requiredTables(sql = MIGRATIONS): ReadonlyMap<string, ReadonlySet<string>> {
  const tables = new Map<string, Set<string>>()
  for (const [, verb = '', table = '', rest = ''] of sql.replace(/--[^\n]*/g, '').matchAll(STATEMENT)) {
    if (/create/i.test(verb)) tables.set(table, new Set())
    else if (/drop/i.test(verb)) tables.delete(table)
    else
      for (const [, change = '', column = ''] of rest.matchAll(CHANGE))
        tables.get(table)?.[/add/i.test(change) ? 'add' : 'delete'](column)
  }
  return tables
}

const PUSH = 'Run npx supabase db push (docs/deploy.md, Supabase)'
const AGAIN = 'Run this again in a minute; if it stays, look at status.supabase.com'

const external = z.object({ email: z.boolean() }).optional()
const settingsBody = z.object({ disable_signup: z.boolean(), external })
const app_metadata = z.object({ role: z.unknown().optional() }).nullish()
const user = z.object({ app_metadata, email_confirmed_at: z.string().nullish() })
const usersBody = z.object({ users: z.array(user) })
const functionBody = z.object({ missing: z.array(z.string()), origin: z.string().nullable() })
const codeBody = z.object({ code: z.string() })

/** The checks of the Supabase project: its keys, accounts, tables and functions. */
export async function* supabaseChecks({ config, fetch }: CheckOptions): Checks {
  const { supabase, publicOrigin } = config
  if (supabase === null)
    return yield* embedded('SUPABASE_URL, SUPABASE_PUBLISHABLE_KEY and SUPABASE_SECRET_KEY')
  const { url, anonKey, serviceRoleKey } = supabase
  const { host } = new URL(url)
  /** @param name of the key's setting, where the project must accept it @throws Obstacle */
  async function call(key: string, path: string, name = '', more: Record<string, string> = {}) {
    // Today's keys are no bearer tokens.
    const headers = new Headers({ apikey: key, ...more })
    if (readSupabaseKey(key).isLegacy) headers.set('Authorization', `Bearer ${key}`)
    const mend =
      'Compare SUPABASE_URL with Project Settings, Data API, in Supabase; a paused project is restored there'
    const answer = await ask(fetch, url.replace(/\/+$/, '') + path, mend, { headers })
    if (name !== '' && (answer.status === 401 || answer.status === 403))
      throw new Obstacle(
        `The project does not accept ${name}`,
        'In Supabase, open Project Settings, API Keys, and copy that key of this project anew',
      )
    return answer
  }
  const rowsOf = (key: string) =>
    Promise.all(
      [...requiredTables()].map(async ([table, columns]) => {
        const select = [...columns].join(',') || '*'
        const { status, body } = await call(key, `/rest/v1/${table}?select=${select}&limit=1`)
        return { table, status, code: codeBody.safeParse(body).data?.code ?? '' }
      }),
    )

  yield ['Publishable key', `${host} accepts the publishable key`]
  const answer = await call(anonKey, '/auth/v1/settings', 'SUPABASE_PUBLISHABLE_KEY')
  const { data: settings } = settingsBody.safeParse(answer.body)
  if (answer.status !== 200 || !settings)
    throw new Obstacle(
      `What answers at ${host} is no Supabase project (${answer.status})`,
      'Set SUPABASE_URL to the Project URL (Project Settings, Data API), and restore a project that is paused',
    )

  yield ['Sign-up', 'Nobody can make an account for themselves']
  const isOpen = !settings.disable_signup
  if (isOpen || settings.external?.email === false)
    yield broken(
      isOpen ? 'Anybody can make an account' : 'Nobody can sign in with a password, the owner neither',
      'Run npx supabase config push; or in Authentication, Sign In / Providers, switch “Allow new users to sign up” off and the Email provider on',
    )

  yield ['Secret key', `${host} accepts the secret key`]
  const path = '/auth/v1/admin/users?page=1&per_page=200'
  const accounts = await call(serviceRoleKey, path, 'SUPABASE_SECRET_KEY')
  const users = usersBody.safeParse(accounts.body).data?.users
  if (accounts.status !== 200 || !users)
    throw new Obstacle(`Supabase answered ${accounts.status} to the accounts`, AGAIN)
  if (readSupabaseKey(serviceRoleKey).isLegacy)
    yield look(
      'SUPABASE_SECRET_KEY is of the legacy kind',
      'Before Supabase ends them, replace both keys by a publishable and a secret one (Project Settings, API Keys)',
    )

  yield ['Owner’s account', 'There is an owner’s account']
  const owners = users.filter(({ app_metadata }) => app_metadata?.role === 'owner')
  if (!owners.some(({ email_confirmed_at }) => email_confirmed_at))
    yield broken(
      owners.length > 0
        ? 'The owner’s account has not confirmed its email'
        : 'No account has the owner’s role',
      'In Supabase, make it with “Auto Confirm User” (Authentication, Users, Add user), and give it the role as docs/deploy.md tells',
    )

  yield ['Functions', `All ${FUNCTIONS.length} functions are deployed and have their secrets`]
  const answers = await Promise.all(FUNCTIONS.map((name) => call(serviceRoleKey, `/functions/v1/${name}`)))
  const told = answers.map(({ status, body }) => (status === 200 ? functionBody.safeParse(body).data : null))
  const absent = FUNCTIONS.filter((_, at) => !told[at])
  const lacking = new Set(told.flatMap((status) => status?.missing ?? []))
  const origins = told.flatMap((status) => status?.origin?.replace(/\/+$/, '') ?? [])
  const other = origins.find((origin) => publicOrigin !== null && origin !== publicOrigin)
  const secrets = 'npx supabase secrets set --env-file supabase/functions/.env'
  if (absent.length > 0)
    yield broken(
      `Not deployed, turned away by “Verify JWT”, or failing: ${listNames(absent)}`,
      'Run npx supabase functions deploy --use-api in the shop’s folder, and look at their log (Edge Functions, Logs)',
    )
  if (lacking.size > 0)
    yield broken(`The functions lack the secrets ${listNames([...lacking])}`, `Run ${secrets}`)
  if (other)
    yield broken(
      `The functions write links to ${other} into mails`,
      `Correct PUBLIC_ORIGIN, and run ${secrets}`,
    )

  yield ['Tables', `All ${requiredTables().size} tables are there`]
  const rows = await rowsOf(serviceRoleKey)
  if (rows.every(({ status, code }) => status === 406 || ['PGRST106', 'PGRST002'].includes(code)))
    throw new Obstacle(
      'The project’s Data API is off, or does not show the schema public',
      'In Supabase, open Project Settings, Data API: switch it on, with “public” among the exposed schemas',
    )
  const unclear = rows.find(({ status }) => status === 429 || status >= 500)
  if (unclear) throw new Obstacle(`Supabase answered ${unclear.status} to the tables`, AGAIN)
  const missing = rows.filter(({ status }) => status !== 200).map(({ table }) => table)
  if (missing.length > 0)
    throw new Obstacle(`Not there, or not whole: the tables ${listNames(missing)}`, PUSH)

  yield ['Closed to the public', 'No table can be read with the publishable key']
  const open = (await rowsOf(anonKey)).filter(({ status }) => status < 300).map(({ table }) => table)
  if (open.length > 0) yield broken(`Anybody can read ${listNames(open)} with the publishable key`, PUSH)

  yield ['Row limit', 'The project gives as many rows as the shop asks for']
  const many = `/rest/v1/gift_redemption_codes?select=id&limit=${MAX_ROWS}`
  const { body, headers } = await call(serviceRoleKey, many, '', { Prefer: 'count=exact' })
  const total = Number(headers.get('Content-Range')?.split('/')[1] ?? 0)
  const given = Array.isArray(body) ? body.length : 0
  if (given < Math.min(total, MAX_ROWS))
    yield broken(
      `The project gives ${given} rows at a time, and the shop asks for ${MAX_ROWS}`,
      `In Supabase, open Project Settings, Data API, and set “Max rows” to ${MAX_ROWS}`,
    )
}
