import type { Log } from '../log/log.server.ts'
import type { Config } from './env.server.ts'

/** Shorter signing secrets can be guessed. They work, with a warning. */
const MIN_SECRET_CHARACTERS = 16

/** Logs what a configuration turns on, and warns of what it lacks. */
export function logConfiguration(config: Config, log: Log): void {
  logServices(config, log)
  warnOfMissing(config, log)
  warnOfSecrets(config, log)
  warnOfOrigin(config, log)
  warnOfGeolocation(config, log)
}

/** Logs which services are hosted, as a service that is embedded by mistake works just as well. */
function logServices({ storefront, admin, supabase, smtpUrl, redisUrl }: Config, log: Log): void {
  const hostOf = (url: string) => new URL(url).host
  const parts = {
    store: storefront ? hostOf(storefront.url) : 'embedded',
    adminApi: admin ? hostOf(admin.url) : storefront ? 'none' : 'embedded',
    backend: supabase ? hostOf(supabase.url) : 'embedded',
    mails: smtpUrl ? hostOf(smtpUrl) : 'files',
    limits: redisUrl ? 'redis' : 'memory',
  }
  log.info(parts, 'services')
}

/** Warns of missing settings with which a hosted store sells gifts that are never delivered. */
function warnOfMissing({ storefront, supabase, webhookSecret, admin, smtpUrl }: Config, log: Log): void {
  if (storefront === null) return
  if (supabase === null)
    log.warn(
      'SUPABASE_URL is not set: gifts, sign-ups and messages are kept in DATA_DIR, by this instance alone',
    )
  if (webhookSecret === null)
    log.warn('WEBHOOK_SECRET is not set: orders that the hosted store reports will be refused')
  if (admin === null)
    log.warn('ADMIN_API_URL is not set: the discounts that make gifts free can neither be made nor ended')
  if (smtpUrl === null)
    log.warn('SMTP_URL is not set: mails, those with magic words too, become files and reach nobody')
}

function warnOfSecrets(config: Config, log: Log): void {
  if (config.sessionSecrets?.some((secret) => secret.length < MIN_SECRET_CHARACTERS))
    log.warn(
      `SESSION_SECRET is short: less than ${MIN_SECRET_CHARACTERS} characters can be guessed, and carts and letters forged with it`,
    )
}

function warnOfOrigin(config: Config, log: Log): void {
  // The shop has no TLS itself, so there must be a proxy that is not configured.
  if (config.publicOrigin?.startsWith('https:') && config.trustProxy === 0)
    log.warn(
      'PUBLIC_ORIGIN is https, but TRUST_PROXY is 0: cookies are not kept to https, and all visitors count as one',
    )
}

function warnOfGeolocation({ geoApiUrl }: Config, log: Log): void {
  if (geoApiUrl !== null && !geoApiUrl.includes('{ip}'))
    log.warn('GEO_API_URL has no {ip}: the service tells where the shop is, and nothing of its visitors')
}
