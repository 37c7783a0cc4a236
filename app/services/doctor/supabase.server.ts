import { z } from 'zod'
import { broken, listNames, look, right, type State } from '#app/models/doctor.ts'
import { readSupabaseKey } from '#app/models/supabase-key.ts'
import {
  type Answer,
  ask,
  type Check,
  type CheckOptions,
  checksOf,
  embedded,
  Obstacle,
  once,
} from './checks.server.ts'

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

/** The tables that the migrations leave, each with the columns that were added to it later. */
export function requiredTables(sql = MIGRATIONS): ReadonlyMap<string, readonly string[]> {
  const statements = sql.replace(/--[^\n]*/g, '')
  const namesIn = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, name = '']) => name)
  const tables = new Map(
    namesIn(statements, /create table (?:if not exists )?(?:public\.)?(\w+)/gi).map((name) => [name, ['']]),
  )
  for (const [, table = '', changes = ''] of statements.matchAll(/alter table (?:public\.)?(\w+)([^;]*)/gi)) {
    tables.get(table)?.push(...namesIn(changes, /add column (?:if not exists )?(\w+)/gi))
    for (const dropped of namesIn(changes, /drop column (?:if exists )?(\w+)/gi))
      tables.set(table, tables.get(table)?.filter((column) => column !== dropped) ?? [])
  }
  for (const dropped of namesIn(statements, /drop table (?:if exists )?(?:public\.)?(\w+)/gi))
    tables.delete(dropped)
  return tables
}

/** As many rows as the shop asks for at a time. */
const ROWS = 1000
const PAUSED = 540
const PUSH = 'Run npx supabase db push (docs/deploy.md, Supabase)'
const AGAIN = 'Run this again in a minute; if it stays, look at status.supabase.com'

const settingsBody = z.object({
  disable_signup: z.boolean(),
  external: z.object({ email: z.boolean() }).optional(),
})
const user = z.object({
  app_metadata: z.object({ role: z.unknown().optional() }).nullish(),
  email_confirmed_at: z.string().nullish(),
})
const usersBody = z.object({ users: z.array(user) })
const functionBody = z.object({ missing: z.array(z.string()), origin: z.string().nullable() })
const codeBody = z.object({ code: z.string() })

/** Checks of the Supabase project: its keys, tables, functions and accounts. */
export function supabaseChecks({ config: { supabase, publicOrigin }, fetch }: CheckOptions): Check[] {
  if (supabase === null)
    return embedded('Supabase', 'SUPABASE_URL, SUPABASE_PUBLISHABLE_KEY and SUPABASE_SECRET_KEY')
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

  const settings = once(async () => {
    const { status, body } = await call(anonKey, '/auth/v1/settings', 'SUPABASE_PUBLISHABLE_KEY')
    const parsed = settingsBody.safeParse(body).data
    if (status === 200 && parsed) return parsed
    throw status === PAUSED
      ? new Obstacle(
          'The project is paused',
          'Restore it in Supabase’s dashboard; a free one sleeps after a week',
        )
      : new Obstacle(
          `What answers at ${host} is no Supabase project (${status})`,
          'Set SUPABASE_URL to the Project URL (Project Settings, Data API)',
        )
  })
  const users = once(async () => {
    await settings()
    const path = '/auth/v1/admin/users?page=1&per_page=200'
    const { status, body } = await call(serviceRoleKey, path, 'SUPABASE_SECRET_KEY')
    const parsed = usersBody.safeParse(body).data
    if (status !== 200 || !parsed) throw new Obstacle(`Supabase answered ${status} to the accounts`, AGAIN)
    return parsed.users
  })
  /** Asks for a row of each table. */
  const rowsOf = (key: string) =>
    Promise.all(
      [...requiredTables()].map(async ([table, columns]) => {
        const select = columns.filter(Boolean).join(',') || '*'
        const { status, body } = await call(key, `/rest/v1/${table}?select=${select}&limit=1`)
        return { table, status, code: codeBody.safeParse(body).data?.code ?? '' }
      }),
    )
  const tables = once(async () => {
    await users()
    const rows = await rowsOf(serviceRoleKey)
    if (rows.every(({ status, code }) => status === 406 || ['PGRST106', 'PGRST002'].includes(code)))
      throw new Obstacle(
        'The project’s Data API is off, or does not show the schema public',
        'In Supabase, open Project Settings, Data API: switch it on, with “public” among the exposed schemas',
      )
    const unclear = rows.find(({ status }) => status === 429 || status >= 500)
    if (unclear) throw new Obstacle(`Supabase answered ${unclear.status} to the tables`, AGAIN)
    const missing = rows.filter(({ status }) => status !== 200).map(({ table }) => table)
    if (missing.length === 0) return rows
    throw new Obstacle(`Not there, or not whole: the tables ${listNames(missing)}`, PUSH)
  })

  return checksOf('Supabase', {
    'Publishable key': async () => {
      await settings()
      return right(`${host} accepts the publishable key`)
    },
    'Secret key': async () => {
      await users()
      if (!readSupabaseKey(serviceRoleKey).isLegacy) return right(`${host} accepts the secret key`)
      return look(
        'SUPABASE_SECRET_KEY is of the legacy kind',
        'Before Supabase ends them, replace both keys by a publishable and a secret one (Project Settings, API Keys)',
      )
    },
    Tables: async () => right(`All ${(await tables()).length} tables are there`),
    'Closed to the public': async () => {
      await tables()
      const open = (await rowsOf(anonKey)).filter(({ status }) => status < 300).map(({ table }) => table)
      if (open.length === 0) return right('No table can be read with the publishable key')
      return broken(`Anybody can read ${listNames(open)} with the publishable key`, PUSH)
    },
    'Row limit': async () => {
      await tables()
      const path = `/rest/v1/gift_redemption_codes?select=id&limit=${ROWS}`
      const { body, headers } = await call(serviceRoleKey, path, '', { Prefer: 'count=exact' })
      const total = Number(headers.get('Content-Range')?.split('/')[1] ?? 0)
      const given = Array.isArray(body) ? body.length : 0
      if (given >= Math.min(total, ROWS)) return right('The project gives as many rows as the shop asks for')
      return broken(
        `The project gives ${given} rows at a time, and the shop asks for ${ROWS}`,
        `In Supabase, open Project Settings, Data API, and set “Max rows” to ${ROWS}`,
      )
    },
    Functions: async () => {
      await users()
      const answers = await Promise.all(
        FUNCTIONS.map((name) => call(serviceRoleKey, `/functions/v1/${name}`)),
      )
      return examineFunctions(answers, publicOrigin)
    },
    'Sign-up': async () => {
      const { disable_signup: isClosed, external } = await settings()
      if (!isClosed)
        return broken(
          'Anybody can make an account',
          'Run npx supabase config push, or switch “Allow new users to sign up” off (Authentication, Sign In / Providers)',
        )
      if (external?.email !== false) return right('Nobody can make an account for themselves')
      const mend = 'Switch the Email provider on (Authentication, Sign In / Providers)'
      return broken('Nobody can sign in with a password, the owner neither', mend)
    },
    'Owner’s account': async () => {
      const owners = (await users()).filter(({ app_metadata }) => app_metadata?.role === 'owner')
      if (owners.some(({ email_confirmed_at }) => email_confirmed_at))
        return right('There is an owner’s account')
      return broken(
        owners.length > 0
          ? 'The owner’s account has not confirmed its email'
          : 'No account has the owner’s role',
        'In Supabase, make it with “Auto Confirm User” (Authentication, Users, Add user), and give it the role as docs/deploy.md tells',
      )
    },
  })
}

/** Whether the functions are deployed, have their secrets, and write links to this shop. */
function examineFunctions(answers: readonly Answer[], publicOrigin: string | null): State[] {
  const told = answers.map(({ status, body }) =>
    status === 200 ? functionBody.safeParse(body).data : undefined,
  )
  const absent = FUNCTIONS.filter((_, at) => told[at] === undefined)
  const states: State[] = []
  if (absent.length > 0)
    states.push(
      broken(
        `Not deployed, turned away by “Verify JWT”, or failing: ${listNames(absent)}`,
        'Run npx supabase functions deploy --use-api in the shop’s folder, and look at their log (Edge Functions, Logs)',
      ),
    )
  const secrets = 'npx supabase secrets set --env-file supabase/functions/.env'
  const lacking = [...new Set(told.flatMap((status) => status?.missing ?? []))]
  if (lacking.length > 0)
    states.push(broken(`The functions lack the secrets ${listNames(lacking)}`, `Run ${secrets}`))
  const isOther = (origin: string) => publicOrigin !== null && origin.replace(/\/+$/, '') !== publicOrigin
  const other = told.find((status) => status?.origin && isOther(status.origin))?.origin
  if (other)
    states.push(
      broken(`The functions write links to ${other} into mails`, `Correct PUBLIC_ORIGIN, and run ${secrets}`),
    )
  if (states.length > 0) return states
  return [right(`All ${FUNCTIONS.length} functions are deployed and have their secrets`)]
}
