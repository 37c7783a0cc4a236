import { bareAddress, isSingleAddress } from '../../../supabase/functions/_shared/mail/message.ts'
import { isHost } from '../../models/http.ts'
import { readSupabaseKey } from '../../models/supabase-key.ts'
import { apiPath, versionOfAddress } from '../storefront/shopify-api.server.ts'
import { FORMER_NAMES, type Given, listOf } from './variables.server.ts'

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

/** Problems of a group of variables that must be set together. */
function groupProblems(given: Given, group: readonly (keyof Given)[]): string[] {
  const names = chosenGroup(given, group)
  const missing = names.filter((name) => given[name] === undefined)
  if (missing.length === 0 || missing.length === names.length) return []
  const present = names.filter((name) => given[name] !== undefined)
  return missing.map(
    (name) => `${name} is missing: ${present.join(' and ')} ${present.length > 1 ? 'need' : 'needs'} it`,
  )
}

/** Whether a value is absent, or a URL with the scheme and a host: the client libraries throw on others. */
function isAddress(value: string | undefined, scheme: RegExp): boolean {
  if (value === undefined) return true
  const url = /\s/.test(value) ? null : URL.parse(value)
  return url !== null && scheme.test(url.protocol) && url.hostname !== ''
}

/** Whether a value is scheme and host alone. */
function isOrigin(value: string): boolean {
  return isAddress(value, /^https?:/) && URL.parse(value)?.href === `${URL.parse(value)?.origin}/`
}

/** Whether a list has only hosts, and at least one: with an empty list the shop would refuse every request. */
function areHosts(list: readonly string[]): boolean {
  return list.length > 0 && list.every(isHost)
}

/** Whether a value can stand in the shop's own address, with the port that `PORT` has: an IPv6 address is without brackets. */
function isInterface(value: string): boolean {
  return isHost(value.includes(':') ? `[${value}]` : value)
}

/** Whether a list of allowed hosts includes the host of an origin. One without a port means the scheme's own port. */
export function allowsHost(hosts: readonly string[], origin: string): boolean {
  const { protocol, host, hostname, port } = new URL(origin)
  const usualPort = protocol === 'https:' ? '443' : '80'
  return hosts.includes(host) || (port === '' && hosts.includes(`${hostname}:${usualPort}`))
}

/** The problem of two valid settings that contradict each other: no request would have an allowed host. */
function contradictionProblems({ PUBLIC_ORIGIN: origin, ALLOWED_HOSTS: hosts }: Given): string[] {
  if (origin === undefined || hosts === undefined) return []
  const list = listOf(hosts.toLowerCase())
  if (!isOrigin(origin) || !areHosts(list) || allowsHost(list, origin)) return []
  return [
    `ALLOWED_HOSTS must include ${new URL(origin).host}, the host of PUBLIC_ORIGIN: the shop would refuse every request`,
  ]
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
  const addresses = (['PUBLIC_ORIGIN', 'ALLOWED_HOSTS'] as const)
    .filter((name) => given[name] === undefined)
    .map(
      (name) => `${name} is missing: real services are configured, so the shop has to know its own address`,
    )
  if (given.ALLOW_EMBEDDED === '1') return addresses
  const embedded = SERVICE_GROUPS.filter((group) => !isGiven(group))
  const because = `${real[0]?.[0]} is a real service, and real and embedded ones are mixed only with ALLOW_EMBEDDED=1`
  return [...embedded.map(([name]) => `${name} is missing: ${because}`), ...addresses]
}

/** The problem of an API's address that does not say which API and which version. */
function apiAddressProblems(given: Given, name: 'STOREFRONT_API_URL' | 'ADMIN_API_URL'): string[] {
  const address = given[name]
  const api = name === 'ADMIN_API_URL' ? 'admin' : 'storefront'
  if (address === undefined || !isAddress(address, /^https?:/) || versionOfAddress(api, address)) return []
  const { origin, hostname } = new URL(address)
  // The pages of a store's settings have another host than its APIs.
  const store = hostname === 'admin.shopify.com' ? 'https://your-store.myshopify.com' : origin
  return [`${name} must be an address with path and version: ${store}${apiPath(api)}`]
}

/** What services gave to the owner, and get back in headers: with any other character nothing could be sent at all. */
const COPIED = [
  'STOREFRONT_API_TOKEN',
  'STOREFRONT_API_PRIVATE_TOKEN',
  'ADMIN_API_TOKEN',
  'ADMIN_API_CLIENT_ID',
  'ADMIN_API_CLIENT_SECRET',
  'SUPABASE_PUBLISHABLE_KEY',
  'SUPABASE_SECRET_KEY',
] as const satisfies readonly (keyof Given)[]

function copyProblems(given: Given): string[] {
  return COPIED.filter((name) => !/^[!-~]*$/.test(given[name] ?? '')).map(
    (name) => `${name} must be copied anew: it has a space, a curly quote or an invisible character`,
  )
}

/** Supabase shows the address of its REST API too, at which every key would seem to be wrong. */
function projectProblems({ SUPABASE_URL: address }: Given): string[] {
  if (address === undefined || !isAddress(address, /^https?:/) || isOrigin(address)) return []
  return ['SUPABASE_URL must be the project’s address alone: https://your-project.supabase.co, without path']
}

function originProblems({ PUBLIC_ORIGIN: origin }: Given): string[] {
  if (origin === undefined || isOrigin(origin)) return []
  return ['PUBLIC_ORIGIN must be scheme and host such as https://shop.example, without path']
}

function setupAddressProblems(given: Given): string[] {
  const { ADMIN_API_URL: address } = given
  if (address === undefined)
    return [`ADMIN_API_URL is missing: set it to https://your-store.myshopify.com${apiPath('admin')}`]
  if (!isAddress(address, /^https?:/)) return ['ADMIN_API_URL must be an http(s) address']
  return apiAddressProblems(given, 'ADMIN_API_URL')
}

/** Problems of what set-up needs. */
export function setupProblems(given: Given): string[] {
  return [
    ...setupAddressProblems(given),
    ...groupProblems(given, ['ADMIN_API_URL', 'ADMIN_API_TOKEN']),
    ...adminTokenProblems(given),
    ...copyProblems(given),
    ...originProblems(given),
    ...(given.PUBLIC_ORIGIN?.startsWith('http:')
      ? ['PUBLIC_ORIGIN must begin with https: Shopify sends webhooks to no other address']
      : []),
  ]
}

/** Problems of the values, and of those that do not fit together. */
export function valueProblems(given: Given): string[] {
  const problems = [
    ...apiAddressProblems(given, 'STOREFRONT_API_URL'),
    ...apiAddressProblems(given, 'ADMIN_API_URL'),
    ...projectProblems(given),
    ...SERVICE_GROUPS.flatMap((group) => groupProblems(given, group)),
    ...adminTokenProblems(given),
    ...copyProblems(given),
    ...realServiceProblems(given),
  ]
  const hosted = [given.STOREFRONT_API_URL, given.ADMIN_API_URL, given.SUPABASE_URL].some(Boolean)
  if (hosted && listOf(given.SESSION_SECRET).length === 0)
    problems.push(
      'SESSION_SECRET is missing: real services are configured, so sessions need a secret of your own',
    )
  // What follows an unwritten / or # in a password.
  const { pathname = '', hash = '' } = URL.parse(given.SMTP_URL ?? '') ?? {}
  if (!isAddress(given.SMTP_URL, /^smtps?:/) || pathname.length > 1 || hash)
    problems.push(
      'SMTP_URL must be an address such as smtp://user:password@mail.example:587, with %2F for / and %23 for # in the password',
    )
  if (!isAddress(given.REDIS_URL, /^rediss?:/))
    problems.push('REDIS_URL must be an address such as redis://localhost:6379')
  if (!isAddress(given.GEO_API_URL?.replace('{ip}', '192.0.2.1'), /^https?:/))
    problems.push('GEO_API_URL must be an http(s) address; {ip} in it is replaced by the visitor’s address')
  problems.push(...originProblems(given))
  if (given.HOST !== undefined && !isInterface(given.HOST))
    problems.push('HOST must be the address or name of an interface such as 127.0.0.1, without port')
  if (given.MAIN_HOST !== undefined && !isHost(given.MAIN_HOST))
    problems.push('MAIN_HOST must be a host such as shop.example, without https:// and path')
  if (given.ALLOWED_HOSTS !== undefined && !areHosts(listOf(given.ALLOWED_HOSTS)))
    problems.push('ALLOWED_HOSTS must be hosts such as shop.example, without https:// and path')
  for (const name of ['MAIL_FROM', 'MAIL_TO'] as const)
    if (given[name] !== undefined && !isSingleAddress(bareAddress(given[name])))
      problems.push(`${name} must be one address: hello@shop.example, or Name <hello@shop.example>`)
  return [...problems, ...contradictionProblems(given)]
}

/** Problems of keys of Supabase that are set under both names, or were taken for each other. */
export function keyProblems(environment: Record<string, string | undefined>, given: Given): string[] {
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
