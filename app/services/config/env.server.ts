import { adminAccess } from '#supabase/functions/_shared/environment.ts'
import { ConfigError, configProblems, setupProblems } from './problems.server.ts'
import { type Given, givenOf, listOf, type Values, variables } from './variables.server.ts'

export type Config = ReturnType<typeof parseConfig>

/** Parses the environment, which no other module interprets. @throws ConfigError with every problem at once */
export function parseConfig(environment: Record<string, string | undefined>) {
  const given = givenOf(environment)
  const parsed = variables.safeParse(given)
  const problems = configProblems(given, parsed)
  if (!parsed.success || problems.length > 0) throw new ConfigError(problems)
  const values = parsed.data
  const hasEmbedded =
    !values.STOREFRONT_API_URL || !values.ADMIN_API_URL || !values.SUPABASE_URL || !values.SMTP_URL
  return Object.freeze({
    mode: values.NODE_ENV,
    port: values.PORT,
    /** Interface to listen on; undefined for all of them. */
    host: values.HOST ?? (hasEmbedded ? '127.0.0.1' : undefined),
    /** Whether a store, an Admin API, a backend or a mail server is embedded. */
    hasEmbedded,
    dataDir: values.DATA_DIR,
    sessionSecrets: values.SESSION_SECRET,
    storefront: storefrontOf(values),
    /** The token of the embedded store's Admin API; null where it makes its own. */
    embeddedAdminToken: values.ADMIN_API_TOKEN,
    admin: adminAccess((name) => given[name as keyof Given]),
    supabase:
      values.SUPABASE_URL && values.SUPABASE_PUBLISHABLE_KEY && values.SUPABASE_SECRET_KEY
        ? {
            url: values.SUPABASE_URL,
            anonKey: values.SUPABASE_PUBLISHABLE_KEY,
            serviceRoleKey: values.SUPABASE_SECRET_KEY,
          }
        : null,
    geoApiUrl: values.GEO_API_URL,
    mainHost: values.MAIN_HOST?.toLowerCase() ?? null,
    publicOrigin: originOf(given),
    allowedHosts: allowedHostsOf(values),
    smtpUrl: values.SMTP_URL,
    mailFrom: values.MAIL_FROM,
    mailTo: values.MAIL_TO,
    webhookSecrets: values.WEBHOOK_SECRET,
    owner: { email: values.OWNER_EMAIL, password: values.OWNER_PASSWORD },
    trustProxy: values.TRUST_PROXY,
    redisUrl: values.REDIS_URL,
    logLevel: values.LOG_LEVEL,
  })
}

/** The Storefront API. A private token where there is one, which is for servers: it is sent with the buyer's address. */
function storefrontOf(values: Values) {
  const { STOREFRONT_API_URL: url, STOREFRONT_API_PRIVATE_TOKEN: secret } = values
  const token = secret ?? values.STOREFRONT_API_TOKEN
  return url && token ? { url, token, isPrivate: secret !== null } : null
}

/** Public origin of the shop, where the Host header of requests does not tell it. */
function originOf({ PUBLIC_ORIGIN: origin }: Given): string | null {
  return origin === undefined ? null : new URL(origin).origin
}

/** The hosts that the shop answers to: that of its public origin, and any others; null for every host. */
function allowedHostsOf({ PUBLIC_ORIGIN: origin, ALLOWED_HOSTS: others }: Values): string[] | null {
  const hosts = [...(origin ? [new URL(origin).host] : []), ...listOf(others?.toLowerCase())]
  return hosts.length > 0 ? hosts : null
}

/** What set-up needs: the Admin API, and the shop's own address for webhooks. */
type SetupConfig = Pick<Config, 'publicOrigin'> & { readonly admin: NonNullable<Config['admin']> }

/** What set-up needs, before everything else is configured. @throws ConfigError with every problem at once */
export function parseSetupConfig(environment: Record<string, string | undefined>): SetupConfig {
  const given = givenOf(environment)
  const problems = setupProblems(given)
  const admin = adminAccess((name) => given[name as keyof Given])
  if (admin === null || problems.length > 0) throw new ConfigError(problems)
  return { admin, publicOrigin: originOf(given) }
}

/** The address by which this machine reaches the shop, for links where nothing better is known. */
export function localOrigin({ host }: Pick<Config, 'host'>, port: number): string {
  const isReachedByName = host === undefined || host === '::' || host === '0.0.0.0' || isLoopback(host)
  return `http://${isReachedByName ? 'localhost' : bracketed(host)}:${port}`
}

/** What a start prints: where the shop is open, and a warning where others can reach embedded services. */
export function openingLines(
  config: Pick<Config, 'host' | 'publicOrigin' | 'hasEmbedded'>,
  port: number,
): string[] {
  const { host, publicOrigin, hasEmbedded } = config
  const listening = `${host === undefined ? 'all interfaces, port ' : `${bracketed(host)}:`}${port}`
  const line = `Wizard Box is open at ${publicOrigin ?? localOrigin(config, port)}, listening on ${listening}`
  if (!hasEmbedded || (host !== undefined && isLoopback(host))) return [line]
  const warning = `OPEN TO OTHERS: everybody who reaches ${listening} can use the embedded services: free orders that give gifts, and the owner's sign-in. Without HOST, only this machine can.`
  return [line, warning]
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127(\.\d+){3}$/.test(host)
}

/** A host as it stands in an URL, where an IPv6 address has brackets. */
function bracketed(host: string): string {
  return host.includes(':') ? `[${host}]` : host
}
