import { apiPath } from '#app/models/store-requirements.ts'
import { adminAccess } from '#supabase/functions/_shared/environment.ts'
import { ConfigError, configProblems } from './problems.server.ts'
import { type Given, givenOf, listOf, variables } from './variables.server.ts'

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
  const { STOREFRONT_API_URL: storeUrl, STOREFRONT_API_PRIVATE_TOKEN: privateToken } = values
  // A private token where there is one, which is for servers: it is sent with the buyer's address.
  const storeToken = privateToken ?? values.STOREFRONT_API_TOKEN
  const publicUrl = values.PUBLIC_ORIGIN === null ? null : new URL(values.PUBLIC_ORIGIN)
  const hosts = [...(publicUrl ? [publicUrl.host] : []), ...listOf(values.ALLOWED_HOSTS?.toLowerCase())]
  return Object.freeze({
    mode: values.NODE_ENV,
    port: values.PORT,
    /** Interface to listen on; undefined for all of them. */
    host: values.HOST ?? (hasEmbedded ? '127.0.0.1' : undefined),
    /** Whether a store, an Admin API, a backend or a mail server is embedded. */
    hasEmbedded,
    dataDir: values.DATA_DIR,
    sessionSecrets: values.SESSION_SECRET,
    storefront:
      storeUrl && storeToken ? { url: storeUrl, token: storeToken, isPrivate: privateToken !== null } : null,
    /** The token of the embedded store's Admin API; null where it makes its own. */
    embeddedAdminToken: values.ADMIN_API_TOKEN,
    admin: adminAccess((name) => given[name as keyof Given]),
    supabase:
      values.SUPABASE_URL && values.SUPABASE_ANON_KEY && values.SUPABASE_SERVICE_ROLE_KEY
        ? {
            url: values.SUPABASE_URL,
            anonKey: values.SUPABASE_ANON_KEY,
            serviceRoleKey: values.SUPABASE_SERVICE_ROLE_KEY,
          }
        : null,
    geoApiUrl: values.GEO_API_URL,
    mainHost: values.MAIN_HOST?.toLowerCase() ?? null,
    /** Where the Host header of requests does not tell it. */
    publicOrigin: publicUrl?.origin ?? null,
    /** The hosts that the shop answers to; null for every host. */
    allowedHosts: hosts.length > 0 ? hosts : null,
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

/** What set-up needs: the Admin API, and the shop's own address for webhooks. All else may still be missing. @throws ConfigError */
export function parseSetupConfig(environment: Record<string, string | undefined>) {
  const own = Object.entries(environment).filter(([name]) => /^(?:ADMIN_API_|PUBLIC_ORIGIN$)/.test(name))
  const { admin, publicOrigin } = parseConfig({
    ...Object.fromEntries(own),
    SESSION_SECRET: 'of no use here',
    ALLOW_EMBEDDED: '1',
  })
  if (admin === null)
    throw new ConfigError([
      `ADMIN_API_URL is missing: set it to https://your-store.myshopify.com${apiPath('admin')}`,
    ])
  if (!publicOrigin?.startsWith('https:'))
    throw new ConfigError(['PUBLIC_ORIGIN must begin with https: Shopify sends webhooks to no other address'])
  return { admin, publicOrigin }
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
