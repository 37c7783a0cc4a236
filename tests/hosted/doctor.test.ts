import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { parseConfig } from '#app/services/config/env.server.ts'
import { runChecks } from '#app/services/doctor/checks.server.ts'
import { createDoctor, type DoctorOptions, examineEnvironment } from '#app/services/doctor/doctor.server.ts'
import { requiredTables } from '#app/services/doctor/supabase.server.ts'
import { startMailServer } from '../support/mail-server.ts'
import { hasRedis, startRedis } from '../support/redis-server.ts'
import { createShopify, type Shopify } from '../support/shopify.ts'
import { silentLog } from '../support/silent-log.ts'
import { COMPLETE, complaintsOf, type Environment, environmentOf, goodDns } from './examined.ts'
import { runSetUp } from './set-up.ts'
import { OWNER, type Supabase, startSupabase } from './supabase-double.ts'

/** The check-up of a shop that has everything, and with one fault at a time: it names that fault, and only that. */

const ORIGIN = 'https://shop.keyhole.house'
const NOBODY = 'http://127.0.0.1:65535'
let shopify: Shopify
let supabase: Supabase
let mail: Awaited<ReturnType<typeof startMailServer>>
let environment: Record<string, string>
/** What Shopify holds once it is set up, which tests change. */
let settings = ''
let switches = ''
beforeAll(async () => {
  shopify = createShopify()
  ;[supabase, mail] = await Promise.all([
    startSupabase(),
    startMailServer('owl:post-office'),
    shopify.listen(),
  ])
  environment = environmentOf(shopify, supabase, mail, ORIGIN)
  expect((await runSetUp(['--yes'], environment)).status).toBe(0)
  settings = JSON.stringify(shopify.settings)
  switches = JSON.stringify(shopify.switches)
  supabase.deploy(environment)
})
afterEach(() => {
  // In place: the stand-in holds its lists and tables.
  for (const [name, saved] of Object.entries<unknown>(JSON.parse(settings))) {
    const current: unknown = Reflect.get(shopify.settings, name)
    if (Array.isArray(current) && Array.isArray(saved)) current.splice(0, Number.POSITIVE_INFINITY, ...saved)
    else if (typeof current === 'object' && current !== null) Object.assign(current, saved)
    else Reflect.set(shopify.settings, name, saved)
  }
  Object.assign(shopify.switches, JSON.parse(switches))
  shopify.store.faults.clear()
  supabase.deploy(environment)
})
afterAll(() => Promise.all([shopify.close(), supabase.close(), mail.stop()]))

/** The shop itself, as it answers a signed webhook. */
const answered = (status: number, headers: object = {}) =>
  new Response(null, { status, headers: { ...headers } })
const withShop =
  (shop: typeof fetch): typeof fetch =>
  (input, init) =>
    String(input).startsWith(ORIGIN) ? shop(input, init) : fetch(input, init)

const examined = (changes: Environment = {}, options: Partial<DoctorOptions> = {}) =>
  examineEnvironment(
    { ...environment, ...changes },
    {
      lookUp: goodDns,
      missingFacts: async () => [],
      fetch: withShop(async () => answered(200)),
      ...options,
    },
  )

test('a complete shop has nothing to be mended or looked at, and no finding has a secret in it', async () => {
  const findings = await examined()
  expect(complaintsOf(findings)).toEqual([])
  const text = JSON.stringify([
    findings,
    await examined({ ADMIN_API_CLIENT_SECRET: 'x', WEBHOOK_SECRET: 'x' }),
  ])
  const { clientSecret, publicToken, privateToken } = shopify.tokens
  const secrets = [
    ...Object.values(supabase.keys),
    clientSecret,
    publicToken,
    privateToken,
    OWNER.email,
    'owl',
    'hello@',
  ]
  for (const secret of [...secrets, 'shpca_', COMPLETE.SESSION_SECRET]) expect(text).not.toContain(secret)
  expect(mail.received).toEqual([])
})

/** A fault, which may change the environment, and the one line about it. */
type Fault = readonly [change: () => unknown, line: RegExp]

const set = (changes: Partial<Shopify['switches']>) => () => void Object.assign(shopify.switches, changes)
const env = (changes: Environment) => () => changes
const html = (match: RegExp) => () => void shopify.store.faults.inject({ kind: 'html', status: 200, match })
const without = (api: 'admin' | 'storefront', scope: string) => () => {
  const scopes = shopify.switches.scopes[api].filter((one) => one !== scope)
  Object.assign(shopify.switches.scopes, { [api]: scopes })
}
const market = () =>
  shopify.settings.markets.find(({ countries }) => countries.includes('GB')) ?? expect.fail()
const changeMarket = (more: object) => () => void Object.assign(market(), more)
const project = (more: object) => () => void Object.assign(supabase.state, more)
const secrets = (more: object) => () => void Object.assign(supabase.state.secrets, more)
const table =
  (name: string, status: number, body: unknown = {}) =>
  () =>
    void supabase.faults.inject({ match: new RegExp(`GET /rest/v1/${name}`), kind: 'status', status, body })

/** A product that only looks like a volume, and a wand that the shop has no words for. */
function addStrangers(): void {
  const wand = shopify.catalogue.byHandle('magic-wand') ?? expect.fail()
  const [oak] = wand.variants
  if (oak === undefined) expect.fail()
  const id = `${wand.id}99`
  const variants = [{ ...oak, id: `${oak.id}98` }]
  shopify.catalogue.save({
    ...wand,
    id,
    handle: 'vol-iii',
    title: 'Vol. III: Late Magic',
    tags: ['us'],
    variants,
  })
  shopify.settings.published[id] = shopify.settings.channels.map((channel) => channel.id)
  shopify.catalogue.save({
    ...wand,
    variants: [...wand.variants, { ...oak, id: `${oak.id}99`, title: 'Goblin & Ash' }],
  })
  onTestFinished(() => {
    shopify.catalogue.remove(id)
    shopify.catalogue.save(wand)
  })
}

const SHOPIFY: readonly Fault[] = [
  [
    env({ STOREFRONT_API_PRIVATE_TOKEN: 'x' }),
    /^mend Shopify, Storefront key: .*accept STOREFRONT_API_PRIVATE_T/,
  ],
  [
    () => ({ STOREFRONT_API_PRIVATE_TOKEN: '', STOREFRONT_API_TOKEN: shopify.tokens.privateToken }),
    /does not accept STOREFRONT_API_TOKEN/,
  ],
  [
    () => ({ STOREFRONT_API_URL: `${supabase.url}/api/2025-07/graphql.json` }),
    /^mend Shopify, Storefront key: .* is no Storefront API \(404\) → Compare STOREFRONT_API_URL/,
  ],
  [html(/DoctorShop/), /is no Storefront API \(200\) → Compare STOREFRONT_API_URL/],
  [html(/ReadAccess/), /App key: .*the answer is no GraphQL → Run this again/],
  [
    env({ ADMIN_API_CLIENT_SECRET: 'x', WEBHOOK_SECRET: 'x' }),
    /^mend Shopify, App key: .*invalid_client → The token/,
  ],
  [set({ refusesApp: 'app_not_installed' }), /App key: .*app_not_installed → .*one organisation/],
  [set({ refusesApp: 'shop_not_permitted' }), /App key: .*shop_not_permitted → .*one organisation/],
  [
    without('storefront', 'unauthenticated_read_product_listings'),
    /lacks the permission unauthenticated_read_prod/,
  ],
  [
    without('storefront', 'unauthenticated_write_checkouts'),
    /lacks the permission unauthenticated_write_checkouts/,
  ],
  [without('admin', 'write_discounts'), /App permissions: The app lacks the permission write_discounts → /],
  [
    set({ oldestVersion: '2026-01' }),
    /^look Shopify, API version: .* 2026-01, as 2025-07 has left support → Nothing/,
  ],
  [
    addStrangers,
    /^look Shopify, Titles: .*for “Vol. III: Late Magic” and “Goblin & Ash”, .* → In Shopify, correct/,
  ],
  [set({ hasPassword: true }), /^mend Shopify, Checkout: The store asks for a password .* → .*Preferences/],
  [set({ primaryDomain: ORIGIN }), /^mend Shopify, Primary domain: .*the shop’s own.* → .*Settings, Domains/],
  [set({ primaryDomain: NOBODY }), /Checkout: Nothing answers at 127.0.0.1:65535 → .*Settings, Domains/],
  [
    changeMarket({ status: 'DRAFT' }),
    /Missing: A market for United Kingdom and EU in GBP, .* → Run npm run setup/,
  ],
  [
    () => void market().countries.splice(market().countries.indexOf('MT'), 1),
    /Missing: A market for United Kingdom and EU/,
  ],
  [changeMarket({ localCurrencies: true }), /Your market .* in EUR; .* → .* set its currency to GBP/],
  [
    () => void Object.assign(shopify.settings, { subscriptions: [] }),
    /Missing: The webhooks of orders .* → Run npm/,
  ],
  [
    () => void Object.keys(shopify.settings.stock).map((id) => delete shopify.settings.stock[id]),
    /The stock of “Vol. I: The Phoenix Edition” is not tracked/,
  ],
  [
    () => void shopify.settings.profiles.splice(1, 1),
    /Missing: The delivery profile “Wizard Box gifts and upgrades”/,
  ],
]

const SUPABASE: readonly Fault[] = [
  [
    env({ SUPABASE_URL: NOBODY }),
    /^mend Supabase, Publishable key: Nothing answers at .* → Compare SUPABASE_URL/,
  ],
  [env({ SUPABASE_PUBLISHABLE_KEY: 'sb_publishable_x' }), /accept SUPABASE_PUBLISHABLE_KEY → .*API Keys/],
  [env({ SUPABASE_SECRET_KEY: 'sb_secret_x' }), /^mend Supabase, Secret key: .*accept SUPABASE_SECRET_KEY/],
  [
    () => ({ SUPABASE_SECRET_KEY: supabase.keys.legacyServiceRole }),
    /^look Supabase, Secret key: .*legacy kind/,
  ],
  [
    () => ({ SUPABASE_SECRET_KEY: supabase.keys.legacyAnon }),
    /^mend Settings, SUPABASE_SECRET_KEY: .*the public key/,
  ],
  [
    () => ({ SUPABASE_URL: new URL(shopify.adminUrl()).origin }),
    /is no Supabase project \(404\) → Set SUPABASE_URL/,
  ],
  [project({ isPaused: true }), /The project is paused → Restore it/],
  [table('waitlist', 404), /^mend Supabase, Tables: .*the tables waitlist → Run npx supabase db push/],
  [table('', 406, { code: 'PGRST106' }), /^mend Supabase, Tables: The project’s Data API is off.* → /],
  [table('', 503), /^mend Supabase, Tables: Supabase answered 503/],
  [table('waitlist', 200, []), /^mend Supabase, Closed to the public: Anybody can read waitlist/],
  [
    () => void supabase.state.functions.delete('email-signup'),
    /Functions: Not deployed, .*: email-signup → Run npx/,
  ],
  [project({ verifiesJwt: true }), /Functions: .*turned away by “Verify JWT”/],
  [secrets({ MAIL_TO: '' }), /The functions lack the secrets MAIL_TO → Run npx supabase secrets set/],
  [secrets({ PUBLIC_ORIGIN: 'https://old.test' }), /write links to https:\/\/old.test into mails/],
  [project({ allowsSignUp: true }), /Sign-up: Anybody can make an account/],
  [project({ allowsPasswords: false }), /Nobody can sign in with a password/],
]

const OTHERS: readonly Fault[] = [
  [env({ SESSION_SECRET: 'sixteen letters.' }), /^mend Settings, Session secret: .*guessed/],
  [env({ SESSION_SECRET: `${COMPLETE.SESSION_SECRET}, old` }), /^look Settings, Session secret: An older/],
  [
    () => ({ SMTP_URL: mail.url.replace('post-office', 'post') }),
    /^mend Mail, Sign-in: .*refuses the user or/,
  ],
  [
    env({ SMTP_URL: 'smtp://owl:post@127.0.0.1:65535' }),
    /Sign-in: .*does not answer, or .* → Compare SMTP_URL/,
  ],
  [() => ({ SMTP_URL: mail.url.replace('smtp:', 'smtps:') }), /Sign-in: .*no secure connection → .*smtps/],
  [env({ MAIL_FROM: 'hello@wizardbox.example' }), /Addresses: Only an example: MAIL_FROM/],
  [env({ REDIS_URL: 'redis://127.0.0.1:65535' }), /^mend Redis, Connection: 127.0.0.1:65535 does not answer/],
  [env({ WEBHOOK_SECRET: 'x' }), /Front door, Address: WEBHOOK_SECRET is not the secret of the app/],
  [env({ TRUST_PROXY: '0' }), /^mend Front door, Address: TRUST_PROXY is too low: .* → .*docs\/hosts.md/],
]

describe.each([
  ['Shopify', SHOPIFY],
  ['Supabase', SUPABASE],
  ['others', OTHERS],
])('with one fault of %s, that fault and only that is told', (_, faults) => {
  test.each(faults.map(([change, line]) => [line.source, change, line] as const))(
    '%s',
    async (_name, change, line) => {
      expect(complaintsOf(await examined(change() as Environment))).toEqual([expect.stringMatching(line)])
    },
  )
})

test.each<[string, typeof fetch, RegExp]>([
  ['another site', async () => answered(404), /is not this shop, or .* \(404\) → Point the domain/],
  ['another shop', async () => answered(401), /refuses what is signed with WEBHOOK_SECRET → Start the shop/],
  [
    'a redirect',
    async () => answered(301, { Location: 'https://www.x.test/' }),
    /leads on to https:\/\/www.x.test → Set/,
  ],
  [
    'a shop that believes visitors about their address',
    async (_, init) =>
      answered(200, { 'X-Visitor-Address': new Headers(init?.headers).get('X-Forwarded-For') }),
    /TRUST_PROXY is too high: visitors can choose/,
  ],
  [
    'no certificate',
    () => Promise.reject(Object.assign(new Error(), { code: 'CERT_HAS_EXPIRED' })),
    /certificate of .* not valid/,
  ],
  [
    'no such host',
    () => Promise.reject(new TypeError('x', { cause: Object.assign(new Error(), { code: 'ENOTFOUND' }) })),
    /There is no shop/,
  ],
])('at the shop’s address, %s is told', async (_, shop, line) => {
  expect(complaintsOf(await examined({}, { fetch: withShop(shop) }))).toEqual([expect.stringMatching(line)])
})

test('an address without https is told', async () => {
  // The functions and webhooks that are right at another address are wrong at this one.
  const told = complaintsOf(await examined({ PUBLIC_ORIGIN: 'http://shop.keyhole.house' }))
  expect(told).toContainEqual(expect.stringMatching(/^mend Front door, Address: PUBLIC_ORIGIN is http/))
})

test('mail that nobody believes is told, and without name servers nobody is accused', async () => {
  expect(complaintsOf(await examined({}, { lookUp: async () => null }))).toEqual([
    expect.stringMatching(/^look Mail, SPF, DKIM and DMARC: .*no record of SPF, DKIM and DMARC/),
  ])
  expect(complaintsOf(await examined({}, { lookUp: async () => undefined }))).toEqual([])
})

test('a project that gives fewer rows than the shop asks for is told', async () => {
  const answer: typeof fetch = async (input, init) =>
    String(input).includes('limit=1000')
      ? Response.json([{}], { headers: { 'Content-Range': '0-0/7' } })
      : withShop(async () => answered(200))(input, init)
  expect(complaintsOf(await examined({}, { fetch: answer }))).toEqual([
    expect.stringMatching(/Row limit: The project gives 1 rows at a time, .* → .*“Max rows” to 1000/),
  ])
})

test.skipIf(!hasRedis)('Redis is written to and read, with its password', async () => {
  const { server, port } = await startRedis('--requirepass', 'alohomora')
  onTestFinished(() => void server.kill())
  const at = (password: string) => examined({ REDIS_URL: `redis://:${password}@127.0.0.1:${port}` })
  expect(complaintsOf(await at('alohomora'))).toEqual([])
  expect(complaintsOf(await at('wrong'))).toEqual([
    expect.stringMatching(/^mend Redis, .* refuses the password/),
  ])
})

test('what is no complete configuration is told at once, and embedded services are not for selling', async () => {
  const told = complaintsOf(await examined({ SUPABASE_SECRET_KEY: '', TRUST_PROXY: 'yes' }))
  expect(told.map((line) => line.split(':')[0])).toEqual([
    'mend Settings, TRUST_PROXY',
    'mend Settings, SUPABASE_SECRET_KEY',
  ])
  const blank = Object.keys(environment).filter((name) =>
    /^(STOREFRONT|ADMIN|SUPABASE|SMTP|PUBLIC)/.test(name),
  )
  const embedded = await examined(Object.fromEntries(blank.map((name) => [name, ''])))
  expect(complaintsOf(embedded).map((line) => line.split(': ')[1]?.slice(0, 14))).toEqual([
    'It is embedded',
    'It is embedded',
    'It is embedded',
    'The shop does ',
  ])
  expect(complaintsOf(await examined({}, { missingFacts: async () => ['Name', 'Email'] }))).toEqual([
    expect.stringMatching(/^mend Company, Facts: Missing: Name; Email → .*\/admin\/company/),
  ])
})

test('no owner: no account with the role, or one that has not confirmed its email', async () => {
  onTestFinished(() =>
    supabase.sql(`UPDATE ${users} SET raw_app_meta_data = '{"role": "owner"}', email_confirmed_at = 1`),
  )
  const users = '"auth.users"'
  supabase.sql(`UPDATE ${users} SET email_confirmed_at = NULL`)
  expect(complaintsOf(await examined())).toEqual([expect.stringMatching(/has not confirmed its email/)])
  supabase.sql(`UPDATE ${users} SET raw_app_meta_data = '{}'`)
  expect(complaintsOf(await examined())).toEqual([
    expect.stringMatching(/No account has the owner’s role → /),
  ])
})

test('a check that hangs or fails is to be mended, and holds up no other', async () => {
  const check = (run: () => Promise<never>) => ({ service: 'Mail', what: 'x', run })
  const hanging = check(() => new Promise(() => {}))
  const failing = check(() => Promise.reject(new RangeError('the password is alohomora')))
  const found = (await runChecks([hanging, failing], 1)).map((finding) => finding.found)
  expect(found).toEqual(['It does not answer in time', 'The check itself ended with RangeError'])
})

test('in the background, it is run at the start and hourly, and tells what broke since when', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'Date'] })
  onTestFinished(() => void vi.useRealTimers())
  let isUp = false
  const doctor = createDoctor({
    config: parseConfig({ ...environment, STOREFRONT_API_URL: `${NOBODY}/api/2025-07/graphql.json` }),
    fetch: async () => Response.json({}, { status: isUp ? 200 : 500 }),
    now: Date.now,
    missingFacts: async () => [],
    lookUp: goodDns,
  })
  doctor.watch(silentLog)
  expect(doctor.broken()).toEqual([])
  await vi.advanceTimersByTimeAsync(20_000)
  await vi.waitFor(() => expect(doctor.broken()).not.toEqual([]))
  const isAtDoor = ({ service }: { readonly service: string }) => service === 'Front door'
  const [door] = doctor.broken().filter(isAtDoor)
  expect(door).toMatchObject({ since: expect.any(Number), found: expect.stringContaining('500') })
  isUp = true
  await vi.advanceTimersByTimeAsync(300_000)
  await vi.waitFor(() => expect(doctor.broken().filter(isAtDoor)).toEqual([]))
})

test('tables are those that the migrations leave', () => {
  const sql = `create table public.a (id int); -- create table c (x)
    create table b (id int); alter table public.a add column x int, add column y int; alter table a drop column y;
    drop table if exists b;`
  expect([...requiredTables(sql)]).toEqual([['a', ['', 'x']]])
  expect(requiredTables().size).toBeGreaterThan(5)
})
