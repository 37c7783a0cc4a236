import { adminAccess } from '#supabase/functions/_shared/environment.ts'
import { ConfigError, configProblems, SERVICE_GROUPS, setupProblems } from './problems.server.ts'
import { type Given, givenOf, listOf, type Values, variables } from './variables.server.ts'

/**
 * The shop's configuration, parsed once at start; no other module interprets the environment.
 * Every problem is reported together, one line each. Contract: README, "Configuration".
 */

export type Config = ReturnType<typeof parseConfig>

/**
 * Parses environment variables into the configuration.
 * @throws ConfigError listing every problem at once
 */
export function parseConfig(environment: Record<string, string | undefined>) {
  const given = givenOf(environment)
  const parsed = variables.safeParse(given)
  const problems = configProblems(environment, given, parsed)
  if (!parsed.success || problems.length > 0) throw new ConfigError(problems)
  const values = parsed.data
  const secrets = listOf(values.SESSION_SECRET)
  const webhookSecrets = listOf(values.WEBHOOK_SECRET)
  const hasEmbedded = SERVICE_GROUPS.some(([name]) => given[name] === undefined)
  return Object.freeze({
    mode: values.NODE_ENV,
    port: values.PORT,
    /** Interface to listen on; undefined for all of them. */
    host: values.HOST ?? (hasEmbedded ? '127.0.0.1' : undefined),
    /** Whether a store, an Admin API, a backend or a mail server is embedded. */
    hasEmbedded,
    dataDir: values.DATA_DIR ?? '.data',
    sessionSecrets: secrets.length > 0 ? secrets : null,
    storefront: storefrontOf(values),
    /** The token of the embedded store's Admin API; null where it makes its own. */
    embeddedAdminToken: values.ADMIN_API_TOKEN ?? null,
    admin: adminAccess((name) => given[name as keyof Given]),
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
    publicOrigin: originOf(given),
    allowedHosts: allowedHostsOf(values),
    smtpUrl: values.SMTP_URL ?? null,
    mailFrom: values.MAIL_FROM ?? 'Wizard Box <hello@wizardbox.example>',
    mailTo: values.MAIL_TO ?? 'hello@wizardbox.example',
    webhookSecrets: webhookSecrets.length > 0 ? webhookSecrets : null,
    owner: {
      email: values.OWNER_EMAIL ?? 'owner@wizardbox.example',
      password: values.OWNER_PASSWORD ?? null,
    },
    trustProxy: values.TRUST_PROXY,
    redisUrl: values.REDIS_URL ?? null,
    metricsPort: values.METRICS_PORT ?? null,
    metricsHost: values.METRICS_HOST,
    /** How long the shop accepts requests after the signal to stop, so that a load balancer notices, ms. */
    shutdownDelayMs: values.SHUTDOWN_DELAY_MS,
    logLevel: values.LOG_LEVEL,
  })
}

/** The Storefront API. A private token where there is one, which is for servers: it is sent with the buyer's address. */
function storefrontOf(values: Values) {
  const { STOREFRONT_API_URL: url, STOREFRONT_API_PRIVATE_TOKEN: secret } = values
  const token = secret ?? values.STOREFRONT_API_TOKEN
  return url && token ? { url, token, isPrivate: secret !== undefined } : null
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

/**
 * Parses what set-up needs, so that it runs before everything else is configured.
 * @throws ConfigError listing every problem at once
 */
export function parseSetupConfig(environment: Record<string, string | undefined>): SetupConfig {
  const given = givenOf(environment)
  const problems = setupProblems(given)
  const admin = adminAccess((name) => given[name as keyof Given])
  if (admin === null || problems.length > 0) throw new ConfigError(problems)
  return { admin, publicOrigin: originOf(given) }
}
