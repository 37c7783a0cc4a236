import { randomBytes } from 'node:crypto'
import type { ShopifyApi } from '#app/services/storefront/shopify-api.server.ts'
import type { Switches } from '#embedded/shopify/switches.ts'

const TOKEN_SECONDS = 86_399
const secret = () => randomBytes(16).toString('hex')

/** The app of a shop's owner, with its tokens: lasting ones, and those that its id and secret give for a day. */
export function createTokens(now: () => number) {
  const tokens = {
    clientId: secret(),
    clientSecret: `shpss_${secret()}`,
    adminToken: `shpat_${secret()}`,
    publicToken: secret(),
    privateToken: `shpat_${secret()}`,
  }
  /** When a token of the client credentials grant ends, ms. */
  const granted = new Map<string, number>()

  return {
    ...tokens,
    isAccepted(api: ShopifyApi, headers: Headers): boolean {
      const token = headers.get('X-Shopify-Access-Token') ?? ''
      if (api === 'admin') return token === tokens.adminToken || (granted.get(token) ?? 0) > now()
      return (
        headers.get('X-Shopify-Storefront-Access-Token') === tokens.publicToken ||
        headers.get('Shopify-Storefront-Private-Token') === tokens.privateToken
      )
    },
    /**
     * Client credentials grant.
     * @param scopes what the token may do
     * @param problem why none is granted, in the words of Shopify's OAuth, or null
     */
    async grant(request: Request, { admin }: Switches['scopes'], problem: string | null): Promise<Response> {
      const fields = new URLSearchParams(await request.text())
      const isKnown =
        fields.get('client_id') === tokens.clientId && fields.get('client_secret') === tokens.clientSecret
      const error = fields.get('grant_type') !== 'client_credentials' || !isKnown ? 'invalid_client' : problem
      if (error !== null) return Response.json({ error }, { status: 400 })
      const token = `shpca_${secret()}`
      granted.set(token, now() + TOKEN_SECONDS * 1000)
      return Response.json({
        access_token: token,
        scope: admin.join(','),
        expires_in: TOKEN_SECONDS,
      })
    },
    /** Ends all tokens of the client credentials grant. */
    revoke: (): void => granted.clear(),
  }
}
