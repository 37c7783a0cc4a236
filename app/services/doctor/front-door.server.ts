import { createHmac, randomUUID } from 'node:crypto'
import { broken, right, type State } from '#app/models/doctor.ts'
import { ask, type Check, type CheckOptions, checksOf } from './checks.server.ts'

/** The check of the way to the shop from outside: over HTTPS a signed webhook reaches this shop, as Shopify's do. */
export function frontDoorChecks({ config, fetch }: CheckOptions): Check[] {
  return checksOf('Front door', { Address: () => examineAddress(config, fetch) })
}

async function examineAddress(
  { publicOrigin, webhookSecrets, admin }: CheckOptions['config'],
  fetch: CheckOptions['fetch'],
): Promise<State> {
  if (publicOrigin === null)
    return broken(
      'The shop does not know its own address',
      'Set PUBLIC_ORIGIN in .env, such as https://shop.example',
    )
  if (!publicOrigin.startsWith('https:'))
    return broken(
      'PUBLIC_ORIGIN is http: passwords and addresses of shoppers would travel in the open',
      'Serve it by https (docs/deploy.md shows a proxy that does it), and write https:// there',
    )
  const [webhookSecret] = webhookSecrets ?? []
  if (webhookSecret === undefined)
    return broken(
      'WEBHOOK_SECRET is not set: every order that Shopify reports is refused',
      'Set it to the client secret of the app, in .env',
    )
  if (admin?.client && !webhookSecrets?.includes(admin.client.secret))
    return broken(
      'WEBHOOK_SECRET is not the secret of the app, with which Shopify signs its webhooks',
      'Set WEBHOOK_SECRET to the same value as ADMIN_API_CLIENT_SECRET',
    )
  // A topic that no shop has is verified, and then ignored.
  const body = '{}'
  const mend = 'Start the shop and its proxy, point the domain at them, and compare PUBLIC_ORIGIN'
  const { status, headers } = await ask(fetch, `${publicOrigin}/webhooks/orders-paid`, mend, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      'X-Shopify-Topic': 'doctor/check',
      'X-Shopify-Webhook-Id': `doctor-${randomUUID()}`,
      'X-Shopify-Hmac-Sha256': createHmac('sha256', webhookSecret).update(body).digest('base64'),
    },
    body,
  })
  if (status === 200) return right(`${publicOrigin} is this shop, and accepts Shopify’s signature`)
  const leadsTo = URL.parse(headers.get('Location') ?? '', publicOrigin)?.origin ?? publicOrigin
  if (leadsTo !== publicOrigin)
    return broken(
      `${publicOrigin} leads on to ${leadsTo}`,
      `Set PUBLIC_ORIGIN to ${leadsTo}, or end that redirect`,
    )
  if (status === 401)
    return broken(
      `The shop at ${publicOrigin} refuses what is signed with WEBHOOK_SECRET`,
      'Start the shop again: it runs with another secret than the one in .env',
    )
  return broken(
    `What answers at ${publicOrigin} is not this shop, or something in front stops webhooks (${status})`,
    'Point the domain at this shop, and let POST through to /webhooks, with bodies of up to 8 MB and without a login',
  )
}
