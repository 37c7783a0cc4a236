import { z } from 'zod'

/** Id and secret of an app of Shopify's developer dashboard. */
export type AdminClient = { readonly id: string; readonly secret: string }

/** The current token; another one than `refused`, which Shopify has refused. @throws Error without the secret */
export type AdminTokens = (refused?: string) => Promise<string>

const TIMEOUT_MS = 5_000

const grant = z.object({ access_token: z.string().min(1) })
const refusal = z.object({ error: z.string() })

/**
 * Asks Shopify for a token by the client credentials grant, beside its Admin API at `/admin/api/<version>/graphql.json`.
 * @throws Error with Shopify's reason, without the secret
 * @see https://shopify.dev/docs/apps/build/authentication-authorization/access-tokens/client-credentials-grant
 */
async function requestAdminToken(adminUrl: string, client: AdminClient, send: typeof fetch): Promise<string> {
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
  return granted.data.access_token
}

/** Keeps a token until Shopify refuses it, as it does a day later. Callers at once share one request for another. */
export function createAdminTokens(adminUrl: string, client: AdminClient, send: typeof fetch): AdminTokens {
  let held: Promise<string> | null = null
  return async (refused) => {
    const before = held
    if (before !== null && (await before.catch(() => refused)) !== refused) return before
    if (held === null || held === before) held = requestAdminToken(adminUrl, client, send)
    return held
  }
}
