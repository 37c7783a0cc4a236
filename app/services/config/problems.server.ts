import { z } from 'zod'
import { apiPath } from '#app/models/store-requirements.ts'
import { parseJson } from '#supabase/functions/_shared/text/text.ts'
import { type Given, listOf, setupVariables, type Values } from './variables.server.ts'

/** Thrown by `parseConfig`: `problems` has one readable line for each setting to correct. */
export class ConfigError extends Error {
  readonly problems: readonly string[]
  constructor(problems: readonly string[]) {
    super(
      `The configuration has ${problems.length} problem(s):\n${problems.map((line) => `  - ${line}`).join('\n')}`,
    )
    this.name = 'ConfigError'
    this.problems = problems
  }
}

/** What a key of a Supabase project can do: read as the public (`public`), or everything (`secret`). */
const ROLES = { anon: 'public', service_role: 'secret' } as const
const signed = z.object({ role: z.enum(['anon', 'service_role']).nullish().catch(null) })

/**
 * Reads a key of today's form (`sb_publishable_…`, `sb_secret_…`) or of the legacy one, a token. Verifies nothing.
 * @returns its role, which is null for a key in no known form, as self-hosted projects may have
 */
export function readSupabaseKey(key: string) {
  if (key.startsWith('sb_publishable_')) return { role: 'public', isLegacy: false } as const
  if (key.startsWith('sb_secret_')) return { role: 'secret', isLegacy: false } as const
  const [, payload = ''] = /^[\w-]+\.([\w-]+)\.[\w-]+$/.exec(key) ?? []
  const { data } = signed.safeParse(parseJson(Buffer.from(payload, 'base64url').toString()))
  return { role: data?.role ? ROLES[data.role] : null, isLegacy: data !== undefined }
}

type Name = keyof Given

/** Gives tokens of a day for the Admin API, in place of a lasting one. */
const CLIENT = ['ADMIN_API_CLIENT_ID', 'ADMIN_API_CLIENT_SECRET'] as const

/** The services that are all real or all embedded, with what is set and what is missing of the variables that each needs. */
function servicesOf(given: Given) {
  const isSet = (name: Name) => given[name] !== undefined
  const usesPrivate = !isSet('STOREFRONT_API_TOKEN') && isSet('STOREFRONT_API_PRIVATE_TOKEN')
  const usesClient = !isSet('ADMIN_API_TOKEN') && CLIENT.some(isSet)
  const services: Name[][] = [
    ['STOREFRONT_API_URL', usesPrivate ? 'STOREFRONT_API_PRIVATE_TOKEN' : 'STOREFRONT_API_TOKEN'],
    ['ADMIN_API_URL', ...(usesClient ? CLIENT : (['ADMIN_API_TOKEN'] as const))],
    ['SUPABASE_URL', 'SUPABASE_PUBLISHABLE_KEY', 'SUPABASE_SECRET_KEY'],
    ['SMTP_URL'],
  ]
  return services.map((names) => ({
    name: names[0],
    set: names.filter(isSet),
    missing: names.filter((name) => !isSet(name)),
  }))
}
type Service = ReturnType<typeof servicesOf>[number]

/** What a service lacks that is configured in part. */
function gapsOf({ set, missing }: Service): string[] {
  if (set.length === 0) return []
  return missing.map(
    (name) => `${name} is missing: ${set.join(' and ')} ${set.length > 1 ? 'need' : 'needs'} it`,
  )
}

/** Real services that are mixed with embedded ones, or do not know the shop's own address: an order at a demo store must not give a real gift. */
function mixtureProblems(services: readonly Service[], given: Given): string[] {
  const [real] = services.filter(({ set }) => set.length > 0)
  if (real === undefined) return []
  const embedded = given.ALLOW_EMBEDDED === '1' ? [] : services.filter(({ set }) => set.length === 0)
  const because = `${real.name} is a real service, and real and embedded ones are mixed only with ALLOW_EMBEDDED=1`
  return [
    ...embedded.map(({ name }) => `${name} is missing: ${because}`),
    ...unless(
      given.PUBLIC_ORIGIN,
      'PUBLIC_ORIGIN is missing: real services are configured, so the shop has to know its own address',
    ),
  ]
}

/** The problem unless something is right. */
const unless = (isRight: unknown, problem: string): string[] => (isRight ? [] : [problem])

function adminTokenProblems(given: Given): string[] {
  const ofClient = CLIENT.filter((name) => given[name] !== undefined)
  return unless(
    given.ADMIN_API_TOKEN === undefined || ofClient.length === 0,
    `ADMIN_API_TOKEN and ${ofClient.join(' and ')} are set: only one kind of token can be used, remove the other`,
  )
}

function valueProblems({ error }: { readonly error?: z.ZodError }): string[] {
  return error?.issues.map(({ path, message }) => `${path.join('.')} ${message}`) ?? []
}

/** Problems of what set-up needs; it leaves other variables alone. */
export function setupProblems(given: Given): string[] {
  const admin = servicesOf(given).filter(({ name }) => name === 'ADMIN_API_URL')
  return [
    ...unless(
      given.ADMIN_API_URL,
      `ADMIN_API_URL is missing: set it to https://your-store.myshopify.com${apiPath('admin')}`,
    ),
    ...valueProblems(setupVariables.safeParse(given)),
    ...admin.flatMap(gapsOf),
    ...adminTokenProblems(given),
    ...unless(
      !given.PUBLIC_ORIGIN?.startsWith('http:'),
      'PUBLIC_ORIGIN must begin with https: Shopify sends webhooks to no other address',
    ),
  ]
}

/** Problems of the values, and of those that are missing or do not fit together. @param parsed the given variables */
export function configProblems(given: Given, parsed: z.ZodSafeParseResult<Values>): string[] {
  const { ADMIN_API_TOKEN: _, ...others } = given
  const hasStore = given.ADMIN_API_URL ?? given.STOREFRONT_API_URL
  // Alone, that token is the embedded store's, and makes nothing real.
  const services = servicesOf(hasStore ? given : others)
  const { SUPABASE_PUBLISHABLE_KEY: open = '', SUPABASE_SECRET_KEY: secret = '' } = given
  return [
    ...valueProblems(parsed),
    ...services.flatMap(gapsOf),
    ...adminTokenProblems(given),
    ...mixtureProblems(services, given),
    ...unless(
      !(hasStore ?? given.SUPABASE_URL) || listOf(given.SESSION_SECRET).length > 0,
      'SESSION_SECRET is missing: real services are configured, so sessions need a secret of your own',
    ),
    ...unless(
      readSupabaseKey(open).role !== 'secret',
      'SUPABASE_PUBLISHABLE_KEY holds a secret key: it must be the one that starts with sb_publishable_',
    ),
    ...unless(
      readSupabaseKey(secret).role !== 'public',
      'SUPABASE_SECRET_KEY holds the public key: it must be the one that starts with sb_secret_',
    ),
  ]
}

/** Whether a list of allowed hosts includes the host of an origin. One without a port means the scheme's own port. */
export function allowsHost(hosts: readonly string[], origin: string): boolean {
  const { protocol, host, hostname, port } = new URL(origin)
  const usualPort = protocol === 'https:' ? '443' : '80'
  return hosts.includes(host) || (port === '' && hosts.includes(`${hostname}:${usualPort}`))
}
