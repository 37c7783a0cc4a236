import { z } from 'zod'
import { listOf } from '#app/models/wands.ts'
import { ask, type Check, type CheckOptions, embedded, obstacle } from './checks.server.ts'

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

const KEYS =
  'Compare SUPABASE_URL and both keys with Project Settings (Data API, API Keys) in Supabase; a paused project is restored there'
const PUSH =
  'Run npx supabase db push (docs/deploy.md, step 6), and see in Project Settings, Data API, that “public” is among the exposed schemas'

const external = z.object({ email: z.boolean() }).optional()
const settingsBody = z.object({ disable_signup: z.boolean(), external })
const app_metadata = z.object({ role: z.unknown().optional() }).nullish()
const user = z.object({ app_metadata, email_confirmed_at: z.string().nullish() })
const usersBody = z.object({ users: z.array(user) })
const functionBody = z.object({ missing: z.array(z.string()), origin: z.string().nullable() })

/** The checks of the Supabase project: its keys, accounts, tables and functions. */
export function supabaseChecks({ config, fetch }: CheckOptions): Check[] {
  const { supabase, publicOrigin } = config
  if (supabase === null) return [embedded('SUPABASE_URL, SUPABASE_ANON_KEY and SUPABASE_SERVICE_ROLE_KEY')]
  const { url, anonKey, serviceRoleKey } = supabase
  const { host } = new URL(url)

  function call(key: string, path: string) {
    const headers = new Headers({ apikey: key })
    // Keys of before 2025 are bearer tokens too.
    if (!key.startsWith('sb_')) headers.set('Authorization', `Bearer ${key}`)
    return ask(fetch, url.replace(/\/+$/, '') + path, { headers })
  }

  /** What a key reads. Stops where the project does not accept it */
  async function readWith<Schema extends z.ZodType>(key: string, name: string, path: string, schema: Schema) {
    const { status, body } = await call(key, path)
    const { data } = schema.safeParse(body)
    if (status === 200 && data !== undefined) return data
    throw obstacle(true, `${host} is no Supabase project that accepts ${name} (${status})`)
  }

  /** The tables that a key can read as the shop does, or cannot. */
  async function tablesThat(canRead: boolean, key: string): Promise<string[]> {
    const tables = [...requiredTables()].map(async ([table, columns]) => {
      const select = [...columns].join(',') || '*'
      const { status } = await call(key, `/rest/v1/${table}?select=${select}&limit=1`)
      return (status === 200) === canRead ? [`${table} (${status})`] : []
    })
    return (await Promise.all(tables)).flat()
  }

  async function lookAtFunction(name: FunctionName): Promise<string[]> {
    const { status, body } = await call(serviceRoleKey, `/functions/v1/${name}`)
    const { data } = functionBody.safeParse(body)
    if (status !== 200 || data === undefined) return [`${name} is not deployed, or fails (${status})`]
    const origin = data.origin?.replace(/\/+$/, '')
    return [
      ...data.missing.map((secret) => `the secret ${secret} is missing`),
      ...(origin && origin !== publicOrigin ? [`mails link to ${origin}`] : []),
    ]
  }

  return [
    [
      'Publishable key and sign-up',
      `${KEYS}. Run npx supabase config push`,
      async () => {
        obstacle(anonKey.startsWith('sb_secret_'), 'SUPABASE_ANON_KEY holds a secret key')
        const path = '/auth/v1/settings'
        const settings = await readWith(anonKey, 'SUPABASE_ANON_KEY', path, settingsBody)
        if (!settings.disable_signup) return 'Anybody can make an account'
        return settings.external?.email === false
          ? 'Nobody can sign in with a password, the owner neither'
          : null
      },
    ],
    [
      'Secret key and owner’s account',
      `${KEYS}. Make the account as docs/deploy.md, step 6, tells`,
      async () => {
        const path = '/auth/v1/admin/users?page=1&per_page=200'
        const { users } = await readWith(serviceRoleKey, 'SUPABASE_SERVICE_ROLE_KEY', path, usersBody)
        const isThere = users.some(
          ({ app_metadata, email_confirmed_at }) => app_metadata?.role === 'owner' && email_confirmed_at,
        )
        return isThere ? null : 'No account with a confirmed email has the owner’s role'
      },
    ],
    [
      'Functions',
      'In the shop’s folder, run npx supabase secrets set --env-file supabase/functions/.env and npx supabase functions deploy --use-api, and look at their log (Edge Functions, Logs)',
      async () => [...new Set((await Promise.all(FUNCTIONS.map(lookAtFunction))).flat())].join('; '),
    ],
    [
      'Tables',
      PUSH,
      async () => {
        const missing = await tablesThat(false, serviceRoleKey)
        return obstacle(missing.length > 0, `Not there, or not whole: ${listOf(missing)}`)
      },
    ],
    [
      'Closed to the public',
      PUSH,
      async () => {
        const open = await tablesThat(true, anonKey)
        return open.length > 0 ? `Anybody can read ${listOf(open)} with the publishable key` : null
      },
    ],
  ]
}
