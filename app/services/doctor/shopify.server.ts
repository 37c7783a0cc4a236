import { z } from 'zod'
import { createAdminTokens } from '../../../supabase/functions/_shared/admin-token.ts'
import { type Finding, failure, fine, listNames, warning } from '../../models/doctor.ts'
import { MARKET_IDS, MARKETS, type Market, shippingCountries } from '../../models/market.ts'
import {
  ADMIN_SCOPES,
  missingScopes,
  SETUP_SCOPES,
  STOREFRONT_SCOPES,
} from '../../models/store-requirements.ts'
import type { Config } from '../config/env.server.ts'
import { readStore, type StoreState } from '../store-setup/read-store.server.ts'
import { compareStore } from '../store-setup/store-comparison.server.ts'
import { type ShopifyApi, versionOfAddress } from '../storefront/shopify-api.server.ts'
import { type Answer, ask, bodyOf, type Check, checkOf, embedded, once, silent } from './checks.server.ts'

type Options = {
  readonly config: Pick<Config, 'storefront' | 'admin' | 'publicOrigin'>
  readonly fetch: typeof fetch
  readonly now: () => number
}

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

/** What each permission of the storefront token is for, as the smallest operation that needs it. */
export const SCOPE_PROBES: Readonly<Record<(typeof STOREFRONT_SCOPES)[number], string>> = {
  unauthenticated_read_product_listings: 'query DoctorProducts { products(first: 1) { nodes { id } } }',
  unauthenticated_read_product_tags: 'query DoctorTags { products(first: 1) { nodes { tags } } }',
  unauthenticated_read_checkouts: 'query DoctorCart { cart(id: "gid://shopify/Cart/doctor") { id } }',
  unauthenticated_write_checkouts:
    'mutation DoctorNewCart { cartCreate(input: {}) { cart { id } userErrors { code } } }',
}

export const SHOP_QUERY = 'query DoctorShop { shop { name } }'
export const MARKETS_QUERY =
  'query DoctorMarkets { localization { availableCountries { isoCode currency { isoCode } } } }'
export const INSTALLATION_QUERY = 'query DoctorScopes { currentAppInstallation { accessScopes { handle } } }'

const localization = z.object({
  localization: z.object({
    availableCountries: z.array(
      z.object({ isoCode: z.string(), currency: z.object({ isoCode: z.string() }) }),
    ),
  }),
})
const installation = z.object({
  currentAppInstallation: z.object({ accessScopes: z.array(z.object({ handle: z.string() })) }),
})

const check = checkOf('Shopify')

/** Checks of the Shopify shop: both APIs, what their tokens may do, and the countries it sells to. */
export function shopifyChecks(options: Options): Check[] {
  return [...storefrontChecks(options), ...adminChecks(options)]
}

function storefrontChecks({ config: { storefront }, fetch }: Options): Check[] {
  if (storefront === null) {
    const said = embedded('The store', 'STOREFRONT_API_URL and STOREFRONT_API_TOKEN')
    return [check('Storefront API', async () => said)]
  }
  const { url, token, isPrivate } = storefront
  const headers = {
    [isPrivate ? 'Shopify-Storefront-Private-Token' : 'X-Shopify-Storefront-Access-Token']: token,
  }
  const query = (document: string) => post(fetch, url, headers, document)
  const first = once(() => query(SHOP_QUERY))
  const whenOpen = (work: () => Promise<readonly Finding[]>) => async () =>
    isAccepted(await first()) ? work() : []
  return [
    check('Storefront API', async () => examineStorefront(storefront, await first())),
    check(
      'Storefront version',
      whenOpen(async () => examineVersion('storefront', url, await first())),
    ),
    check(
      'Storefront permissions',
      whenOpen(() => examineProbes(query)),
    ),
    check(
      'Countries and currencies',
      whenOpen(async () => examineMarkets(await query(MARKETS_QUERY))),
    ),
  ]
}

/** Shopify gives no token for the id and secret of the app. */
type AdminRefusal = { readonly kind: 'refused'; readonly reason: string }

function adminChecks({ config: { storefront, admin, publicOrigin }, fetch, now }: Options): Check[] {
  if (admin === null) {
    const said = embedded('The Admin API', 'ADMIN_API_URL and ADMIN_API_TOKEN')
    return [check('Admin API', async () => said)]
  }
  const { url, client } = admin
  const tokens = client === null ? null : createAdminTokens(url, client, fetch, now)
  const first = once(async (): Promise<Answer | AdminRefusal> => {
    try {
      const token = tokens === null ? (admin.token ?? '') : await tokens.current()
      return await post(fetch, url, { 'X-Shopify-Access-Token': token }, INSTALLATION_QUERY)
    } catch (error) {
      // Its message is Shopify's reason, without the secret.
      return { kind: 'refused', reason: error instanceof Error ? error.message : 'unknown' }
    }
  })
  /** For checks that say nothing while the token is not accepted: another line tells that. */
  const whenOpen = (work: (scopes: readonly string[], answer: Answer) => Promise<readonly Finding[]>) => {
    return async () => {
      const answer = await first()
      const told = answer.kind === 'refused' ? null : dataOf(answer, installation)
      if (told === null || answer.kind === 'refused') return []
      return work(
        told.currentAppInstallation.accessScopes.map(({ handle }) => handle),
        answer,
      )
    }
  }
  return [
    check('Admin API', async () => [
      examineAdmin(url, await first()),
      ...examineStores(storefront?.url ?? null, url),
    ]),
    check(
      'Admin version',
      whenOpen(async (_, answer) => examineVersion('admin', url, answer)),
    ),
    check(
      'Admin permissions',
      whenOpen(async (scopes) => examineScopes(scopes)),
    ),
    {
      ...check(
        'Products, prices and delivery',
        whenOpen(async (scopes) => {
          // Without them it cannot be read, and the line above says so.
          if (missingScopes(scopes, ADMIN_SCOPES).length > 0) return []
          const store = await readStore({ url, token: tokens ?? admin.token ?? '', fetch })
          return examineStore(store, publicOrigin)
        }),
      ),
      // Shopify makes who reads a whole store wait now and then.
      limitMs: 60_000,
    },
  ]
}

function post(fetchApi: typeof fetch, url: string, headers: HeadersInit, query: string): Promise<Answer> {
  return ask(fetchApi, url, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify({ query }),
  })
}

/** Whether an answer, of whatever status, has an error with that code. */
function hasCode(answer: Answer, code: string): boolean {
  const parsed = answer.kind === 'answer' ? envelope.safeParse(answer.body).data : undefined
  return parsed?.errors?.some(({ extensions }) => extensions?.code === code) ?? false
}

/** Whether Shopify has answered an operation; it also refuses tokens in an answer with the status 200. */
function isAccepted(answer: Answer): boolean {
  return bodyOf(answer, envelope) !== null && !hasCode(answer, 'UNAUTHORIZED')
}

function isRefused(answer: Answer & { readonly kind: 'answer' }): boolean {
  return [401, 403].includes(answer.status) || hasCode(answer, 'UNAUTHORIZED')
}

/** The data of an accepted operation. */
function dataOf<Schema extends z.ZodType>(answer: Answer, schema: Schema): z.output<Schema> | null {
  return isAccepted(answer) ? (schema.safeParse(bodyOf(answer, envelope)?.data).data ?? null) : null
}

function notShopify(name: string, host: string, status: number): Finding {
  return failure(
    `What answers at ${host} is no Shopify API (${status})`,
    `Set ${name} to the complete address, as .env.example shows it`,
  )
}

function examineStorefront({ url, isPrivate }: NonNullable<Config['storefront']>, answer: Answer): Finding {
  const { host } = new URL(url)
  if (answer.kind === 'none')
    return silent(
      answer,
      host,
      'Compare STOREFRONT_API_URL: https://your-store.myshopify.com/api/2025-07/graphql.json',
    )
  if (answer.status === 402)
    return failure(
      'The store is frozen or not paid for (402)',
      'Choose a plan in Shopify’s admin (Settings, Plan)',
    )
  if (isRefused(answer))
    return failure(
      `Shopify does not accept ${isPrivate ? 'STOREFRONT_API_PRIVATE_TOKEN' : 'STOREFRONT_API_TOKEN'}`,
      'Copy the Storefront API token of the app anew; it may have been deleted, be of the other kind, or one for the Admin API',
    )
  if (!isAccepted(answer)) return notShopify('STOREFRONT_API_URL', host, answer.status)
  return fine(`${host} answers, and accepts the storefront token`)
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

/** Shopify answers in another version, and says so in a header only, once the one in the address has ended. */
function examineVersion(api: ShopifyApi, url: string, answer: Answer): Finding[] {
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
function scopeFindings(missing: readonly string[], token: string): Finding[] {
  if (missing.length === 0) return [fine('The token may do all that the shop needs')]
  return missing.map((scope) =>
    failure(
      `${token} lacks the permission ${scope}`,
      `Add ${scope} to the app’s scopes in Shopify, install the app again, and copy its token`,
    ),
  )
}

async function examineProbes(query: (document: string) => Promise<Answer>): Promise<Finding[]> {
  const probed = await Promise.all(
    Object.entries(SCOPE_PROBES).map(async ([scope, document]) => {
      const answer = await query(document)
      return isAccepted(answer) && hasCode(answer, 'ACCESS_DENIED') ? [scope] : []
    }),
  )
  return scopeFindings(probed.flat(), 'The storefront token')
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

function examineMarkets(answer: Answer): Finding[] {
  const told = dataOf(answer, localization)
  if (told === null)
    return [
      failure(
        'Shopify’s Storefront API gave an answer that the shop cannot read',
        'Run this again in a minute; if it stays, look at shopifystatus.com',
      ),
    ]
  const { availableCountries } = told.localization
  const currencies = new Map(availableCountries.map(({ isoCode, currency }) => [isoCode, currency.isoCode]))
  return MARKET_IDS.flatMap((market) => examineMarket(market, currencies))
}

function examineMarket(market: Market, currencies: ReadonlyMap<string, string>): Finding[] {
  const { currencyCode, name: marketName } = MARKETS[market]
  const countries = shippingCountries(market)
  const missing = countries.filter(({ code }) => !currencies.has(code))
  const wrong = countries.filter(({ code }) => currencies.has(code) && currencies.get(code) !== currencyCode)
  const namesOf = (list: typeof countries) => listNames(list.map(({ name }) => name))
  const findings: Finding[] = []
  if (missing.length > 0)
    findings.push(
      failure(
        `The store has no market with ${namesOf(missing)} (${missing.map(({ code }) => code).join(', ')})`,
        'Add the country to an active market in Shopify (Settings, Markets), or run: npm run setup',
      ),
    )
  const [firstWrong] = wrong
  if (firstWrong !== undefined)
    findings.push(
      failure(
        `Visitors from ${namesOf(wrong)} are shown ${currencies.get(firstWrong.code)} instead of ${currencyCode}`,
        `Set the currency of its market to ${currencyCode} in Shopify (Settings, Markets), or run: npm run setup`,
      ),
    )
  return findings.length > 0 ? findings : [fine(`${marketName} is sold to in ${currencyCode}`)]
}

/** What is missing in the store, or different from what the shop requires. Scopes have a line of their own. */
function examineStore(store: StoreState, origin: string | null): Finding[] {
  const findings = compareStore(store, { origin }).filter(({ id }) => !id.startsWith('scope:'))
  if (findings.length === 0)
    return [fine('The store has every product, price, delivery and webhook that the shop requires')]
  return findings.map(({ weight, message, mend }) =>
    weight === 'stops' ? failure(message, mend) : warning(message, mend),
  )
}
