import type { z } from 'zod'
import { readSupabaseKey } from '#app/models/keys.ts'
import { apiPath } from '../storefront/shopify-api.server.ts'
import { FORMER_NAMES, type Given, listOf, setupVariables, type Values } from './variables.server.ts'

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

/** Variables of which one does, or in place of it several together. The first is named where none is set. */
const ALTERNATIVES = [
  ['STOREFRONT_API_TOKEN', 'STOREFRONT_API_PRIVATE_TOKEN'],
  ['ADMIN_API_TOKEN', 'ADMIN_API_CLIENT_ID', 'ADMIN_API_CLIENT_SECRET'],
] as const satisfies readonly (readonly (keyof Given)[])[]

/** The group as it was chosen: with the variables that are set in place of another one. */
function chosenGroup(given: Given, group: readonly (keyof Given)[]): readonly (keyof Given)[] {
  return group.flatMap((name) => {
    const [first, ...others] = ALTERNATIVES.find(([usual]) => usual === name) ?? [name]
    return given[first] === undefined && others.some((other) => given[other] !== undefined) ? others : [first]
  })
}

/** Problems of the Admin API's tokens: either a lasting one, or what gives those of a day. */
function adminTokenProblems(given: Given): string[] {
  const client = ['ADMIN_API_CLIENT_ID', 'ADMIN_API_CLIENT_SECRET'] as const
  const ofClient = client.filter((name) => given[name] !== undefined)
  if (given.ADMIN_API_TOKEN === undefined || ofClient.length === 0) return []
  return [
    `ADMIN_API_TOKEN and ${ofClient.join(' and ')} are set: only one kind of token can be used, remove the other`,
  ]
}

function groupProblems(given: Given, group: readonly (keyof Given)[]): string[] {
  const names = chosenGroup(given, group)
  const missing = names.filter((name) => given[name] === undefined)
  if (missing.length === 0 || missing.length === names.length) return []
  const present = names.filter((name) => given[name] !== undefined)
  return missing.map(
    (name) => `${name} is missing: ${present.join(' and ')} ${present.length > 1 ? 'need' : 'needs'} it`,
  )
}

/** Whether a list of allowed hosts includes the host of an origin. One without a port means the scheme's own port. */
export function allowsHost(hosts: readonly string[], origin: string): boolean {
  const { protocol, host, hostname, port } = new URL(origin)
  const usualPort = protocol === 'https:' ? '443' : '80'
  return hosts.includes(host) || (port === '' && hosts.includes(`${hostname}:${usualPort}`))
}

/** The services that are all real or all embedded: an order at a demo store must not give a real gift. */
export const SERVICE_GROUPS = [
  ['STOREFRONT_API_URL', 'STOREFRONT_API_TOKEN'],
  ['ADMIN_API_URL', 'ADMIN_API_TOKEN'],
  ['SUPABASE_URL', 'SUPABASE_PUBLISHABLE_KEY', 'SUPABASE_SECRET_KEY'],
  ['SMTP_URL'],
] as const satisfies readonly (readonly (keyof Given)[])[]

/** Problems of real services that are mixed with embedded ones, or do not know the shop's own address. */
function realServiceProblems(given: Given): string[] {
  const isGiven = (group: readonly (keyof Given)[]) =>
    chosenGroup(given, group).some((name) => given[name] !== undefined)
  const real = SERVICE_GROUPS.filter(isGiven)
  if (real.length === 0) return []
  const address =
    given.PUBLIC_ORIGIN === undefined
      ? ['PUBLIC_ORIGIN is missing: real services are configured, so the shop has to know its own address']
      : []
  if (given.ALLOW_EMBEDDED === '1') return address
  const embedded = SERVICE_GROUPS.filter((group) => !isGiven(group))
  const because = `${real[0]?.[0]} is a real service, and real and embedded ones are mixed only with ALLOW_EMBEDDED=1`
  return [...embedded.map(([name]) => `${name} is missing: ${because}`), ...address]
}

function valueProblems({ error }: { readonly error?: z.ZodError }): string[] {
  return error?.issues.map(({ path, message }) => `${path.join('.')} ${message}`) ?? []
}

/** Problems of what set-up needs; it leaves other variables alone. */
export function setupProblems(given: Given): string[] {
  return [
    ...(given.ADMIN_API_URL === undefined
      ? [`ADMIN_API_URL is missing: set it to https://your-store.myshopify.com${apiPath('admin')}`]
      : []),
    ...valueProblems(setupVariables.safeParse(given)),
    ...groupProblems(given, ['ADMIN_API_URL', 'ADMIN_API_TOKEN']),
    ...adminTokenProblems(given),
    ...(given.PUBLIC_ORIGIN?.startsWith('http:')
      ? ['PUBLIC_ORIGIN must begin with https: Shopify sends webhooks to no other address']
      : []),
  ]
}

/** Problems of the values, and of those that are missing or do not fit together. @param parsed the given variables */
export function configProblems(
  environment: Record<string, string | undefined>,
  given: Given,
  parsed: z.ZodSafeParseResult<Values>,
): string[] {
  // Alone, it is the embedded store's, and makes nothing real.
  const isOfEmbedded = given.ADMIN_API_URL === undefined && given.STOREFRONT_API_URL === undefined
  const { ADMIN_API_TOKEN: _, ...others } = given
  const grouped = isOfEmbedded ? others : given
  const hosted = [given.STOREFRONT_API_URL, given.ADMIN_API_URL, given.SUPABASE_URL].some(Boolean)
  return [
    ...valueProblems(parsed),
    ...SERVICE_GROUPS.flatMap((group) => groupProblems(grouped, group)),
    ...adminTokenProblems(given),
    ...realServiceProblems(grouped),
    ...(hosted && listOf(given.SESSION_SECRET).length === 0
      ? ['SESSION_SECRET is missing: real services are configured, so sessions need a secret of your own']
      : []),
    ...keyProblems(environment, given),
  ]
}

/** Problems of keys of Supabase that are set under both names, or were taken for each other. */
function keyProblems(environment: Record<string, string | undefined>, given: Given): string[] {
  const twice = Object.entries(FORMER_NAMES).flatMap(([former, name]) => {
    const value = environment[former]?.trim()
    return value && value !== given[name as keyof Given]
      ? [`${former} is the former name of ${name}, and both are set: remove ${former}`]
      : []
  })
  const { SUPABASE_PUBLISHABLE_KEY: open = '', SUPABASE_SECRET_KEY: secret = '' } = given
  const swapped = [
    ...(readSupabaseKey(open).role === 'secret'
      ? ['SUPABASE_PUBLISHABLE_KEY holds a secret key: it must be the one that starts with sb_publishable_']
      : []),
    ...(readSupabaseKey(secret).role === 'public'
      ? ['SUPABASE_SECRET_KEY holds the public key: it must be the one that starts with sb_secret_']
      : []),
  ]
  return [...twice, ...swapped]
}
