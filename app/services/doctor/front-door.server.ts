import { createHmac, randomBytes } from 'node:crypto'
import { isIP } from 'node:net'
import { z } from 'zod'
import type { Finding } from '../../models/doctor.ts'
import type { Config } from '../config/env.server.ts'
import { type Answer, ask, type Check, once } from './checks.server.ts'
import { FRONT_DOOR_SAYS } from './front-door-words.server.ts'
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
  secure: z.boolean(),
  /** The visitor's address as it sees it. */
  ip: z.string(),
})
export type ShopReport = z.output<typeof shopReport>

type Options = { readonly config: Config; readonly fetch: typeof fetch; readonly now: () => number }

/** Checks of the way to the shop from outside: it is this shop that answers, and it knows its visitors and Shopify. */
export function frontDoorChecks({ config, fetch, now }: Options): Check[] {
  const { publicOrigin, sessionSecrets, webhookSecret, admin } = config
  const appSecret = admin?.client?.secret ?? webhookSecret
  const [secret] = sessionSecrets ?? []
  if (publicOrigin === null) {
    return [{ service: 'Front door', what: 'Address', run: async () => [FRONT_DOOR_SAYS.noAddress] }]
  }
  // Without a secret the shop cannot be recognised, and another line says that it is missing.
  if (secret === undefined) return []
  const nonce = randomBytes(16).toString('base64url')
  const report = once(() =>
    ask(fetch, publicOrigin + DOCTOR_PATH, {
      redirect: 'manual',
      headers: { [DOCTOR_HEADER]: askWithProof(secret, nonce, now()), 'X-Forwarded-For': FORGED_ADDRESS },
    }),
  )
  const reportOf = (answer: Answer): ShopReport | null => {
    const parsed = answer.kind === 'answer' ? shopReport.safeParse(answer.body) : null
    return parsed?.success && isAnswered(secret, nonce, parsed.data.proof) ? parsed.data : null
  }
  return [
    {
      service: 'Front door',
      what: 'Address',
      run: async () => {
        const answer = await report()
        const told = reportOf(answer)
        const findings = [
          ...(publicOrigin.startsWith('https:') ? [] : [FRONT_DOOR_SAYS.notHttps]),
          ...(told === null ? [describeSilence(publicOrigin, answer)] : examineReport(publicOrigin, told)),
        ]
        return findings.length > 0 ? findings : [FRONT_DOOR_SAYS.answers(publicOrigin)]
      },
    },
    {
      service: 'Front door',
      what: 'Notices of Shopify',
      run: async () => {
        if (webhookSecret === null) return [FRONT_DOOR_SAYS.noWebhookSecret]
        if (webhookSecret !== appSecret) return [FRONT_DOOR_SAYS.webhooksOfApp]
        // Nothing is to be learnt of another shop.
        return reportOf(await report()) === null
          ? []
          : [await examineWebhook(fetch, publicOrigin, webhookSecret)]
      },
    },
  ]
}

function describeSilence(origin: string, answer: Answer): Finding {
  if (answer.kind === 'none') return FRONT_DOOR_SAYS.silent(origin, answer.reason)
  const location = answer.headers.get('Location')
  if (answer.status >= 300 && answer.status < 400 && location !== null) {
    const to = URL.parse(location, origin)?.origin ?? origin
    if (to !== origin) return FRONT_DOOR_SAYS.redirects(origin, to)
  }
  return FRONT_DOOR_SAYS.notOurs(origin, answer.status)
}

function examineReport(publicOrigin: string, report: ShopReport): Finding[] {
  const isHttps = publicOrigin.startsWith('https:')
  const findings: Finding[] = []
  if (report.origin !== publicOrigin) findings.push(FRONT_DOOR_SAYS.otherOrigin(report.origin))
  if (isHttps && !report.secure) findings.push(FRONT_DOOR_SAYS.takesForHttp)
  if (report.ip === FORGED_ADDRESS) findings.push(FRONT_DOOR_SAYS.forged)
  else if (isPrivateAddress(report.ip) && !isLocal(publicOrigin))
    findings.push(FRONT_DOOR_SAYS.oneVisitor(report.ip))
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
  if (answer.kind === 'none') return FRONT_DOOR_SAYS.webhooksBlocked(0)
  if (answer.status === 200) return FRONT_DOOR_SAYS.webhooksTaken
  return answer.status === 401
    ? FRONT_DOOR_SAYS.webhooksOtherSecret
    : FRONT_DOOR_SAYS.webhooksBlocked(answer.status)
}
