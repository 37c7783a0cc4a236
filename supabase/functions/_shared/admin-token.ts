import { z } from 'zod'

/** Id and secret of an app of Shopify's developer dashboard. */
export type AdminClient = { readonly id: string; readonly secret: string }

/** Tokens that end, of which there is always a current one. */
export type AdminTokens = ReturnType<typeof createAdminTokens>

const TIMEOUT_MS = 5_000
/** Renewed that long before the end, but never in the first nine tenths of a token's life. */
const MARGIN_MS = 10 * 60_000

const grant = z.object({
  access_token: z.string().min(1),
  expires_in: z.number().positive(),
})
const refusal = z.object({ error: z.string(), error_description: z.string().optional() })

/**
 * Asks Shopify for a token by the client credentials grant, beside its Admin API at `/admin/api/<version>/graphql.json`.
 * @throws Error with Shopify's reason, without the secret
 * @see https://shopify.dev/docs/apps/build/authentication-authorization/access-tokens/client-credentials-grant
 */
async function requestAdminToken(adminUrl: string, client: AdminClient, send: typeof fetch) {
  const response = await send(new URL('../../oauth/access_token', adminUrl), {
    method: 'POST',
    headers: { Accept: 'application/json', 'Content-Type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: client.id,
      client_secret: client.secret,
    }).toString(),
    redirect: 'manual',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  }).catch(() => {
    throw new Error('no access token: no answer')
  })
  const body: unknown = await response.json().catch(() => null)
  if (!response.ok) {
    const { data } = refusal.safeParse(body)
    throw new Error(`no access token: HTTP ${response.status}${data ? ` ${data.error.slice(0, 100)}` : ''}`)
  }
  const granted = grant.safeParse(body)
  if (!granted.success) throw new Error('no access token: the answer has another shape')
  return { token: granted.data.access_token, expiresInMs: granted.data.expires_in * 1000 }
}

/**
 * Keeps a current token. It is renewed before its end, while callers still get the old one; at its end, or when Shopify
 * has refused it, callers wait for the new one, all for the same.
 * @param now Unix time, ms
 */
export function createAdminTokens(
  adminUrl: string,
  client: AdminClient,
  send: typeof fetch,
  now: () => number,
) {
  let held: { readonly token: string; readonly renewAt: number; readonly endsAt: number } | null = null
  let renewal: Promise<string> | null = null

  function renew(): Promise<string> {
    const at = now()
    renewal ??= requestAdminToken(adminUrl, client, send)
      .then(({ token, expiresInMs }) => {
        const margin = Math.min(MARGIN_MS, expiresInMs / 10)
        held = { token, renewAt: at + expiresInMs - margin, endsAt: at + expiresInMs }
        return token
      })
      .finally(() => {
        renewal = null
      })
    return renewal
  }

  return {
    /** A token that is valid as far as is known; many callers share one renewal. @throws Error without the secret */
    async current(): Promise<string> {
      if (held === null || now() >= held.endsAt) return renew()
      // Should it fail, the next caller tries again: the old one is still valid.
      if (now() >= held.renewAt) renew().catch(() => undefined)
      return held.token
    },
    /** Another token than the one that Shopify has refused. @throws Error without the secret */
    async instead(refused: string): Promise<string> {
      return held !== null && held.token !== refused ? held.token : renew()
    },
  }
}
