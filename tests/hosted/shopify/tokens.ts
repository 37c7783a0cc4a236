import { randomBytes } from 'node:crypto'
import type { ShopifyApi } from '#app/services/storefront/shopify-api.server.ts'
import type { ShopState } from './state.ts'

const TOKEN_SECONDS = 86_399

/** The app of the shop's owner, with its tokens: lasting ones, and those that its id and secret give for a day. */
export function createTokens({ scopes }: Pick<ShopState, 'scopes'>, now: () => number) {
  const secrets = {
    clientId: randomBytes(16).toString('hex'),
    clientSecret: `shpss_${randomBytes(16).toString('hex')}`,
    adminToken: `shpat_${randomBytes(16).toString('hex')}`,
    publicToken: randomBytes(16).toString('hex'),
    privateToken: `shpat_${randomBytes(16).toString('hex')}`,
  }
  /** When a token of the client credentials grant ends, ms. */
  const granted = new Map<string, number>()

  function isAccepted(api: ShopifyApi, headers: Headers): boolean {
    if (api === 'admin') {
      const token = headers.get('X-Shopify-Access-Token') ?? ''
      return token === secrets.adminToken || (granted.get(token) ?? 0) > now()
    }
    return (
      headers.get('X-Shopify-Storefront-Access-Token') === secrets.publicToken ||
      headers.get('Shopify-Storefront-Private-Token') === secrets.privateToken
    )
  }

  /** Client credentials grant. */
  async function grant(request: Request): Promise<Response> {
    const fields = new URLSearchParams(await request.text())
    const isKnown =
      fields.get('client_id') === secrets.clientId && fields.get('client_secret') === secrets.clientSecret
    if (fields.get('grant_type') !== 'client_credentials' || !isKnown)
      return Response.json({ error: 'invalid_client' }, { status: 400 })
    const token = `shpca_${randomBytes(16).toString('hex')}`
    granted.set(token, now() + TOKEN_SECONDS * 1000)
    return Response.json({ access_token: token, scope: scopes.admin.join(','), expires_in: TOKEN_SECONDS })
  }

  return { secrets, isAccepted, grant, revoke: () => granted.clear() }
}
