import { afterAll, afterEach, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { ADMIN_SCOPES, STOREFRONT_SCOPES } from '#app/models/store-requirements.ts'
import { parseConfig } from '#app/services/config/env.server.ts'
import { type Checks, runChecks } from '#app/services/doctor/checks.server.ts'
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

/** Finds in one line, in any order, the parts of a text that are joined by `…`. */
const lineWith = (text: string) => [
  expect.toSatisfy((line: string) => text.split('…').every((part) => line.includes(part)), text),
]

const set = (changes: Partial<Shopify['switches']>) => () => void Object.assign(shopify.switches, changes)
const env = (changes: Environment) => () => changes
const html = (match: RegExp) => () => void shopify.store.faults.inject({ kind: 'html', status: 200, match })
const without = (api: 'admin' | 'storefront', scope: string) => () => {
  const scopes = shopify.switches.scopes[api].filter(
    (one) => one !== scope && one !== scope.replace('read_', 'write_'),
  )
  Object.assign(shopify.switches.scopes, { [api]: scopes })
}
const market = () =>
  shopify.settings.markets.find(({ countries }) => countries.includes('GB')) ?? expect.fail()
const changeMarket = (more: object) => () => void Object.assign(market(), more)
const project = (more: object) => () => void Object.assign(supabase.state, more)
const secrets = (more: object) => () => void Object.assign(supabase.state.secrets, more)
const owner = (sql: string) => () => {
  supabase.sql(`UPDATE "auth.users" SET ${sql}`)
  onTestFinished(() => supabase.sql(`UPDATE "auth.users" SET ${IS_OWNER}`))
}
const IS_OWNER = `raw_app_meta_data = '{"role": "owner"}', email_confirmed_at = 1`
const table = (name: string, status: number, body: unknown = {}) => {
  const match = new RegExp(`GET /rest/v1/${name}`)
  return () => void supabase.faults.inject({ match, kind: 'status', status, body })
}

/** A product that only looks like a volume, and a wand that the shop has no words for. */
function addStrangers(): void {
  const wand = shopify.catalogue.byHandle('magic-wand') ?? expect.fail()
  const [oak = expect.fail()] = wand.variants
  const volume = {
    ...wand,
    id: `${wand.id}99`,
    handle: 'vol-iii',
    title: 'Vol. III: Late Magic',
    tags: ['us'],
  }
  shopify.catalogue.save({ ...volume, variants: [{ ...oak, id: `${oak.id}98` }] })
  shopify.settings.published[volume.id] = shopify.settings.channels.map((channel) => channel.id)
  const ash = { ...oak, id: `${oak.id}99`, title: 'Goblin & Ash' }
  shopify.catalogue.save({ ...wand, variants: [...wand.variants, ash] })
  onTestFinished(() => {
    shopify.catalogue.remove(volume.id)
    shopify.catalogue.save(wand)
  })
}

/** Each fault, which may change the environment, by what its one line has. */
const FAULTS: Readonly<Record<string, () => unknown>> = {
  'mend Shopify, Storefront key: …accept STOREFRONT_API_PRIVATE_TOKEN': env({
    STOREFRONT_API_PRIVATE_TOKEN: 'x',
  }),
  'mend Shopify, Storefront key: …accept STOREFRONT_API_TOKEN': () => ({
    STOREFRONT_API_PRIVATE_TOKEN: '',
    STOREFRONT_API_TOKEN: shopify.tokens.privateToken,
  }),
  'mend Shopify, Storefront key: …no Storefront API (404) → Compare STOREFRONT_API_URL': () => ({
    STOREFRONT_API_URL: `${supabase.url}/api/2025-07/graphql.json`,
  }),
  'no Storefront API (200) → Compare STOREFRONT_API_URL': html(/DoctorShop/),
  'App key: …the answer is no GraphQL → Run this again': html(/ReadAccess/),
  'mend Shopify, App key: …invalid_client → The token': env({
    ADMIN_API_CLIENT_SECRET: 'x',
    WEBHOOK_SECRET: 'x',
  }),
  'App key: …app_not_installed → …one organisation': set({ refusesApp: 'app_not_installed' }),
  'App key: …shop_not_permitted → …one organisation': set({ refusesApp: 'shop_not_permitted' }),
  ...Object.fromEntries([
    ...STOREFRONT_SCOPES.map((scope) => [`key lacks the permission …${scope}`, without('storefront', scope)]),
    ...ADMIN_SCOPES.map((scope) => [`The app lacks the permission ${scope} → `, without('admin', scope)]),
  ]),
  'look Shopify, API version: …2026-01, as 2025-07 has left support → Nothing': set({
    oldestVersion: '2026-01',
  }),
  'look Shopify, Titles: …“Vol. III: Late Magic” and “Goblin & Ash”, … → In Shopify, correct': addStrangers,
  'mend Shopify, Checkout: The store asks for a password…Preferences': set({ hasPassword: true }),
  'mend Shopify, Primary domain: …the shop’s own… → …Settings, Domains': set({ primaryDomain: ORIGIN }),
  'Checkout: Nothing answers at 127.0.0.1:65535 → …Settings, Domains': set({ primaryDomain: NOBODY }),
  'Missing: A market for United Kingdom and EU in GBP, … → Run npm run setup': changeMarket({
    status: 'DRAFT',
  }),
  'Missing: A market for United Kingdom and EU': () => void market().countries.splice(1, 1),
  'Your market …in EUR; … → …set its currency to GBP': changeMarket({ localCurrencies: true }),
  'Missing: The webhooks of orders … → Run npm': () =>
    void Object.assign(shopify.settings, { subscriptions: [] }),
  'The stock of “Vol. I: The Phoenix Edition” is not tracked': () =>
    void Object.keys(shopify.settings.stock).map((id) => delete shopify.settings.stock[id]),
  'Missing: The delivery profile “Wizard Box gifts and upgrades”': () =>
    void shopify.settings.profiles.splice(1, 1),

  'mend Supabase, Publishable key: Nothing answers at … → Compare SUPABASE_URL': env({
    SUPABASE_URL: NOBODY,
  }),
  'accept SUPABASE_PUBLISHABLE_KEY → …API Keys': env({ SUPABASE_PUBLISHABLE_KEY: 'sb_publishable_x' }),
  'mend Supabase, Secret key: …accept SUPABASE_SECRET_KEY': env({ SUPABASE_SECRET_KEY: 'sb_secret_x' }),
  'look Supabase, Secret key: …legacy kind': () => ({ SUPABASE_SECRET_KEY: supabase.keys.legacyServiceRole }),
  'mend Settings, SUPABASE_SECRET_KEY: …the public key': () => ({
    SUPABASE_SECRET_KEY: supabase.keys.legacyAnon,
  }),
  'is no Supabase project (404) → Set SUPABASE_URL': () => ({
    SUPABASE_URL: new URL(shopify.adminUrl()).origin,
  }),
  'The project is paused → Restore it': project({ isPaused: true }),
  'mend Supabase, Tables: …the tables waitlist → Run npx supabase db push': table('waitlist', 404),
  'mend Supabase, Tables: The project’s Data API is off… → ': table('', 406, { code: 'PGRST106' }),
  'mend Supabase, Tables: Supabase answered 503': table('', 503),
  'mend Supabase, Closed to the public: Anybody can read waitlist': table('waitlist', 200, []),
  'Functions: Not deployed, …: email-signup → Run npx': () =>
    void supabase.state.functions.delete('email-signup'),
  'Functions: …turned away by “Verify JWT”': project({ verifiesJwt: true }),
  'The functions lack the secrets MAIL_TO → Run npx supabase secrets set': secrets({ MAIL_TO: '' }),
  'write links to https://old.test into mails': secrets({ PUBLIC_ORIGIN: 'https://old.test' }),
  'Sign-up: Anybody can make an account': project({ allowsSignUp: true }),
  'Nobody can sign in with a password': project({ allowsPasswords: false }),
  'Owner’s account: …has not confirmed its email': owner('email_confirmed_at = NULL'),
  'No account has the owner’s role → ': owner(`raw_app_meta_data = '{}'`),

  'mend Settings, Session secret: …guessed': env({ SESSION_SECRET: 'sixteen letters.' }),
  'look Settings, Session secret: An older': env({ SESSION_SECRET: `${COMPLETE.SESSION_SECRET}, old` }),
  'mend Mail, Sign-in: …refuses the user or': () => ({ SMTP_URL: mail.url.replace('post-office', 'post') }),
  'Sign-in: …does not answer, or … → Compare SMTP_URL': env({ SMTP_URL: 'smtp://owl:post@127.0.0.1:65535' }),
  'Sign-in: …no secure connection → …smtps': () => ({ SMTP_URL: mail.url.replace('smtp:', 'smtps:') }),
  'Addresses: Only an example: MAIL_FROM': env({ MAIL_FROM: 'hello@wizardbox.example' }),
  'mend Redis, Connection: 127.0.0.1:65535 does not answer': env({ REDIS_URL: 'redis://127.0.0.1:65535' }),
  'Front door, Address: WEBHOOK_SECRET is not the secret of the app': env({ WEBHOOK_SECRET: 'x' }),
  'mend Front door, Address: TRUST_PROXY is too low: … → …docs/hosts.md': env({ TRUST_PROXY: '0' }),
}

test.each(Object.entries(FAULTS))('one fault is told, and only that: %s', async (line, change) => {
  expect(complaintsOf(await examined(change() as Environment))).toEqual(lineWith(line))
})

/** What answers at the shop's address, by what its one line has. */
const DOORS: Readonly<Record<string, typeof fetch>> = {
  'is not this shop, or … (404) → Point the domain': async () => answered(404),
  'refuses what is signed with WEBHOOK_SECRET → Start the shop': async () => answered(401),
  'leads on to https://www.x.test → Set': async () => answered(301, { Location: 'https://www.x.test/' }),
  'TRUST_PROXY is too high: visitors can choose': async (_, init) =>
    answered(200, { 'X-Visitor-Address': new Headers(init?.headers).get('X-Forwarded-For') }),
  'certificate of …not valid': () => Promise.reject(Object.assign(new Error(), { code: 'CERT_HAS_EXPIRED' })),
  'There is no shop': () =>
    Promise.reject(new TypeError('x', { cause: Object.assign(new Error(), { code: 'ENOTFOUND' }) })),
}

test.each(Object.entries(DOORS))('at the shop’s address it is told: %s', async (line, shop) => {
  expect(complaintsOf(await examined({}, { fetch: withShop(shop) }))).toEqual(lineWith(line))
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

test('a check that hangs or fails is to be mended', async () => {
  async function* checks(ending: Promise<never>): Checks {
    yield ['First', 'fine']
    yield ['Second', 'fine']
    await ending
  }
  const told = async (ending: Promise<never>) =>
    (await runChecks('Mail', checks(ending), 5)).map(({ what, found }) => [what, found])
  expect(await told(new Promise(() => {}))).toEqual([
    ['First', 'fine'],
    ['Second', 'It does not answer in time'],
  ])
  expect(await told(Promise.reject(new RangeError('the password is alohomora')))).toEqual([
    ['First', 'fine'],
    ['Second', 'The check itself ended with RangeError'],
  ])
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
  expect([...requiredTables(sql)]).toEqual([['a', new Set(['x'])]])
  expect(requiredTables().size).toBeGreaterThan(5)
})
