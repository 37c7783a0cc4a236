import { createHmac, randomUUID } from 'node:crypto'
import { Resolver } from 'node:dns/promises'
import { broken, listNames, look } from '#app/models/doctor.ts'
import { CHECK_UP_TOPIC, VISITOR_ADDRESS } from '#app/models/store-requirements.ts'
import { bareAddress, smtpTransport } from '#supabase/functions/_shared/mail/message.ts'
import type { Config } from '../config/env.server.ts'
import { ask, type CheckOptions, type Checks, embedded, Obstacle } from './checks.server.ts'

/** The checks of mail, Redis, the settings, the company's facts, and the way to the shop. */

/** The TXT records of a name; null where there is no such name, undefined when nobody could tell. */
export type LookUp = (name: string) => Promise<readonly string[] | null | undefined>

export const lookUp: LookUp = async (name) => {
  try {
    // One try at each name server: with a second one, three that do not answer take too long.
    const records = await new Resolver({ timeout: 2_000, tries: 1 }).resolveTxt(name)
    return records.map((parts) => parts.join(''))
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : ''
    return code === 'ENODATA' ? [] : code === 'ENOTFOUND' ? null : undefined
  }
}

/** Names that no mail reaches (RFC 2606 and 6761). */
const RESERVED = /(?:^|\.)(?:example|test|invalid|localhost|local|example\.(?:com|net|org))$/
const domainOf = (address: string) => bareAddress(address).split('@').at(-1)?.toLowerCase() ?? ''

/** The checks of outgoing mail: the server signs the shop in, replies reach somebody, and mails are believed. */
export async function* mailChecks({ smtpUrl, mailFrom, mailTo }: Config, lookUp: LookUp): Checks {
  if (smtpUrl === null) return yield* embedded('SMTP_URL, MAIL_FROM and MAIL_TO')
  const { host } = new URL(smtpUrl)
  yield ['Sign-in', `${host} accepts the sign-in`]
  const transport = smtpTransport(smtpUrl)
  const failure = await transport.verify().catch((error: { code?: string }) => error.code ?? 'unknown')
  transport.close()
  if (failure === 'EAUTH')
    yield broken(
      `${host} refuses the user or the password in SMTP_URL`,
      'Copy both anew, with %40 for @ and the like; many services want a password made for apps',
    )
  else if (failure !== true)
    yield broken(
      `${host} does not answer, or makes no secure connection`,
      'Compare SMTP_URL with your mail service: smtps:// for port 465, smtp:// for 587; many hosts block port 25',
    )

  yield ['Addresses', 'MAIL_FROM and MAIL_TO are no examples']
  for (const [name, address] of Object.entries({ MAIL_FROM: mailFrom, MAIL_TO: mailTo }))
    if (RESERVED.test(domainOf(address)))
      yield broken(`Only an example: ${name}`, 'Set it in .env to an address that you read')

  // Whether receivers can tell that the shop may send for its domain: otherwise gifts arrive as spam.
  const domain = domainOf(mailFrom)
  if (RESERVED.test(domain)) return
  yield ['SPF, DKIM and DMARC', `Mails of ${domain} are believed`]
  // Without the name of a key, only whether there is any: the name above the keys exists then (RFC 8020).
  const records = [domain, `_domainkey.${domain}`, `_dmarc.${domain}`].map(lookUp)
  const [own, keys, policy] = await Promise.all(records)
  const lacks = (found: typeof own, start: string) =>
    found !== undefined && !found?.some((record) => record.toLowerCase().startsWith(start))
  const missing = [
    ...(lacks(own, 'v=spf1') ? ['SPF'] : []),
    ...(keys === null ? ['DKIM'] : []),
    ...(lacks(policy, 'v=dmarc1') ? ['DMARC'] : []),
  ]
  if (missing.length > 0)
    yield look(
      `${domain} has no record of ${listNames(missing)}: mails with magic words may arrive as spam`,
      'Copy the records that your mail service shows for your domain to its registrar; DMARC is a TXT record _dmarc with v=DMARC1; p=none',
    )
}

/** The check of Redis, which more than one instance needs: it writes and reads a value that expires by itself. */
export async function* redisChecks({ redisUrl }: Config): Checks {
  yield ['Connection', 'Not used: one instance of the shop needs none']
  if (redisUrl === null) return
  const { host } = new URL(redisUrl)
  yield ['Connection', `${host} answers, and keeps what it is given`]
  const { Redis } = await import('ioredis')
  const limits = { connectTimeout: 5_000, commandTimeout: 5_000, maxRetriesPerRequest: 0 }
  const redis = new Redis(redisUrl, { lazyConnect: true, ...limits, retryStrategy: () => null })
  redis.on('error', () => {})
  const key = `wb:doctor:${randomUUID()}`
  const written = redis.set(key, '1', 'EX', 10)
  const kept = await written.then(() => redis.get(key)).catch(() => null)
  redis.disconnect()
  if (kept === '1') return
  yield broken(
    `${host} does not answer, refuses the password, or keeps nothing`,
    'Start Redis, copy REDIS_URL anew, and set its maxmemory-policy to allkeys-lru; with one instance, remove REDIS_URL',
  )
}

/** What 24 characters of base64 have cannot be guessed. */
const isWeakSecret = (secret: string) => secret.length < 24

/** The checks of the owner's own settings and facts. @param missing the labels of facts that are missing */
export async function* ownChecks({ sessionSecrets }: Config, missing: Promise<readonly string[]>): Checks {
  yield ['Session secret', 'SESSION_SECRET is long and random']
  const [current = '', ...older] = sessionSecrets ?? []
  if (isWeakSecret(current))
    yield broken(
      'SESSION_SECRET can be guessed, and with it carts and the links to gift letters be forged',
      'Put in front of it, with a comma, 32 random characters: openssl rand -base64 32',
    )
  // Until then mailed links are still right.
  else if (older.some(isWeakSecret))
    yield look('An older SESSION_SECRET can be guessed', 'Remove it 30 days after the new one came before it')
  yield ['Company', 'Every fact that the law wants shown is there']
  // An outage of Supabase is told by its own checks.
  const labels = await missing.catch(() => ['they could not be read'])
  if (labels.length > 0) yield broken(`Missing: ${labels.join('; ')}`, 'Fill them in at /admin/company')
}

/** Of a network for documentation, which no visitor has (RFC 5737). */
const FORGED_ADDRESS = '192.0.2.77'

/** The check of the way to the shop from outside: over HTTPS a signed webhook reaches this shop, as Shopify's do. */
export async function* frontDoorChecks({ config, fetch }: CheckOptions): Checks {
  const { publicOrigin, webhookSecrets, admin, trustProxy } = config
  yield ['Address', `${publicOrigin} is this shop, accepts Shopify’s signature, and tells visitors apart`]
  if (!publicOrigin?.startsWith('https:'))
    throw new Obstacle(
      'PUBLIC_ORIGIN is no https address: passwords and addresses of shoppers would travel in the open',
      'Serve the shop by https (docs/deploy.md shows a proxy that does it), and set PUBLIC_ORIGIN in .env to that address',
    )
  const [webhookSecret] = webhookSecrets ?? []
  const client = typeof admin?.token === 'object' ? admin.token : null
  if (webhookSecret === undefined || (client && !webhookSecrets?.includes(client.secret)))
    throw new Obstacle(
      'WEBHOOK_SECRET is not the secret of the app, with which Shopify signs its webhooks: all are refused',
      'Set WEBHOOK_SECRET to the same value as ADMIN_API_CLIENT_SECRET',
    )
  const body = '{}'
  const mend = 'Start the shop and its proxy, point the domain at them, and compare PUBLIC_ORIGIN'
  const { status, headers } = await ask(fetch, `${publicOrigin}/webhooks/orders-paid`, mend, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      'X-Forwarded-For': FORGED_ADDRESS,
      'X-Shopify-Topic': CHECK_UP_TOPIC,
      'X-Shopify-Hmac-Sha256': createHmac('sha256', webhookSecret).update(body).digest('base64'),
    },
    body,
  })
  const leadsTo = URL.parse(headers.get('Location') ?? '', publicOrigin)?.origin ?? publicOrigin
  if (leadsTo !== publicOrigin)
    throw new Obstacle(
      `${publicOrigin} leads on to ${leadsTo}`,
      `Set PUBLIC_ORIGIN to ${leadsTo}, or end that redirect`,
    )
  if (status === 401)
    throw new Obstacle(
      `The shop at ${publicOrigin} refuses what is signed with WEBHOOK_SECRET`,
      'Start the shop again: it runs with another secret than the one in .env',
    )
  if (status !== 200)
    throw new Obstacle(
      `What answers at ${publicOrigin} is not this shop, or something in front stops webhooks (${status})`,
      'Point the domain at this shop, and let POST through to /webhooks, with bodies of up to 8 MB and without a login',
    )
  // The shop has no TLS itself, so there is a proxy in front of it.
  if (trustProxy === 0 || headers.get(VISITOR_ADDRESS) === FORGED_ADDRESS)
    throw new Obstacle(
      `TRUST_PROXY is too ${trustProxy === 0 ? 'low: all visitors count as one' : 'high: visitors can choose the address that limits count'}`,
      'Set it to the number of proxies in front of the shop (docs/hosts.md), and let nobody reach the shop past them',
    )
}
