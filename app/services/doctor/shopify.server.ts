import { z } from 'zod'
import { createAdminTokens } from '../../../supabase/functions/_shared/admin-token.ts'
import { type Finding, failure, listNames, warning } from '../../models/doctor.ts'
import { MARKET_IDS, MARKETS, type Market, shippingCountries } from '../../models/market.ts'
import {
  ADMIN_SCOPES,
  missingScopes,
  SETUP_SCOPES,
  STOREFRONT_SCOPES,
} from '../../models/store-requirements.ts'
import type { Config } from '../config/env.server.ts'
import type { StoreState } from '../store-setup/read-store.server.ts'
import { readStore } from '../store-setup/read-store.server.ts'
import { compareStore } from '../store-setup/store-comparison.server.ts'
import { type ShopifyApi, versionOfAddress } from '../storefront/shopify-api.server.ts'
import { type Answer, ask, type Check, once } from './checks.server.ts'
import { SHOPIFY_SAYS } from './shopify-words.server.ts'
import { CONFIGURATION_SAYS } from './words.server.ts'

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
type Envelope = z.output<typeof envelope>

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

/** Checks of the Shopify shop: both APIs, what their tokens may do, and the countries it sells to. */
export function shopifyChecks(options: Options): Check[] {
  return [...storefrontChecks(options), ...adminChecks(options)]
}

function storefrontChecks({ config: { storefront }, fetch }: Options): Check[] {
  const check = (what: string, run: Check['run']): Check => ({ service: 'Shopify', what, run })
  if (storefront === null) {
    const said = CONFIGURATION_SAYS.embedded('The store', 'STOREFRONT_API_URL and STOREFRONT_API_TOKEN')
    return [check('Storefront API', async () => [said])]
  }
  const { url, token, isPrivate } = storefront
  const headers = {
    [isPrivate ? 'Shopify-Storefront-Private-Token' : 'X-Shopify-Storefront-Access-Token']: token,
  }
  const query = (document: string) => post(fetch, url, headers, document)
  const first = once(() => query(SHOP_QUERY))
  const whenOpen = (work: () => Promise<readonly Finding[]>) => async () =>
    envelopeOf(await first()) === null ? [] : work()
  return [
    check('Storefront API', async () => [examineStorefront(storefront, await first())]),
    check(
      'Storefront version',
      whenOpen(async () => examineVersion('storefront', url, await first())),
    ),
    check(
      'Storefront permissions',
      whenOpen(async () => {
        const scopes = Object.entries(SCOPE_PROBES)
        const answers = await Promise.all(scopes.map(([, document]) => query(document)))
        const missing = scopes.flatMap(([scope], at) => {
          const answer = answers[at]
          return answer !== undefined && isDenied(envelopeOf(answer)) ? [scope] : []
        })
        if (missing.length === 0) return [SHOPIFY_SAYS.scopesComplete]
        return missing.map((scope) => SHOPIFY_SAYS.scopeMissing(scope, 'The storefront token'))
      }),
    ),
    check(
      'Countries and currencies',
      whenOpen(async () => {
        const parsed = localization.safeParse(envelopeOf(await query(MARKETS_QUERY))?.data)
        if (!parsed.success) return [SHOPIFY_SAYS.unreadable('Storefront API')]
        const { availableCountries } = parsed.data.localization
        const currencies = new Map(
          availableCountries.map(({ isoCode, currency }) => [isoCode, currency.isoCode]),
        )
        return MARKET_IDS.flatMap((market) => examineMarket(market, currencies))
      }),
    ),
  ]
}

/** Shopify gives no token for the id and secret of the app. */
type AdminRefusal = { readonly kind: 'refused'; readonly reason: string }

function adminChecks({ config: { storefront, admin, publicOrigin }, fetch, now }: Options): Check[] {
  const check = (what: string, run: Check['run']): Check => ({ service: 'Shopify', what, run })
  if (admin === null) {
    const said = CONFIGURATION_SAYS.embedded('The Admin API', 'ADMIN_API_URL and ADMIN_API_TOKEN')
    return [check('Admin API', async () => [said])]
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
  const granted = (answer: Answer | AdminRefusal) => {
    if (answer.kind === 'refused') return null
    const parsed = installation.safeParse(envelopeOf(answer)?.data)
    return parsed.success ? parsed.data.currentAppInstallation.accessScopes.map(({ handle }) => handle) : null
  }
  return [
    check('Admin API', async () => [
      examineAdmin(url, await first()),
      ...examineStores(storefront?.url ?? null, url),
    ]),
    check('Admin version', async () => {
      const answer = await first()
      return granted(answer) === null || answer.kind === 'refused' ? [] : examineVersion('admin', url, answer)
    }),
    check('Admin permissions', async () => {
      const scopes = granted(await first())
      return scopes === null ? [] : examineScopes(scopes)
    }),
    {
      ...check('Products, prices and delivery', async () => {
        const scopes = granted(await first())
        // Without them it cannot be read, and the line above says so.
        if (scopes === null || missingScopes(scopes, ADMIN_SCOPES).length > 0) return []
        return examineStore(await readStore({ url, token: tokens ?? admin.token ?? '', fetch }), publicOrigin)
      }),
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

/** The GraphQL answer; null when there was none, or the token was refused. */
function envelopeOf(answer: Answer): Envelope | null {
  if (answer.kind === 'none' || answer.status !== 200) return null
  const parsed = envelope.safeParse(answer.body)
  return parsed.success && !hasCode(parsed.data, 'UNAUTHORIZED') ? parsed.data : null
}

function hasCode({ errors = [] }: Envelope, code: string): boolean {
  return errors.some(({ extensions }) => extensions?.code === code)
}

function isDenied(reply: Envelope | null): boolean {
  return reply !== null && hasCode(reply, 'ACCESS_DENIED')
}

/** Statuses with which Shopify refuses a token; it also does so in an answer with the status 200. */
function isRefused(answer: Answer & { readonly kind: 'answer' }): boolean {
  const parsed = envelope.safeParse(answer.body)
  return (
    answer.status === 401 || answer.status === 403 || (parsed.success && hasCode(parsed.data, 'UNAUTHORIZED'))
  )
}

function examineStorefront({ url, isPrivate }: NonNullable<Config['storefront']>, answer: Answer): Finding {
  const { host } = new URL(url)
  if (answer.kind === 'none') return SHOPIFY_SAYS.silent(host, answer.reason)
  if (answer.status === 402) return SHOPIFY_SAYS.closed
  if (isRefused(answer))
    return SHOPIFY_SAYS.tokenRefused(isPrivate ? 'STOREFRONT_API_PRIVATE_TOKEN' : 'STOREFRONT_API_TOKEN')
  if (envelopeOf(answer) === null) return SHOPIFY_SAYS.notShopify('STOREFRONT_API_URL', host, answer.status)
  return SHOPIFY_SAYS.answers(host)
}

function examineAdmin(url: string, answer: Answer | AdminRefusal): Finding {
  if (answer.kind === 'refused') return SHOPIFY_SAYS.adminClientRefused(answer.reason)
  const { host } = new URL(url)
  if (answer.kind === 'none') return SHOPIFY_SAYS.adminSilent(host, answer.reason)
  if (isRefused(answer)) return SHOPIFY_SAYS.adminTokenRefused
  if (envelopeOf(answer) === null) return SHOPIFY_SAYS.notShopify('ADMIN_API_URL', host, answer.status)
  return SHOPIFY_SAYS.adminAnswers(host)
}

/** Both addresses must be of one store; only Shopify's own hosts tell. */
function examineStores(storefront: string | null, admin: string): Finding[] {
  const stores = [storefront ?? admin, admin].map((url) => new URL(url).host)
  const [first = '', second = ''] = stores
  const areNamed = stores.every((host) => host.endsWith('.myshopify.com'))
  return areNamed && first !== second ? [SHOPIFY_SAYS.otherStore(first, second)] : []
}

/** Shopify answers in another version, and says so in a header only, once the one in the address has ended. */
function examineVersion(api: ShopifyApi, url: string, answer: Answer): Finding[] {
  const asked = versionOfAddress(api, url)
  const answered = answer.kind === 'answer' ? answer.headers.get('X-Shopify-API-Version') : null
  if (asked === null || answered === null || !/^[\w-]{1,20}$/.test(answered)) return []
  const name = api === 'storefront' ? 'STOREFRONT_API_URL' : 'ADMIN_API_URL'
  return [asked === answered ? SHOPIFY_SAYS.version(asked) : SHOPIFY_SAYS.otherVersion(name, asked, answered)]
}

function examineMarket(market: Market, currencies: ReadonlyMap<string, string>): Finding[] {
  const { currencyCode } = MARKETS[market]
  const countries = shippingCountries(market)
  const missing = countries.filter(({ code }) => !currencies.has(code))
  const wrong = countries.filter(({ code }) => currencies.has(code) && currencies.get(code) !== currencyCode)
  const namesOf = (list: typeof countries) => listNames(list.map(({ name }) => name))
  const [firstWrong] = wrong
  const findings = [
    ...(missing.length === 0
      ? []
      : [SHOPIFY_SAYS.marketMissing(namesOf(missing), missing.map(({ code }) => code).join(', '))]),
    ...(firstWrong === undefined
      ? []
      : [SHOPIFY_SAYS.marketCurrency(namesOf(wrong), currencyCode, currencies.get(firstWrong.code) ?? '')]),
  ]
  return findings.length > 0 ? findings : [SHOPIFY_SAYS.market(MARKETS[market].name, currencyCode)]
}

function examineScopes(granted: readonly string[]): Finding[] {
  const missing = missingScopes(granted, ADMIN_SCOPES)
  const known = new Set<string>([...ADMIN_SCOPES, ...SETUP_SCOPES, ...STOREFRONT_SCOPES])
  // Shopify grants the right to read with the one to write, and may list it.
  const excess = granted.filter(
    (scope) =>
      !known.has(scope) && !known.has(scope.replace(/^read_/, 'write_')) && !isStorefrontScope(scope),
  )
  return [
    ...missing.map((scope) => SHOPIFY_SAYS.scopeMissing(scope, 'The Admin API’s token')),
    ...(missing.length === 0 ? [SHOPIFY_SAYS.scopesComplete] : []),
    ...(excess.length > 0 ? [SHOPIFY_SAYS.overPowerful(excess)] : []),
  ]
}

/** What is missing in the store, or different from what the shop requires. Scopes have a line of their own. */
function examineStore(store: StoreState, origin: string | null): Finding[] {
  const findings = compareStore(store, { origin }).filter(({ id }) => !id.startsWith('scope:'))
  if (findings.length === 0) return [SHOPIFY_SAYS.storeComplete]
  return findings.map(({ weight, message, mend }) =>
    weight === 'stops' ? failure(message, mend) : warning(message, mend),
  )
}

const isStorefrontScope = (scope: string) => scope.startsWith('unauthenticated_')
