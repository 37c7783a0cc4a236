import { z } from 'zod'
import { type Finding, failure, fine, warning } from '#app/models/doctor.ts'
import { type ShopifyApi, versionOfAddress } from '../storefront/shopify-api.server.ts'
import { type Answer, ask, bodyOf } from './checks.server.ts'

/** What answers of both of Shopify's APIs say. */

const envelope = z.object({
  data: z.unknown().optional(),
  errors: z
    .union([
      z.string().transform((message) => [{ message, extensions: undefined }]),
      z.array(
        z.object({
          message: z.string(),
          extensions: z.object({ code: z.string().optional() }).optional(),
        }),
      ),
    ])
    .optional(),
})

/** Sends an operation to one of the APIs, with the headers of its token. */
export function post(
  fetchApi: typeof fetch,
  url: string,
  headers: HeadersInit,
  query: string,
): Promise<Answer> {
  return ask(fetchApi, url, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify({ query }),
  })
}

/** Whether an answer, of whatever status, has an error with that code. */
export function hasCode(answer: Answer, code: string): boolean {
  const parsed = answer.kind === 'answer' ? envelope.safeParse(answer.body).data : undefined
  return parsed?.errors?.some(({ extensions }) => extensions?.code === code) ?? false
}

/** Whether Shopify has answered an operation; it also refuses tokens in an answer with the status 200. */
export function isAccepted(answer: Answer): boolean {
  return bodyOf(answer, envelope) !== null && !hasCode(answer, 'UNAUTHORIZED')
}

/** Whether Shopify does not accept the token. */
export function isRefused(answer: Answer & { readonly kind: 'answer' }): boolean {
  return [401, 403].includes(answer.status) || hasCode(answer, 'UNAUTHORIZED')
}

/** The data of an accepted operation. */
export function dataOf<Schema extends z.ZodType>(answer: Answer, schema: Schema): z.output<Schema> | null {
  return isAccepted(answer) ? (schema.safeParse(bodyOf(answer, envelope)?.data).data ?? null) : null
}

/** Of an address where something else answers. @param name of the variable that holds it */
export function notShopify(name: string, host: string, status: number): Finding {
  return failure(
    `What answers at ${host} is no Shopify API (${status})`,
    `Set ${name} to the complete address, as .env.example shows it`,
  )
}

/** Shopify answers in another version, and says so in a header only, once the one in the address has ended. */
export function examineVersion(api: ShopifyApi, url: string, answer: Answer): Finding[] {
  const asked = versionOfAddress(api, url)
  const answered = answer.kind === 'answer' ? answer.headers.get('X-Shopify-API-Version') : null
  if (asked === null || answered === null || !/^[\w-]{1,20}$/.test(answered)) return []
  if (asked === answered) return [fine(`Shopify answers in version ${asked}, the one that was asked for`)]
  const name = api === 'storefront' ? 'STOREFRONT_API_URL' : 'ADMIN_API_URL'
  return [
    warning(
      `Shopify answers in version ${answered}: the one that was asked for, ${asked}, is over`,
      `Write ${answered} in place of ${asked} in ${name}, and look for a newer version of this shop now and then`,
    ),
  ]
}

/** What is said of the scopes that a token lacks. */
export function scopeFindings(missing: readonly string[], token: string): Finding[] {
  if (missing.length === 0) return [fine('The token may do all that the shop needs')]
  return missing.map((scope) =>
    failure(
      `${token} lacks the permission ${scope}`,
      `Add ${scope} to the app’s scopes in Shopify, install the app again, and copy its token`,
    ),
  )
}
