import { expect, test } from 'vitest'
import { openingLines, parseConfig } from './env.server.ts'
import { ConfigError } from './problems.server.ts'

type Variables = Readonly<Record<string, string>>

function problemsOf(environment: Variables): readonly string[] {
  try {
    parseConfig(environment)
    return []
  } catch (error) {
    if (error instanceof ConfigError) return error.problems
    throw error
  }
}

/** Variables without some of them. */
function without(variables: Variables, ...names: readonly string[]): Variables {
  return Object.fromEntries(Object.entries(variables).filter(([name]) => !names.includes(name)))
}

const STOREFRONT = {
  STOREFRONT_API_URL: 'https://s.example/api/2025-07/graphql.json',
  STOREFRONT_API_TOKEN: 't',
}
const ADMIN = { ADMIN_API_URL: 'https://s.example/admin/api/2025-07/graphql.json', ADMIN_API_TOKEN: 't' }
const SUPABASE = {
  SUPABASE_URL: 'https://b.example',
  SUPABASE_ANON_KEY: 'a',
  SUPABASE_SERVICE_ROLE_KEY: 's',
}
const SMTP = { SMTP_URL: 'smtp://m.example' }
/** What every real service requires. */
const OWN = { SESSION_SECRET: 'a'.repeat(32), PUBLIC_ORIGIN: 'https://shop.example' }
const REAL = { ...STOREFRONT, ...ADMIN, ...SUPABASE, ...SMTP, ...OWN }
/** The embedded services beside one that is real. */
const MIXED = { ...OWN, ALLOW_EMBEDDED: '1' }
const CLIENT = { ADMIN_API_CLIENT_ID: 'id', ADMIN_API_CLIENT_SECRET: 'secret' }
const WITHOUT_TOKEN = without(REAL, 'ADMIN_API_TOKEN')

const DEFAULTS = {
  ...{ port: 3000, host: '127.0.0.1', logLevel: 'info', mode: 'production', dataDir: '.data', trustProxy: 0 },
  ...{ storefront: null, supabase: null, smtpUrl: null, redisUrl: null, allowedHosts: null },
  owner: { email: 'owner@wizardbox.example', password: null },
}
const BLANK = { PORT: '', MAIN_HOST: ' ', LOG_LEVEL: '', NODE_ENV: '', SMTP_URL: '  ', REDIS_URL: '' }
const adminOf = (token: string | object) => ({ admin: { url: ADMIN.ADMIN_API_URL, token } })
const storefrontOf = (token: string, isPrivate: boolean) => ({ storefront: { token, isPrivate } })
const PRIVATE = { STOREFRONT_API_PRIVATE_TOKEN: 'p' }
const HOSTS = { PUBLIC_ORIGIN: 'http://localhost:3000', ALLOWED_HOSTS: 'www.Shop.example, [::1]:3000' }

test.each<[what: string, given: Variables, expected: object]>([
  ['nothing', {}, DEFAULTS],
  ['blank variables, which count as absent', BLANK, DEFAULTS],
  ['an embedded mail server', { ...without(REAL, 'SMTP_URL'), ALLOW_EMBEDDED: '1' }, { host: '127.0.0.1' }],
  ['real services, open to all', REAL, { host: undefined }],
  ['one real store', { ...MIXED, ...STOREFRONT }, { supabase: null, smtpUrl: null }],
  ['secrets, newest first', { SESSION_SECRET: 'new, old' }, { sessionSecrets: ['new', 'old'] }],
  ['an embedded store’s token', { ADMIN_API_TOKEN: 'token' }, { admin: null, embeddedAdminToken: 'token' }],
  ['an Admin client', { ...WITHOUT_TOKEN, ...CLIENT }, adminOf({ id: 'id', secret: 'secret' })],
  ['a private token, which goes before it', { ...REAL, ...PRIVATE }, storefrontOf('p', true)],
  ['a public origin', { PUBLIC_ORIGIN: 'https://Shop.example/' }, { allowedHosts: ['shop.example'] }],
  ['more hosts', HOSTS, { allowedHosts: ['localhost:3000', 'www.shop.example', '[::1]:3000'] }],
])('%s: configuration', (_, given, expected) => {
  expect(parseConfig(given)).toMatchObject(expected)
})

const REASON = 'is a real service, and real and embedded ones are mixed only with ALLOW_EMBEDDED=1'
const NO_SECRET =
  'SESSION_SECRET is missing: real services are configured, so sessions need a secret of your own'
const NO_ORIGIN =
  'PUBLIC_ORIGIN is missing: real services are configured, so the shop has to know its own address'

test.each<[what: string, given: Variables, ...problems: string[]]>([
  [
    'an address without its keys',
    { ...MIXED, SUPABASE_URL: 'https://x.example' },
    'SUPABASE_ANON_KEY is missing: SUPABASE_URL needs it',
    'SUPABASE_SERVICE_ROLE_KEY is missing: SUPABASE_URL needs it',
  ],
  ['a short password', { OWNER_PASSWORD: 'short' }, 'OWNER_PASSWORD must have at least 8 characters'],
  ['no session secret', { ...REAL, SESSION_SECRET: ' , ' }, NO_SECRET],
  ['no public origin', { ...REAL, PUBLIC_ORIGIN: '' }, NO_ORIGIN],
  [
    'problems of several kinds, together',
    { ...MIXED, PORT: 'abc', TRUST_PROXY: '-1', ADMIN_API_CLIENT_ID: 'i' },
    'PORT must be a port number',
    'TRUST_PROXY must be the number of proxies, 10 at most',
    'ADMIN_API_URL is missing: ADMIN_API_CLIENT_ID needs it',
    'ADMIN_API_CLIENT_SECRET is missing: ADMIN_API_CLIENT_ID needs it',
  ],
  [
    'a token and a client',
    { ...REAL, ADMIN_API_CLIENT_ID: 'id' },
    'ADMIN_API_TOKEN and ADMIN_API_CLIENT_ID are set: only one kind of token can be used, remove the other',
  ],
  [
    'a real store alone',
    { ...OWN, ...STOREFRONT },
    ...['ADMIN_API_URL', 'SUPABASE_URL', 'SMTP_URL'].map(
      (name) => `${name} is missing: STOREFRONT_API_URL ${REASON}`,
    ),
  ],
  [
    'addresses of Shopify without path or version',
    { ...REAL, STOREFRONT_API_URL: 'https://s.example', ADMIN_API_URL: 'https://s.example/admin/api' },
    'STOREFRONT_API_URL must be an address with path and version: https://your-store.myshopify.com/api/2025-07/graphql.json',
    'ADMIN_API_URL must be an address with path and version: https://your-store.myshopify.com/admin/api/2025-07/graphql.json',
  ],
])('%s: named in one line each', (_, given, ...problems) => {
  expect(problemsOf(given)).toEqual(problems)
})

/** Values by variable: right ones, and wrong ones. */
const VALUES: Readonly<Record<string, [right: string[], wrong: string[]]>> = {
  PORT: [['0'], ['0x50', '1e3', '80.5', '9_464', '65536']],
  TRUST_PROXY: [['1'], ['true', '11', '1.5']],
  REDIS_URL: [
    ['rediss://user:pass%20word@redis.example:6380/1'],
    ['localhost:6379', 'redis://localhost:99999', 'redis://', 'http://localhost'],
  ],
  MAIN_HOST: [['shop.example', 'localhost:3000', '[::1]:3000'], ['https://shop.example/']],
  MAIL_FROM: [
    ['a@b.example', 'Wizard Böx, Ltd <a@b.example>', 'ü@exämple.de'],
    ['Wizard Box', 'Wizard Box hello@shop.example', 'Wizard Box <hello@shop.example'],
  ],
  MAIL_TO: [[], ['us', 'owl@shop.example, cat@shop.example', 'owl@shop.example; cat@shop.example']],
  SMTP_URL: [
    ['smtps://user%40example.com:secret@mail.example:465', 'smtps://m.example/?pool=true'],
    ['mail', 'smtp://', 'smtp://m:99999', 'smtp://a:1/b@m.example', 'smtp://a:1#b@m.example'],
  ],
  ALLOW_EMBEDDED: [[], ['yes', 'true', '2']],
  GEO_API_URL: [['https://geo.example/{ip}'], ['geo.example', 'http://%zz/{ip}', 'https://geo.example/a b']],
  SUPABASE_URL: [['https://b.example/'], ['https://b.example/rest/v1/', 'https://b.example?a']],
  PUBLIC_ORIGIN: [[], ['shop.example', 'https://shop.example/shop', 'https://shop.example?a']],
  STOREFRONT_API_URL: [
    ['https://s.example/api/2026-10/graphql.json'],
    ['https://s.example/api/latest/graphql.json', 'https://s.example/api/2025-07/graphql.json?x=1'],
  ],
  ALLOWED_HOSTS: [[], ['https://shop.example', 'shop.example, www.shop.example/', ' , ']],
  // Copied badly: an invisible character, curly quotes, a space.
  STOREFRONT_API_TOKEN: [[], ['t\u200b']],
  ADMIN_API_TOKEN: [[], ['“t”']],
  SUPABASE_SERVICE_ROLE_KEY: [[], ['s s']],
  WEBHOOK_SECRET: [[], ['‘hex’']],
}

test.each(Object.entries(VALUES))(
  'a right %s is accepted, and a wrong one reported in one line',
  (name, values) => {
    const [right, wrong] = values
    for (const value of right) expect(problemsOf({ ...REAL, [name]: value }), value).toEqual([])
    const line = [expect.stringMatching(new RegExp(`^${name} must `))]
    for (const value of wrong) expect(problemsOf({ ...REAL, [name]: value }), value).toEqual(line)
  },
)

const OPEN = 'Wizard Box is open at'

test.each<[host: string | undefined, hasEmbedded: boolean, origin: string | null, ...printed: string[]]>([
  ['::1', true, null, `${OPEN} http://localhost:3000, listening on [::1]:3000`],
  // Others can reach what is embedded.
  ['fd00::7', true, null, `${OPEN} http://[fd00::7]:3000, listening on [fd00::7]:3000`, 'OPEN TO OTHERS: '],
  [undefined, false, 'https://shop.example', `${OPEN} https://shop.example, listening on all interfaces`],
])('on %s (embedded services: %s) at %s, the start says where the shop is open', (...row) => {
  const [host, hasEmbedded, publicOrigin, ...printed] = row
  const lines = openingLines({ host, hasEmbedded, publicOrigin }, 3000)
  expect(lines).toEqual(printed.map((line) => expect.stringContaining(line)))
})
