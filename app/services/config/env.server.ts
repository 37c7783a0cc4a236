import { z } from 'zod'
import type { AdminClient } from '../../../supabase/functions/_shared/admin-token.ts'
import { EMAIL_ADDRESS } from '../../models/email-address.ts'
import { isHost } from '../../models/http.ts'
import { apiPath, versionOfAddress } from '../../models/shopify-api.ts'
import { readSupabaseKey } from '../../models/supabase-key.ts'

/**
 * The shop's configuration, parsed once at start; the only module that reads the environment.
 * Every problem is reported together, one line each. Contract: README, "Configuration".
 */

const optionalText = z.string().optional()
const httpUrl = z.url({ protocol: /^https?$/, error: 'must be an http(s) address' }).optional()

/** A whole number in decimal digits, so that `0x50` or `1e3` is an error. */
const wholeNumber = (max: number, error: string) =>
  z
    .string()
    .regex(/^\d{1,9}$/, { error })
    .transform(Number)
    .pipe(z.number().max(max, { error }))
const port = wholeNumber(65_535, 'must be a port number')

const variables = z.object({
  NODE_ENV: z.enum(['production', 'development', 'test']).default('production'),
  PORT: port.default(3000),
  HOST: optionalText,
  SESSION_SECRET: optionalText,
  DATA_DIR: optionalText,
  STOREFRONT_API_URL: httpUrl,
  STOREFRONT_API_TOKEN: optionalText,
  STOREFRONT_API_PRIVATE_TOKEN: optionalText,
  ADMIN_API_URL: httpUrl,
  ADMIN_API_TOKEN: optionalText,
  ADMIN_API_CLIENT_ID: optionalText,
  ADMIN_API_CLIENT_SECRET: optionalText,
  SUPABASE_URL: httpUrl,
  SUPABASE_PUBLISHABLE_KEY: optionalText,
  SUPABASE_SECRET_KEY: optionalText,
  GEO_API_URL: optionalText,
  MAIN_HOST: optionalText,
  PUBLIC_ORIGIN: optionalText,
  ALLOWED_HOSTS: optionalText,
  SMTP_URL: optionalText,
  MAIL_FROM: optionalText,
  MAIL_TO: optionalText,
  WEBHOOK_SECRET: optionalText,
  OWNER_EMAIL: z.email({ pattern: EMAIL_ADDRESS, error: 'must be an email address' }).optional(),
  OWNER_PASSWORD: z.string().min(8, { error: 'must have at least 8 characters' }).optional(),
  TRUST_PROXY: wholeNumber(10, 'must be the number of proxies, 10 at most').default(0),
  REDIS_URL: optionalText,
  ALLOW_EMBEDDED: z.enum(['0', '1'], { error: 'must be 1 or 0' }).default('0'),
  METRICS_PORT: port.optional(),
  SHUTDOWN_DELAY_MS: wholeNumber(60_000, 'must be milliseconds, 60000 at most').default(0),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent']).default('info'),
})

/** The variables that are set and not blank. */
type Given = { readonly [name in keyof z.input<typeof variables>]?: string }

/** The Storefront API. A private token is sent with the buyer's address. */
type StorefrontAccess = {
  readonly url: string
  readonly token: string
  readonly isPrivate: boolean
}

/** The Admin API, with a lasting token or the app's id and secret that give tokens of a day. */
type AdminAccess = { readonly url: string } & (
  | { readonly token: string; readonly client: null }
  | { readonly token: null; readonly client: AdminClient }
)

export type Config = Readonly<{
  mode: 'production' | 'development' | 'test'
  port: number
  /** Interface to listen on; undefined for all of them. */
  host: string | undefined
  /** Whether a store, an Admin API, a backend or a mail server is embedded. */
  hasEmbedded: boolean
  dataDir: string
  sessionSecrets: readonly string[] | null
  storefront: StorefrontAccess | null
  admin: AdminAccess | null
  supabase: { readonly url: string; readonly anonKey: string; readonly serviceRoleKey: string } | null
  geoApiUrl: string | null
  mainHost: string | null
  /** Public origin of the shop, where the Host header of requests does not tell it. */
  publicOrigin: string | null
  allowedHosts: readonly string[] | null
  smtpUrl: string | null
  mailFrom: string
  mailTo: string
  webhookSecret: string | null
  owner: { readonly email: string; readonly password: string | null }
  trustProxy: number
  redisUrl: string | null
  metricsPort: number | null
  /** How long the shop accepts requests after the signal to stop, so that a load balancer notices, ms. */
  shutdownDelayMs: number
  logLevel: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'silent'
}>

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
const SERVICE_GROUPS = [
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
  return [`${name} must be an address with path and version: ${new URL(address).origin}${apiPath(api)}`]
}

function valueProblems(given: Given): string[] {
  const problems = [
    ...apiAddressProblems(given, 'STOREFRONT_API_URL'),
    ...apiAddressProblems(given, 'ADMIN_API_URL'),
    ...SERVICE_GROUPS.flatMap((group) => groupProblems(given, group)),
    ...adminTokenProblems(given),
    ...realServiceProblems(given),
  ]
  const hosted = [given.STOREFRONT_API_URL, given.ADMIN_API_URL, given.SUPABASE_URL].some(Boolean)
  if (hosted && listOf(given.SESSION_SECRET).length === 0)
    problems.push(
      'SESSION_SECRET is missing: real services are configured, so sessions need a secret of your own',
    )
  if (!isAddress(given.SMTP_URL, /^smtps?:/))
    problems.push('SMTP_URL must be an address such as smtp://mail.example:587')
  if (!isAddress(given.REDIS_URL, /^rediss?:/))
    problems.push('REDIS_URL must be an address such as redis://localhost:6379')
  if (!isAddress(given.GEO_API_URL?.replace('{ip}', '192.0.2.1'), /^https?:/))
    problems.push('GEO_API_URL must be an http(s) address; {ip} in it is replaced by the visitor’s address')
  if (given.PUBLIC_ORIGIN !== undefined && !isOrigin(given.PUBLIC_ORIGIN))
    problems.push('PUBLIC_ORIGIN must be scheme and host such as https://shop.example, without path')
  if (given.MAIN_HOST !== undefined && !isHost(given.MAIN_HOST))
    problems.push('MAIN_HOST must be a host such as shop.example, without https:// and path')
  if (given.ALLOWED_HOSTS !== undefined && !areHosts(listOf(given.ALLOWED_HOSTS)))
    problems.push('ALLOWED_HOSTS must be hosts such as shop.example, without https:// and path')
  for (const name of ['MAIL_FROM', 'MAIL_TO'] as const)
    if (given[name] !== undefined && !/[^\s<>]@[^\s<>]/.test(given[name]))
      problems.push(`${name} must hold an email address`)
  return [...problems, ...contradictionProblems(given)]
}

function listOf(value: string | undefined): string[] {
  return (value ?? '')
    .split(',')
    .map((item) => item.trim())
    .filter(Boolean)
}

/** Supabase's names for keys until 2025, and what they are called today. Either may be set. */
const FORMER_NAMES = {
  SUPABASE_ANON_KEY: 'SUPABASE_PUBLISHABLE_KEY',
  SUPABASE_SERVICE_ROLE_KEY: 'SUPABASE_SECRET_KEY',
} as const

/** The variables by their present names, without blank ones, which count as absent. */
function givenOf(environment: Record<string, string | undefined>): Given {
  const entries = Object.entries(environment).map(([name, value]) => [name, value?.trim()] as const)
  const given = Object.fromEntries(entries.filter(([, value]) => value !== undefined && value !== ''))
  for (const [former, name] of Object.entries(FORMER_NAMES)) given[name] ??= given[former]
  return given
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

/**
 * Parses environment variables into the configuration.
 * @throws ConfigError listing every problem at once
 */
export function parseConfig(environment: Record<string, string | undefined>): Config {
  const given = givenOf(environment)
  const parsed = variables.safeParse(given)
  const unreadable = parsed.error?.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`) ?? []
  const problems = [...unreadable, ...valueProblems(given), ...keyProblems(environment, given)]
  if (!parsed.success || problems.length > 0) throw new ConfigError(problems)
  const values = parsed.data
  const secrets = listOf(values.SESSION_SECRET)
  const hasEmbedded = SERVICE_GROUPS.some(([name]) => given[name] === undefined)
  return Object.freeze({
    mode: values.NODE_ENV,
    port: values.PORT,
    host: values.HOST ?? (hasEmbedded ? '127.0.0.1' : undefined),
    hasEmbedded,
    dataDir: values.DATA_DIR ?? '.data',
    sessionSecrets: secrets.length > 0 ? secrets : null,
    storefront: storefrontOf(values),
    admin: adminOf(values),
    supabase:
      values.SUPABASE_URL && values.SUPABASE_PUBLISHABLE_KEY && values.SUPABASE_SECRET_KEY
        ? {
            url: values.SUPABASE_URL,
            anonKey: values.SUPABASE_PUBLISHABLE_KEY,
            serviceRoleKey: values.SUPABASE_SECRET_KEY,
          }
        : null,
    geoApiUrl: values.GEO_API_URL ?? null,
    mainHost: values.MAIN_HOST?.toLowerCase() ?? null,
    publicOrigin: values.PUBLIC_ORIGIN ? new URL(values.PUBLIC_ORIGIN).origin : null,
    allowedHosts: values.ALLOWED_HOSTS ? listOf(values.ALLOWED_HOSTS.toLowerCase()) : null,
    smtpUrl: values.SMTP_URL ?? null,
    mailFrom: values.MAIL_FROM ?? 'Wizard Box <hello@wizardbox.example>',
    mailTo: values.MAIL_TO ?? 'hello@wizardbox.example',
    webhookSecret: values.WEBHOOK_SECRET ?? null,
    owner: {
      email: values.OWNER_EMAIL ?? 'owner@wizardbox.example',
      password: values.OWNER_PASSWORD ?? null,
    },
    trustProxy: values.TRUST_PROXY,
    redisUrl: values.REDIS_URL ?? null,
    metricsPort: values.METRICS_PORT ?? null,
    shutdownDelayMs: values.SHUTDOWN_DELAY_MS,
    logLevel: values.LOG_LEVEL,
  })
}

type Values = z.output<typeof variables>

/** A private token where there is one: it is the one for servers. */
function storefrontOf(values: Values): StorefrontAccess | null {
  const { STOREFRONT_API_URL: url, STOREFRONT_API_PRIVATE_TOKEN: secret } = values
  const token = secret ?? values.STOREFRONT_API_TOKEN
  return url && token ? { url, token, isPrivate: secret !== undefined } : null
}

function adminOf(values: Values): AdminAccess | null {
  const { ADMIN_API_URL: url, ADMIN_API_TOKEN: token } = values
  const { ADMIN_API_CLIENT_ID: id, ADMIN_API_CLIENT_SECRET: secret } = values
  if (!url) return null
  if (token) return { url, token, client: null }
  return id && secret ? { url, token: null, client: { id, secret } } : null
}

/**
 * The address by which this machine reaches the shop, for links where nothing better is known.
 * @param port the one that it listens on
 */
export function localOrigin({ host }: Pick<Config, 'host'>, port: number): string {
  const isReachedByName = host === undefined || isWildcard(host) || isLoopback(host)
  return `http://${isReachedByName ? 'localhost' : bracketed(host)}:${port}`
}

/**
 * The lines that a start prints: where the shop is open, and a warning where others can reach embedded services.
 * @param port the one that it listens on
 */
export function openingLines(config: Config, port: number): string[] {
  const { host, publicOrigin, hasEmbedded } = config
  const listening = `${host === undefined ? 'all interfaces, port ' : `${bracketed(host)}:`}${port}`
  const line = `Wizard Box is open at ${publicOrigin ?? localOrigin(config, port)}, listening on ${listening}`
  if (!hasEmbedded || (host !== undefined && isLoopback(host))) return [line]
  const warning = `OPEN TO OTHERS: everybody who reaches ${listening} can use the embedded services: free orders that give gifts, the store's API, and the owner's sign-in. Without HOST, only this machine can.`
  return [line, warning]
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127(\.\d+){3}$/.test(host)
}

function isWildcard(host: string): boolean {
  return host === '::' || host === '0.0.0.0'
}

/** A host as it stands in an URL, where an IPv6 address has brackets. */
function bracketed(host: string): string {
  return host.includes(':') ? `[${host}]` : host
}

/** Reads the process environment. @throws ConfigError */
export function readConfig(): Config {
  return parseConfig(process.env)
}

/** What set-up needs: the Admin API, and the shop's own address for webhooks. */
export type SetupConfig = Pick<Config, 'publicOrigin'> & { readonly admin: AdminAccess }

/**
 * Parses what set-up needs, so that it runs before everything else is configured.
 * @throws ConfigError listing every problem at once
 */
export function parseSetupConfig(environment: Record<string, string | undefined>): SetupConfig {
  const given = givenOf(environment)
  const { ADMIN_API_URL, ADMIN_API_TOKEN, ADMIN_API_CLIENT_ID, ADMIN_API_CLIENT_SECRET, PUBLIC_ORIGIN } =
    given
  const ofSetup = {
    ADMIN_API_URL,
    ADMIN_API_TOKEN,
    ADMIN_API_CLIENT_ID,
    ADMIN_API_CLIENT_SECRET,
    PUBLIC_ORIGIN,
  }
  const own: Given = Object.fromEntries(Object.entries(ofSetup).filter(([, value]) => value !== undefined))
  const problems = [
    ...(ADMIN_API_URL === undefined
      ? [`ADMIN_API_URL is missing: set it to https://your-store.myshopify.com${apiPath('admin')}`]
      : isAddress(ADMIN_API_URL, /^https?:/)
        ? apiAddressProblems(own, 'ADMIN_API_URL')
        : ['ADMIN_API_URL must be an http(s) address']),
    ...groupProblems(own, ['ADMIN_API_URL', 'ADMIN_API_TOKEN']),
    ...adminTokenProblems(own),
    ...(PUBLIC_ORIGIN !== undefined && !isOrigin(PUBLIC_ORIGIN)
      ? ['PUBLIC_ORIGIN must be scheme and host such as https://shop.example, without path']
      : []),
  ]
  const parsed = problems.length > 0 ? null : variables.parse(own)
  const admin = parsed && adminOf(parsed)
  if (!admin) throw new ConfigError(problems.filter((problem, place) => problems.indexOf(problem) === place))
  return { admin, publicOrigin: PUBLIC_ORIGIN ? new URL(PUBLIC_ORIGIN).origin : null }
}

/** Reads from the process environment what set-up needs. @throws ConfigError */
export function readSetupConfig(): SetupConfig {
  return parseSetupConfig(process.env)
}
