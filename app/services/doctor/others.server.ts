import { createHmac, randomUUID } from 'node:crypto'
import { CHECK_UP_TOPIC, VISITOR_ADDRESS } from '#app/models/store-requirements.ts'
import { bareAddress, smtpTransport } from '#supabase/functions/_shared/mail/message.ts'
import type { Config } from '../config/env.server.ts'
import { ask, type Check, type CheckOptions, embedded, obstacle } from './checks.server.ts'

/** The checks of mail, Redis, the settings, the company's facts, and the way to the shop. */

/** Names that no mail reaches (RFC 2606 and 6761). */
const RESERVED = /(?:^|\.)(?:example|test|invalid|localhost|local|example\.(?:com|net|org))$/
const domainOf = (address: string) => bareAddress(address).split('@').at(-1)?.toLowerCase() ?? ''

/** The checks of outgoing mail: the server signs the shop in, and replies reach somebody. */
export function mailChecks({ smtpUrl, mailFrom, mailTo }: Config): Check[] {
  if (smtpUrl === null) return [embedded('SMTP_URL, MAIL_FROM and MAIL_TO')]
  const examples = Object.entries({ MAIL_FROM: mailFrom, MAIL_TO: mailTo }).filter(([, address]) =>
    RESERVED.test(domainOf(address)),
  )
  return [
    [
      'Sign-in',
      'Copy SMTP_URL anew from your mail service: smtps:// for port 465, smtp:// for 587, with %40 for @ and the like',
      async () => {
        const transport = smtpTransport(smtpUrl)
        const failure = await transport.verify().catch((error: { code?: string }) => error.code ?? 'unknown')
        transport.close()
        return failure === true ? null : `${new URL(smtpUrl).host} does not sign the shop in (${failure})`
      },
    ],
    [
      'Addresses',
      'Set it in .env to an address that you read',
      async () => examples.map(([name]) => `Only an example: ${name}.`).join(' '),
    ],
  ]
}

/** The check of Redis, which more than one instance needs: it writes and reads a value that expires by itself. */
export function redisChecks({ redisUrl }: Config): Check[] {
  if (redisUrl === null) return []
  return [
    [
      'Connection',
      'Start Redis, and copy REDIS_URL anew; with one instance, remove it',
      async () => {
        const { Redis } = await import('ioredis')
        const limits = { connectTimeout: 5_000, commandTimeout: 5_000, maxRetriesPerRequest: 0 }
        const redis = new Redis(redisUrl, { lazyConnect: true, ...limits, retryStrategy: () => null })
        redis.on('error', () => {})
        const key = `wb:doctor:${randomUUID()}`
        const written = redis.set(key, '1', 'EX', 10)
        const kept = await written.then(() => redis.get(key)).catch(() => null)
        redis.disconnect()
        const { host } = new URL(redisUrl)
        return kept === '1' ? null : `${host} does not answer, refuses the password, or keeps nothing`
      },
    ],
  ]
}

/** The checks of the owner's own settings and facts. @param missing the labels of facts that are missing */
export function ownChecks({ sessionSecrets }: Config, missing: Promise<readonly string[]>): Check[] {
  return [
    [
      'Session secret',
      'Put in front of it, with a comma, 32 random characters: openssl rand -base64 32',
      // Without one the shop makes its own, at random.
      async () =>
        (sessionSecrets?.[0]?.length ?? Infinity) < 24
          ? 'SESSION_SECRET can be guessed, and with it carts and the links to gift letters be forged'
          : undefined,
    ],
    [
      'Company',
      'Fill them in at /admin/company',
      async () => {
        // An outage of Supabase is told by its own checks.
        const labels = await missing.catch(() => ['they could not be read'])
        return labels.length > 0 ? `Missing: ${labels.join('; ')}` : undefined
      },
    ],
  ]
}

/** Of a network for documentation, which no visitor has (RFC 5737). */
const FORGED_ADDRESS = '192.0.2.77'

/** The checks of the way to the shop from outside: over HTTPS a signed webhook reaches this shop, as Shopify's do. */
export function frontDoorChecks({ config, fetch }: CheckOptions): Check[] {
  const { publicOrigin, webhookSecrets, admin, trustProxy } = config
  const [webhookSecret = ''] = webhookSecrets ?? []
  const client = typeof admin?.token === 'object' ? admin.token : null

  const ring = (body = '{}') =>
    ask(fetch, `${publicOrigin}/webhooks/orders-paid`, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        'X-Forwarded-For': FORGED_ADDRESS,
        'X-Shopify-Topic': CHECK_UP_TOPIC,
        'X-Shopify-Hmac-Sha256': createHmac('sha256', webhookSecret).update(body).digest('base64'),
      },
      body,
    })

  return [
    [
      'Address',
      'Start the shop and its proxy, point the domain at them, let POST through to /webhooks, and compare PUBLIC_ORIGIN and WEBHOOK_SECRET with docs/deploy.md, step 3',
      async () => {
        obstacle(
          !publicOrigin?.startsWith('https:'),
          'PUBLIC_ORIGIN is no https address: passwords and addresses would travel in the open',
        )
        obstacle(
          webhookSecret === '' || (client !== null && !webhookSecrets?.includes(client.secret)),
          'WEBHOOK_SECRET is not the secret of the app, with which Shopify signs its webhooks',
        )
        const { status } = await ring()
        return obstacle(status !== 200, `${publicOrigin} answers ${status} to a signed webhook`)
      },
    ],
    [
      'Visitors',
      'Set it to the number of proxies in front of the shop (docs/hosts.md), and let nobody reach the shop past them',
      async () => {
        // The shop has no TLS itself, so there is a proxy in front of it.
        if (trustProxy === 0) return 'TRUST_PROXY is too low: all visitors count as one'
        const isForged = (await ring()).headers.get(VISITOR_ADDRESS) === FORGED_ADDRESS
        return isForged ? 'TRUST_PROXY is too high: visitors can choose the address that limits count' : null
      },
    ],
  ]
}
