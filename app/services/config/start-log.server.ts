import { isWeakSecret } from '#app/models/signing-secret.ts'
import type { Log } from '../log/log.server.ts'
import type { Config } from './env.server.ts'

/** Logs what a configuration turns on, and warns of what works but is not safe. The doctor tells what to do. */
export function logConfiguration(config: Config, log: Log): void {
  logServices(config, log)
  if (config.sessionSecrets?.some(isWeakSecret))
    log.warn('SESSION_SECRET can be guessed, and with it carts and the links to gift letters be forged')
  // The shop has no TLS itself, so there must be a proxy that is not configured.
  if (config.publicOrigin?.startsWith('https:') && config.trustProxy === 0)
    log.warn('PUBLIC_ORIGIN is https, but TRUST_PROXY is 0: all visitors count as one')
  if (config.storefront !== null && config.webhookSecrets === null)
    log.warn('WEBHOOK_SECRET is not set: orders that the hosted store reports will be refused')
  if (config.geoApiUrl !== null && !config.geoApiUrl.includes('{ip}'))
    log.warn('GEO_API_URL has no {ip}: the service tells where the shop is, and nothing of its visitors')
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
