import { afterAll, afterEach, expect, onTestFinished, test } from 'vitest'
import { ADMIN_SCOPES, STOREFRONT_SCOPES } from '#app/models/store-requirements.ts'
import { type DoctorOptions, examineEnvironment } from '#app/services/doctor/doctor.server.ts'
import { startMailServer } from '../support/mail-server.ts'
import { hasRedis, startRedis } from '../support/redis-server.ts'
import { createShopify, type Shopify } from '../support/shopify.ts'
import { complaintsOf, type Environment, environmentOf, runSetUp } from './examined.ts'
import { OWNER, startSupabase } from './supabase-double.ts'

/** The check-up of a shop that has everything, and with one fault at a time: it names that fault, and only that. */

const ORIGIN = 'https://shop.keyhole.house'
const NOBODY = 'http://127.0.0.1:65535'
const shopify = createShopify()
await shopify.listen()
const [supabase, mail] = [await startSupabase(), await startMailServer('owl:post-office')]
const environment = environmentOf(shopify, supabase, mail, ORIGIN)
await runSetUp(['--yes'], environment)
supabase.deploy(environment)
/** What Shopify holds once it is set up, which tests change. */
const [settings, switches] = [shopify.settings, shopify.switches].map((held) => JSON.stringify(held))
afterEach(() => {
  Object.assign(shopify.settings, JSON.parse(settings ?? ''))
  Object.assign(shopify.switches, JSON.parse(switches ?? ''))
  shopify.store.faults.clear()
  supabase.deploy(environment)
})
afterAll(() => Promise.all([shopify.close(), supabase.close(), mail.stop()]))

/** The network, but for what another answers at an address; the shop itself answers a signed webhook. */
function answering(address: string, answer: typeof fetch): typeof fetch {
  return (input, init) => {
    if (String(input).includes(address)) return answer(input, init)
    return String(input).startsWith(ORIGIN) ? Promise.resolve(new Response()) : fetch(input, init)
  }
}
const atShop = (status: number) => answering(ORIGIN, async () => new Response(null, { status }))
const fine: Partial<DoctorOptions> = { missingFacts: async () => [], fetch: atShop(200) }

const examined = (changes: Environment = {}, options: Partial<DoctorOptions> = {}) =>
  examineEnvironment({ ...environment, ...changes }, { ...fine, ...options })

test('a complete shop has nothing to be mended, and no finding has a secret in it', async () => {
  const findings = await examined()
  expect(complaintsOf(findings)).toEqual([])
  const refused = await examined({ ADMIN_API_CLIENT_SECRET: 'x', WEBHOOK_SECRET: 'x' })
  const text = JSON.stringify([findings, refused])
  const { clientSecret, publicToken, privateToken } = shopify.tokens
  const ours = [OWNER.email, 'owl', 'hello@', 'shpca_', environment.SESSION_SECRET]
  for (const secret of [...Object.values(supabase.keys), clientSecret, publicToken, privateToken, ...ours])
    expect(text).not.toContain(secret)
  expect(mail.received).toEqual([])
})

/** Finds in one line, in any order, the parts of a text that are joined by `…`. */
const lineWith = (text: string) => [
  expect.toSatisfy((line: string) => text.split('…').every((part) => line.includes(part)), text),
]

const set = (changes: Partial<Shopify['switches']>) => () => void Object.assign(shopify.switches, changes)
const env = (changes: Environment) => () => changes
const html = (match: RegExp) => () =>
  void shopify.store.faults.inject({ kind: 'status', status: 200, body: '<!doctype html>', match })
const without = (scope: string) => () => {
  const left = shopify.switches.adminScopes.filter(
    (one) => one !== scope && one !== scope.replace('read_', 'write_'),
  )
  shopify.switches.adminScopes = left
}
const market = () =>
  shopify.settings.sellers.find(({ countries }) => countries.includes('GB')) ?? expect.fail()
const changeMarket = (more: object) => () => void Object.assign(market(), more)
const project = (more: object) => () => void Object.assign(supabase.state, more)
const secrets = (more: object) => () => void Object.assign(supabase.state.secrets, more)
const around = (options: Partial<DoctorOptions>) => () => ({ options })
const failing = (error: Error) => around({ fetch: answering(ORIGIN, () => Promise.reject(error)) })
const code = (name: string) => Object.assign(new Error(), { code: name })
const owner = (sql: string) => () => {
  supabase.sql(`UPDATE "auth.users" SET ${sql}`)
  onTestFinished(() => supabase.sql(`UPDATE "auth.users" SET ${IS_OWNER}`))
}
const IS_OWNER = `raw_app_meta_data = '{"role": "owner"}', email_confirmed_at = 1`
const table = (name: string, status: number, body: unknown = {}) => {
  const match = new RegExp(`GET /rest/v1/${name}`)
  return () => void supabase.faults.inject({ match, kind: 'status', status, body })
}

/** Each fault, which may change the environment or what answers around the shop, by what its one line has. */
const FAULTS: Readonly<Record<string, () => unknown>> = {
  'Shopify, Storefront key: …accepts STOREFRONT_API_PRIVATE_TOKEN (401)': env({
    STOREFRONT_API_PRIVATE_TOKEN: 'x',
  }),
  'Shopify, Storefront key: …accepts STOREFRONT_API_TOKEN': env({
    STOREFRONT_API_PRIVATE_TOKEN: '',
    STOREFRONT_API_TOKEN: 'x',
  }),
  'Shopify, Storefront key: …no Storefront API …(404) → Compare STOREFRONT_API_URL': () => ({
    STOREFRONT_API_URL: `${supabase.url}/api/2025-07/graphql.json`,
  }),
  'no Storefront API …(200)': html(/DoctorShop/),
  'App key: …the answer is no GraphQL': html(/ReadAccess/),
  'Shopify, App key: …invalid_client → Compare': env({ ADMIN_API_CLIENT_SECRET: 'x', WEBHOOK_SECRET: 'x' }),
  ...Object.fromEntries([
    ...STOREFRONT_SCOPES.map((scope) => [
      `key lacks the permission …${scope}`,
      set({ lackingScopes: [scope] }),
    ]),
    ...ADMIN_SCOPES.map((scope) => [`The app lacks the permission ${scope} → `, without(scope)]),
  ]),
  'Shopify, Checkout: The store asks for a password…Preferences': set({ hasPassword: true }),
  'Shopify, Primary domain: …the shop’s own… → …Settings, Domains': set({ primaryDomain: ORIGIN }),
  'Checkout: 127.0.0.1:65535 does not answer… → …Settings, Domains': set({ primaryDomain: NOBODY }),
  'Missing: A market for United Kingdom and EU in GBP, … → Run npm run setup': changeMarket({
    status: 'DRAFT',
  }),
  'Missing: A market for United Kingdom and EU': () =>
    void Object.assign(market(), { countries: market().countries.toSpliced(1, 1) }),
  'Your market …in EUR: …set its currency to GBP': changeMarket({ currency: 'EUR' }),
  'Missing: The webhooks of orders …→ Run npm': () =>
    void Object.assign(shopify.settings, { subscriptions: [] }),
  '“Vol. I: The Phoenix Edition” …lacks “Inventory tracked” of “Ashborn - No Wand”': () =>
    void Object.keys(shopify.settings.stock).map((id) => delete shopify.settings.stock[id]),
  'Missing: The delivery profile “Wizard Box gifts and upgrades”': () =>
    void shopify.settings.profiles.splice(1, 1),

  'Supabase, Publishable key …does not answer… → Compare SUPABASE_URL': env({ SUPABASE_URL: NOBODY }),
  'accepts SUPABASE_ANON_KEY (401) → …API Keys': env({
    SUPABASE_ANON_KEY: 'sb_publishable_x',
  }),
  'Supabase, Secret key …accepts SUPABASE_SERVICE_ROLE_KEY': env({
    SUPABASE_SERVICE_ROLE_KEY: 'sb_secret_x',
  }),
  'Supabase, Publishable key …SUPABASE_ANON_KEY holds a secret key → Compare': () => ({
    SUPABASE_ANON_KEY: supabase.keys.secret,
  }),
  'is no Supabase project …(404)': () => ({ SUPABASE_URL: new URL(shopify.adminUrl()).origin }),
  'Supabase, Tables: …waitlist (404) → Run npx supabase db push': table('waitlist', 404),
  'Supabase, Closed to the public: Anybody can read waitlist': table('waitlist', 200, []),
  'Functions: email-signup is not deployed…(404) → …functions deploy': () =>
    void supabase.state.functions.delete('email-signup'),
  'Functions: …(401)': project({ verifiesJwt: true }),
  'the secret MAIL_TO is missing → …npx supabase secrets set': secrets({ MAIL_TO: '' }),
  'mails link to https://old.test': secrets({ PUBLIC_ORIGIN: 'https://old.test' }),
  'Anybody can make an account → …config push': project({ allowsSignUp: true }),
  'Nobody can sign in with a password': project({ hasPasswords: false }),
  'No account with a confirmed email': owner('email_confirmed_at = NULL'),
  'has the owner’s role → ': owner(`raw_app_meta_data = '{}'`),

  'Settings, Session secret: …guessed': env({ SESSION_SECRET: 'sixteen letters.' }),
  'Mail, Sign-in: …(EAUTH) → Copy SMTP_URL': () => ({ SMTP_URL: mail.url.replace('post-office', 'post') }),
  'Sign-in: …(ESOCKET)': env({ SMTP_URL: 'smtp://owl:post@127.0.0.1:65535' }),
  'Addresses: Only an example: MAIL_FROM': env({ MAIL_FROM: 'hello@wizardbox.example' }),
  'Redis, Connection: 127.0.0.1:65535 does not answer': env({ REDIS_URL: 'redis://127.0.0.1:65535' }),
  'Front door, Address: WEBHOOK_SECRET is not the secret of the app': env({ WEBHOOK_SECRET: 'x' }),
  'Front door, Visitors: TRUST_PROXY is too low: … → …docs/hosts.md': env({ TRUST_PROXY: '0' }),
  'Front door, Address: …answers 404 to a signed webhook → …point the domain': around({ fetch: atShop(404) }),
  'Shopify, Checkout: The checkout at …answers 404 → In Shopify, open Settings, Domains': around({
    fetch: answering('/embedded/checkout/', async () => new Response(null, { status: 404 })),
  }),
  'TRUST_PROXY is too high: visitors can choose': around({
    fetch: answering(ORIGIN, async (_, init) => {
      const forged = new Headers(init?.headers).get('X-Forwarded-For') ?? ''
      return new Response(null, { headers: { 'X-Visitor-Address': forged } })
    }),
  }),
  'shop.keyhole.house does not answer (ENOTFOUND) → Start': failing(
    new TypeError('x', { cause: code('ENOTFOUND') }),
  ),
  'Settings, Company: Missing: Name; Email → …/admin/company': around({
    missingFacts: async () => ['Name', 'Email'],
  }),
}

test.each(Object.entries(FAULTS))('one fault is told, and only that: %s', async (line, change) => {
  const { options, ...changes } = { options: {}, ...(change() as object) }
  expect(complaintsOf(await examined(changes, options))).toEqual(lineWith(line))
})

test.skipIf(!hasRedis)('Redis is written to and read, with its password', async () => {
  const { server, port } = await startRedis('--requirepass', 'alohomora')
  onTestFinished(() => void server.kill())
  const at = (password: string) => examined({ REDIS_URL: `redis://:${password}@127.0.0.1:${port}` })
  expect(complaintsOf(await at('alohomora'))).toEqual([])
  expect(complaintsOf(await at('wrong'))).toEqual([expect.stringMatching(/^Redis, .* refuses the password/)])
})

test('what is no complete configuration is told at once, and embedded services are not for selling', async () => {
  const told = complaintsOf(await examined({ SUPABASE_SERVICE_ROLE_KEY: '', TRUST_PROXY: 'yes' }))
  const lines = ['Settings, TRUST_PROXY: …', 'Settings, SUPABASE_SERVICE_ROLE_KEY: …']
  expect(told).toEqual(lines.flatMap(lineWith))
  const real = Object.keys(environment).filter((name) => /^(STOREFRONT|ADMIN|SUPABASE|SMTP)/.test(name))
  const plain = { ...Object.fromEntries(real.map((name) => [name, ''])), PUBLIC_ORIGIN: 'http://shop.test' }
  const parts = [
    'Shopify, …embedded',
    'Supabase, …embedded',
    'Mail, …embedded',
    'Address: PUBLIC_ORIGIN is no https',
  ]
  expect(complaintsOf(await examined(plain))).toEqual(parts.flatMap(lineWith))
})
