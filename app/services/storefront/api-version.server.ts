import type { Log } from '../log/log.server.ts'
import { type ShopifyApi, versionOfAddress } from './shopify-api.server.ts'

/** The version with which each API has answered last, and the one it was asked for; for the metrics. */
export const answeredVersions = new Map<ShopifyApi, { readonly asked: string; readonly answered: string }>()

/**
 * Wraps a `fetch` that calls one of Shopify's APIs, to notice when Shopify answers with another version than it was
 * asked for: it does so once a version is a year old, without an error. Logged once for each version.
 * @see https://shopify.dev/docs/api/usage/versioning
 */
export function watchApiVersion(
  api: ShopifyApi,
  url: string,
  send: typeof fetch,
  log: Pick<Log, 'warn'>,
): typeof fetch {
  const asked = versionOfAddress(api, url)
  let reported = asked
  return async (input, init) => {
    const response = await send(input, init)
    const answered = response.headers.get('X-Shopify-API-Version')
    if (asked === null || answered === null || !/^[\w-]{1,20}$/.test(answered)) return response
    answeredVersions.set(api, { asked, answered })
    if (answered !== asked && answered !== reported) {
      reported = answered
      log.warn(
        { api, asked, answered },
        'Shopify answers with another version of its API than it was asked for: the one in the address is over',
      )
    }
    return response
  }
}
