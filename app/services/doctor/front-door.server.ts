import { createHmac, randomBytes } from 'node:crypto'
import { isIP } from 'node:net'
import { z } from 'zod'
import { type Finding, failure, fine, warning } from '#app/models/doctor.ts'
import {
  type Answer,
  ask,
  bodyOf,
  type Check,
  type CheckOptions,
  checksOf,
  once,
  silent,
  statusOf,
} from './checks.server.ts'
import { askWithProof, isAnswered } from './proof.server.ts'

const DOCTOR_PATH = '/doctor'
export const DOCTOR_HEADER = 'X-Doctor'
/** An address of a network for documentation, which no visitor has (RFC 5737). */
const FORGED_ADDRESS = '192.0.2.77'

/** What a running shop tells of itself to who knows its SESSION_SECRET. */
const shopReport = z.object({
  proof: z.string(),
  origin: z.string(),
  /** Whether it takes the request for an https one. */
  /** The visitor's address as it sees it. */
  ip: z.string(),
})
export type ShopReport = z.output<typeof shopReport>

const HOMELESS = failure(
  'The shop does not know its own address',
  'Set PUBLIC_ORIGIN in .env to the domain, such as https://shop.example',
)

/** Checks of the way to the shop from outside: it is this shop that answers, and it knows its visitors and Shopify. */
export function frontDoorChecks({ config, fetch, now }: CheckOptions): Check[] {
  const { publicOrigin, sessionSecrets, webhookSecrets, admin } = config
  if (publicOrigin === null) return checksOf('Front door', { Address: async () => HOMELESS })
  const [secret] = sessionSecrets ?? []
  // Without a secret the shop cannot be recognised, and another line says that it is missing.
  if (secret === undefined) return []
  const nonce = randomBytes(16).toString('base64url')
  const askShop = once(() =>
    ask(fetch, publicOrigin + DOCTOR_PATH, {
      redirect: 'manual',
      headers: { [DOCTOR_HEADER]: askWithProof(secret, nonce, now()), 'X-Forwarded-For': FORGED_ADDRESS },
    }),
  )
  const reportOf = (answer: Answer): ShopReport | null => {
    const report = bodyOf(answer, shopReport)
    return report !== null && isAnswered(secret, nonce, report.proof) ? report : null
  }
  return checksOf('Front door', {
    Address: async () => {
      const answer = await askShop()
      const report = reportOf(answer)
      const findings = [
        ...examineScheme(publicOrigin),
        ...(report === null ? [describeStranger(publicOrigin, answer)] : examineReport(publicOrigin, report)),
      ]
      return findings.length > 0 ? findings : fine(`${publicOrigin} is this shop, and knows its visitors`)
    },
    'Notices of Shopify': async () => {
      if (webhookSecrets === null)
        return failure(
          'WEBHOOK_SECRET is not set: every order that Shopify reports is refused',
          'Set it to the secret of the app that the webhooks belong to',
        )
      if (admin?.client && !webhookSecrets.includes(admin.client.secret))
        return failure(
          'WEBHOOK_SECRET is not the secret of the app: Shopify signs its webhooks with ADMIN_API_CLIENT_SECRET',
          'Set WEBHOOK_SECRET to the same value as ADMIN_API_CLIENT_SECRET',
        )
      // Nothing is to be learnt of another shop.
      if (reportOf(await askShop()) === null) return []
      return examineWebhook(fetch, publicOrigin, webhookSecrets[0] ?? '')
    },
  })
}

function examineScheme(origin: string): Finding[] {
  if (origin.startsWith('https:')) return []
  return [
    failure(
      'PUBLIC_ORIGIN is http: passwords and addresses of shoppers would travel in the open',
      'Serve it by https (docs/deploy.md shows a proxy that does it), and write https:// there',
    ),
  ]
}

/** What answers in the place of the shop, if anything. */
function describeStranger(origin: string, answer: Answer): Finding {
  if (answer.kind === 'none')
    return silent(
      answer,
      new URL(origin).host,
      'Start the shop and its proxy, point the domain at them, and compare PUBLIC_ORIGIN',
    )
  const location = answer.headers.get('Location')
  if (answer.status >= 300 && answer.status < 400 && location !== null) {
    const to = URL.parse(location, origin)?.origin ?? origin
    if (to !== origin)
      return failure(`${origin} leads on to ${to}`, `Set PUBLIC_ORIGIN to ${to}, or end that redirect`)
  }
  return failure(
    `What answers at ${origin} is not this shop, or one with another configuration (${answer.status})`,
    'Point the domain at this shop, and start it again after each change of .env',
  )
}

function examineReport(publicOrigin: string, { origin, ip }: ShopReport): Finding[] {
  const findings: Finding[] = []
  if (origin !== publicOrigin)
    findings.push(
      failure(`The shop that answers takes itself for ${origin}`, 'Start it again: it runs on an older .env'),
    )
  if (ip === FORGED_ADDRESS)
    findings.push(
      failure(
        'Visitors can choose the address that the shop sees: limits against guessing are worth nothing',
        'Lower TRUST_PROXY to the number of proxies in front, and let no one reach the shop past them',
      ),
    )
  else if (isPrivateAddress(ip) && !isLocal(publicOrigin))
    findings.push(
      warning(
        `The shop sees ${ip} as the visitor: if that is a proxy’s, all visitors count as one`,
        'Unless this runs on the machine of the shop: raise TRUST_PROXY, and let each proxy send X-Forwarded-For',
      ),
    )
  return findings
}

/** Whether an address is of a machine or a private network. */
function isPrivateAddress(ip: string): boolean {
  if (isIP(ip) === 6) return ip === '::1' || /^f[cd]|^fe80:/i.test(ip)
  return /^(?:10|127|192\.168|172\.(?:1[6-9]|2\d|3[01])|100\.(?:6[4-9]|[7-9]\d|1[01]\d|12[0-7]))\./.test(ip)
}

function isLocal(origin: string): boolean {
  const { hostname } = new URL(origin)
  return hostname === 'localhost' || isPrivateAddress(hostname)
}

/** Posts a signed notice of a topic that no shop has: it is verified, and then ignored. */
async function examineWebhook(fetchShop: typeof fetch, origin: string, secret: string): Promise<Finding> {
  const body = '{}'
  const answer = await ask(fetchShop, `${origin}/webhooks/orders-paid`, {
    method: 'POST',
    redirect: 'manual',
    headers: {
      'Content-Type': 'application/json',
      'X-Shopify-Topic': 'doctor/check',
      'X-Shopify-Webhook-Id': `doctor-${randomBytes(8).toString('hex')}`,
      'X-Shopify-Hmac-Sha256': createHmac('sha256', secret).update(body).digest('base64'),
    },
    body,
  })
  const status = statusOf(answer)
  if (status === 200) return fine('A signed notice reaches the shop, and its signature is accepted')
  if (status === 401)
    return failure(
      'The shop refuses a notice that is signed with WEBHOOK_SECRET',
      'Start the shop again: it runs with another secret than the one in .env',
    )
  return failure(
    `Something in front of the shop stops notices at /webhooks (${status})`,
    'Let POST through to /webhooks, with bodies of up to 8 MB and without a login or a challenge',
  )
}
