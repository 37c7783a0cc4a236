import type { z } from 'zod'
import { type Finding, failure, fine, listNames, warning } from '#app/models/doctor.ts'
import {
  ADMIN_SCOPES,
  missingScopes,
  SETUP_SCOPES,
  STOREFRONT_SCOPES,
} from '#app/models/store-requirements.ts'
import { adminApi } from '#supabase/functions/_shared/environment.ts'
import { READ_ACCESS } from '../store-setup/documents.server.ts'
import { accessSchema, readStore, type StoreState } from '../store-setup/read-store.server.ts'
import { compareStore } from '../store-setup/store-comparison.server.ts'
import {
  type Answer,
  type Check,
  type CheckOptions,
  checksOf,
  embedded,
  once,
  silent,
} from './checks.server.ts'
import {
  dataOf,
  examineVersion,
  isAccepted,
  isRefused,
  notShopify,
  post,
  scopeFindings,
} from './shopify-answers.server.ts'

/** How long reading a whole store may take: Shopify makes who does it wait now and then. */
const READ_MS = 60_000

/** Shopify gives no token for the id and secret of the app. */
type AdminRefusal = { readonly kind: 'refused'; readonly reason: string }

/** Checks of the Admin API: its token, what that may do, and what the store has. */
export function adminChecks({ config, fetch, now }: CheckOptions): Check[] {
  const { storefront, admin, publicOrigin } = config
  if (admin === null)
    return checksOf('Shopify', {
      'Admin API': async () => embedded('The Admin API', 'ADMIN_API_URL and ADMIN_API_TOKEN'),
    })
  const { url } = admin
  const api = adminApi(admin, fetch, now)
  const first = once(async (): Promise<Answer | AdminRefusal> => {
    try {
      const token = typeof api.token === 'string' ? api.token : await api.token.current()
      return await post(fetch, url, { 'X-Shopify-Access-Token': token }, READ_ACCESS)
    } catch (error) {
      // Its message is Shopify's reason, without the secret.
      return { kind: 'refused', reason: error instanceof Error ? error.message : 'unknown' }
    }
  })
  /** For checks that say nothing while the token is not accepted: another line tells that. */
  const whenOpen = (
    work: (access: z.output<typeof accessSchema>, answer: Answer) => Promise<readonly Finding[]>,
  ) => {
    return async () => {
      const answer = await first()
      if (answer.kind !== 'answer') return []
      const access = dataOf(answer, accessSchema)
      return access === null ? [] : work(access, answer)
    }
  }
  return [
    ...checksOf('Shopify', {
      'Admin API': async () => [
        examineAdmin(url, await first()),
        ...examineStores(storefront?.url ?? null, url),
      ],
      'Admin version': whenOpen(async (_, answer) => examineVersion('admin', url, answer)),
      'Admin permissions': whenOpen(async ({ scopes }) => examineScopes(scopes)),
    }),
    {
      service: 'Shopify',
      what: 'Products, prices and delivery',
      run: whenOpen(async (access) => {
        // Without them it cannot be read, and the line above says so.
        if (missingScopes(access.scopes, ADMIN_SCOPES).length > 0) return []
        return examineStore(await readStore({ ...api, deadlineMs: READ_MS }, access), publicOrigin)
      }),
      limitMs: READ_MS,
    },
  ]
}

function examineAdmin(url: string, answer: Answer | AdminRefusal): Finding {
  if (answer.kind === 'refused')
    return failure(
      `Shopify gives no token for ADMIN_API_CLIENT_ID and ADMIN_API_CLIENT_SECRET (${answer.reason})`,
      'Copy both anew from the app in the developer dashboard, and see that the app is installed in this store',
    )
  const { host } = new URL(url)
  if (answer.kind === 'none')
    return silent(
      answer,
      host,
      'Compare ADMIN_API_URL: https://your-store.myshopify.com/admin/api/2025-07/graphql.json',
    )
  if (isRefused(answer))
    return failure(
      'Shopify does not accept ADMIN_API_TOKEN',
      'Copy it anew from the app, or set ADMIN_API_CLIENT_ID and ADMIN_API_CLIENT_SECRET in its place, with which the shop gets its own',
    )
  if (!isAccepted(answer)) return notShopify('ADMIN_API_URL', host, answer.status)
  return fine(`${host} accepts the Admin API’s token`)
}

/** Both addresses must be of one store; only Shopify's own hosts tell. */
function examineStores(storefront: string | null, admin: string): Finding[] {
  const stores = [storefront ?? admin, admin].map((url) => new URL(url).host)
  const [first = '', second = ''] = stores
  const areNamed = stores.every((host) => host.endsWith('.myshopify.com'))
  if (!areNamed || first === second) return []
  return [
    failure(
      `The Storefront API is of ${first}, the Admin API of ${second}`,
      'Set both addresses to the same store',
    ),
  ]
}

function examineScopes(granted: readonly string[]): Finding[] {
  const found = scopeFindings(missingScopes(granted, ADMIN_SCOPES), 'The Admin API’s token')
  const known = new Set<string>([...ADMIN_SCOPES, ...SETUP_SCOPES, ...STOREFRONT_SCOPES])
  // Shopify grants the right to read with the one to write, and may list it.
  const isKnown = (scope: string) => known.has(scope) || known.has(scope.replace(/^read_/, 'write_'))
  const excess = granted.filter((scope) => !isKnown(scope) && !scope.startsWith('unauthenticated_'))
  if (excess.length === 0) return found
  return [
    ...found,
    warning(
      `The Admin API’s token may do more than the shop needs: ${listNames(excess)}`,
      'Take these from the app’s scopes in Shopify and install it again: whoever stole the token could use them',
    ),
  ]
}

/** What is missing in the store, or different from what the shop requires. */
function examineStore(store: StoreState, origin: string | null): Finding[] {
  const findings = compareStore(store, { origin })
  if (findings.length === 0)
    return [fine('The store has every product, price, delivery and webhook that the shop requires')]
  return findings.map(({ weight, message, mend }) =>
    weight === 'stops' ? failure(message, mend) : warning(message, mend),
  )
}
