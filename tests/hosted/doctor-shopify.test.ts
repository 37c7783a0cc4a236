import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { ADMIN_SCOPES, SETUP_SCOPES, STOREFRONT_SCOPES } from '#app/models/store-requirements.ts'
import { createShopify, type Shopify } from '../support/shopify.ts'
import { COMPLETE, complaintsOf, type Environment, examined, linesOf } from './examined.ts'
import { setUp } from './set-up.ts'

/** What the doctor says of a Shopify shop: one line for each thing that can be wrong, with its mend. */

let shopify: Shopify
/** The markets of a shop that is set up, which tests change. */
let markets = ''
beforeAll(async () => {
  shopify = createShopify()
  await setUp(shopify, COMPLETE.PUBLIC_ORIGIN)
  markets = JSON.stringify(shopify.settings.markets)
})
afterEach(() => {
  const { settings, switches } = shopify
  Object.assign(switches, { oldestVersion: '2025-07', redirectTo: null })
  settings.markets.splice(0, Number.POSITIVE_INFINITY, ...JSON.parse(markets))
  switches.scopes.admin = [...ADMIN_SCOPES, ...SETUP_SCOPES]
  switches.scopes.storefront = [...STOREFRONT_SCOPES]
})

const accessTo = (shop: Shopify): Environment => ({
  STOREFRONT_API_URL: shop.storefrontUrl(),
  STOREFRONT_API_TOKEN: shop.tokens.publicToken,
  ADMIN_API_URL: shop.adminUrl(),
  ADMIN_API_TOKEN: shop.tokens.adminToken,
})
const access = () => accessTo(shopify)
const withClient = (secret = shopify.tokens.clientSecret): Environment => ({
  ...access(),
  ADMIN_API_TOKEN: '',
  ADMIN_API_CLIENT_ID: shopify.tokens.clientId,
  ADMIN_API_CLIENT_SECRET: secret,
  WEBHOOK_SECRET: secret,
})
const examinedShop = (environment: Environment = {}) =>
  examined({ ...access(), ...environment }, { fetch: shopify.fetch })
const complaints = async (environment: Environment = {}) =>
  complaintsOf(await examinedShop(environment), 'Shopify')

test('a shop that was set up is all right', async () => {
  const { host } = new URL(shopify.storefrontUrl())
  const lines = linesOf(await examinedShop(), 'Shopify')
  expect(lines.filter((line) => !line.includes('Products'))).toEqual([
    `ok Storefront API: ${host} answers, and accepts the storefront token`,
    'ok Storefront version: Shopify answers in version 2025-07, the one that was asked for',
    'ok Storefront permissions: The token may do all that the shop needs',
    'ok Countries and currencies: United States is sold to in USD',
    'ok Countries and currencies: United Kingdom is sold to in GBP',
    `ok Admin API: ${host} accepts the Admin API’s token`,
    'ok Admin version: Shopify answers in version 2025-07, the one that was asked for',
    'ok Admin permissions: The token may do all that the shop needs',
  ])
  expect(lines.filter((line) => line.includes('Products') && line.startsWith('failure'))).toEqual([])
})

test('tokens of both kinds will do', async () => {
  const privately = { STOREFRONT_API_TOKEN: '', STOREFRONT_API_PRIVATE_TOKEN: shopify.tokens.privateToken }
  expect(await complaints(privately)).toEqual(await complaints())
  expect(await complaints(withClient())).toEqual(await complaints())
})

describe('tokens', () => {
  test.each<[string, () => Environment, RegExp]>([
    [
      'the storefront’s is wrong',
      () => ({ STOREFRONT_API_TOKEN: 'x' }),
      /^failure Storefront API: Shopify does not accept STOREFRONT_API_TOKEN → Copy/,
    ],
    [
      'the storefront’s is of the other kind',
      () => ({ STOREFRONT_API_TOKEN: shopify.tokens.privateToken }),
      /does not accept STOREFRONT_API_TOKEN → .*other kind/,
    ],
    [
      'the Admin API’s is wrong',
      () => ({ ADMIN_API_TOKEN: 'x' }),
      /^failure Admin API: Shopify does not accept ADMIN_API_TOKEN → Copy/,
    ],
    [
      'the app’s secret is wrong',
      () => withClient('x'),
      /^failure Admin API: Shopify gives no token .*HTTP 400 invalid_client\) → Copy both/,
    ],
  ])('%s', async (_, environment, line) => {
    const said = await complaints(environment())
    expect(said.filter((text) => text.startsWith('failure'))).toEqual([expect.stringMatching(line)])
  })

  test('one that has expired', async () => {
    const granted = await shopify.fetch(new URL('/admin/oauth/access_token', shopify.adminUrl()), {
      method: 'POST',
      body: new URLSearchParams({
        grant_type: 'client_credentials',
        client_id: shopify.tokens.clientId,
        client_secret: shopify.tokens.clientSecret,
      }),
    })
    const { access_token: token } = (await granted.json()) as { access_token: string }
    expect(await complaints({ ADMIN_API_TOKEN: token })).toEqual(await complaints())
    shopify.tokens.revoke()
    expect((await complaints({ ADMIN_API_TOKEN: token }))[0]).toMatch(
      /does not accept ADMIN_API_TOKEN → .*ADMIN_API_CLIENT_ID/,
    )
  })

  test('one that may do more than the shop needs', async () => {
    shopify.switches.scopes.admin.push('write_customers', 'read_all_orders')
    expect(await complaints()).toContainEqual(
      expect.stringMatching(
        /^warning Admin permissions: .*write_customers and read_all_orders → Take these from/,
      ),
    )
  })

  test('a webhook secret of another app', async () => {
    const findings = await examinedShop({ ...withClient(), WEBHOOK_SECRET: 'of-another-app' })
    expect(complaintsOf(findings, 'Front door')).toContainEqual(
      expect.stringMatching(
        /^failure Notices of Shopify: WEBHOOK_SECRET is not the secret of the app.* → Set WEBHOOK_SECRET/,
      ),
    )
  })
})

describe('scopes', () => {
  test.each(STOREFRONT_SCOPES)('without %s of the storefront', async (scope) => {
    shopify.switches.scopes.storefront = STOREFRONT_SCOPES.filter(
      (other) => other !== scope && !other.includes(`write_${scope.split('read_')[1]}`),
    )
    const said = (await complaints()).filter((line) => line.includes('Storefront permissions'))
    expect(said).toContainEqual(
      expect.stringMatching(
        `^failure Storefront permissions: The storefront token lacks the permission ${scope} → Add ${scope} `,
      ),
    )
  })

  test('without one of the Admin API', async () => {
    shopify.switches.scopes.admin = ADMIN_SCOPES.filter((scope) => scope !== 'write_discounts')
    expect((await complaints()).filter((line) => line.startsWith('failure'))).toEqual([
      expect.stringMatching(
        /^failure Admin permissions: The Admin API’s token lacks the permission write_discounts → Add write_discounts /,
      ),
    ])
  })

  test('without those of set-up, the rest of the shop is compared', async () => {
    shopify.switches.scopes.admin = [...ADMIN_SCOPES]
    const lines = linesOf(await examinedShop(), 'Shopify')
    expect(lines.filter((line) => line.startsWith('failure'))).toEqual([])
    expect(lines).toContainEqual(expect.stringMatching(/^\w+ Products, prices and delivery: /))
  })
})

describe('addresses', () => {
  test('nobody there, another service there, and another store: one line each', async () => {
    const urls = (origin: string) => ({
      STOREFRONT_API_URL: `${origin}/api/2025-07/graphql.json`,
      ADMIN_API_URL: `${origin}/admin/api/2025-07/graphql.json`,
    })
    expect(await complaints(urls('http://127.0.0.1:65535'))).toEqual([
      expect.stringMatching(
        /^failure Storefront API: Nothing answers at 127.0.0.1:65535 → Compare STOREFRONT_API_URL/,
      ),
      expect.stringMatching(/^failure Admin API: Nothing answers at 127.0.0.1:65535 → Compare ADMIN_API_URL/),
    ])
    shopify.switches.redirectTo = 'https://password.test'
    expect(await complaints()).toEqual([
      expect.stringMatching(
        /^failure Storefront API: What answers at .* is no Shopify API \(301\) → Set STOREFRONT_API_URL/,
      ),
      expect.stringMatching(
        /^failure Admin API: What answers at .* is no Shopify API \(301\) → Set ADMIN_API_URL/,
      ),
    ])
    shopify.switches.redirectTo = null
    const findings = await examined(
      {
        ...access(),
        STOREFRONT_API_URL: 'https://one.myshopify.com/api/2025-07/graphql.json',
        ADMIN_API_URL: 'https://two.myshopify.com/admin/api/2025-07/graphql.json',
      },
      {
        fetch: (input, init) =>
          shopify.fetch(
            String(input).replace(/https:\/\/\w+\.myshopify\.com/, new URL(shopify.adminUrl()).origin),
            init,
          ),
      },
    )
    expect(complaintsOf(findings, 'Shopify')).toContainEqual(
      expect.stringMatching(
        /^failure Admin API: The Storefront API is of one.myshopify.com, the Admin API of two.myshopify.com → /,
      ),
    )
  })

  test('a version that is over', async () => {
    shopify.switches.oldestVersion = '2025-10'
    const said = (await complaints()).filter((line) => line.includes('version'))
    expect(said).toEqual([
      expect.stringMatching(
        /^warning Storefront version: Shopify answers in version 2025-10: .* 2025-07, is over → Write 2025-10 in place of 2025-07 in STOREFRONT_API_URL/,
      ),
      expect.stringMatching(/^warning Admin version: .* in ADMIN_API_URL/),
    ])
  })
})

describe('markets', () => {
  const ofCountries = async () =>
    (await complaints()).filter((line) => line.includes('Countries and currencies'))
  const market = () => {
    const found = shopify.settings.markets.find(({ countries }) => countries.includes('GB'))
    if (found === undefined) throw new Error('This shop was not set up')
    return found
  }

  test('one that is missing, or not active', async () => {
    market().status = 'DRAFT'
    expect(await ofCountries()).toEqual([
      expect.stringMatching(/^failure .*no market with United Kingdom, Austria, .* → Add the country/),
    ])
  })

  test('a country that is missing', async () => {
    market().countries = market().countries.filter((country) => country !== 'MT')
    expect(await ofCountries()).toEqual([
      'failure Countries and currencies: The store has no market with Malta (MT) → Add the country to an active market in Shopify (Settings, Markets), or run: npm run setup',
    ])
  })

  test('one with another currency', async () => {
    market().currency = 'USD'
    expect(await ofCountries()).toEqual([
      expect.stringMatching(
        /^failure .*Visitors from United Kingdom, .* are shown USD instead of GBP → Set the currency/,
      ),
    ])
    Object.assign(market(), { currency: 'GBP', localCurrencies: true })
    expect(await ofCountries()).toEqual([
      expect.stringMatching(/^failure .*Visitors from Austria, .* are shown EUR instead of GBP → /),
    ])
  })
})

test('an empty shop: everything that is missing is named', async () => {
  const empty = createShopify()
  const said = complaintsOf(await examined(accessTo(empty), { fetch: empty.fetch }), 'Shopify')
  expect(said.length).toBeGreaterThan(10)
  expect(said.every((line) => line.includes(' → '))).toBe(true)
  expect(said).toContainEqual(
    expect.stringMatching(/^failure Products, prices and delivery: .*orders\/paid.* → .*npm run setup/),
  )
})

test('no finding has a token or a secret in it', async () => {
  shopify.switches.scopes.admin.push('write_customers')
  const text = JSON.stringify([await examinedShop(withClient()), await examinedShop(withClient('another'))])
  const { clientId, clientSecret, adminToken, publicToken, privateToken } = shopify.tokens
  for (const secret of [clientId, clientSecret, adminToken, publicToken, privateToken, 'shpca_'])
    expect(text).not.toContain(secret)
})
