import { describe, expect, test } from 'vitest'
import { parseConfig } from './env.server.ts'
import { ConfigError } from './problems.server.ts'

function problemsOf(environment: Record<string, string>): readonly string[] {
  try {
    parseConfig(environment)
    return []
  } catch (error) {
    if (error instanceof ConfigError) return error.problems
    throw error
  }
}

const STOREFRONT = {
  STOREFRONT_API_URL: 'https://s.example/api/2025-07/graphql.json',
  STOREFRONT_API_TOKEN: 't',
}
const ADMIN = { ADMIN_API_URL: 'https://s.example/admin/api/2025-07/graphql.json', ADMIN_API_TOKEN: 't' }
const SUPABASE = {
  SUPABASE_URL: 'https://b.example',
  SUPABASE_PUBLISHABLE_KEY: 'a',
  SUPABASE_SECRET_KEY: 's',
}
const SMTP = { SMTP_URL: 'smtp://m.example' }
/** What every real service requires. */
const OWN = {
  SESSION_SECRET: 'a'.repeat(32),
  PUBLIC_ORIGIN: 'https://shop.example',
  ALLOWED_HOSTS: 'shop.example',
}
const REAL = { ...STOREFRONT, ...ADMIN, ...SUPABASE, ...SMTP, ...OWN }

describe('configuration', () => {
  test('an empty environment gives the embedded shop on port 3000', () => {
    const config = parseConfig({})
    expect(config).toMatchObject({
      port: 3000,
      dataDir: '.data',
      storefront: null,
      supabase: null,
      trustProxy: 0,
      shutdownDelayMs: 0,
    })
    expect(config.owner).toEqual({ email: 'owner@wizardbox.example', password: null })
  })

  test('a shop with embedded services is open to this machine alone, unless HOST says otherwise', () => {
    const hostOf = (given: Record<string, string>) => parseConfig(given).host
    expect([hostOf({}), hostOf({ ...REAL, SMTP_URL: '', ALLOW_EMBEDDED: '1' })]).toEqual([
      '127.0.0.1',
      '127.0.0.1',
    ])
    expect(hostOf(REAL)).toBeUndefined()
    for (const HOST of ['192.0.2.7', '::1', '::', 'localhost']) expect(hostOf({ HOST })).toBe(HOST)
  })

  test('an address without its key is an error that names the variable', () => {
    expect(problemsOf({ ...OWN, SUPABASE_URL: 'https://x.example', ALLOW_EMBEDDED: '1' })).toEqual([
      'SUPABASE_PUBLISHABLE_KEY is missing: SUPABASE_URL needs it',
      'SUPABASE_SECRET_KEY is missing: SUPABASE_URL needs it',
    ])
  })

  test('keys of Supabase have their names of today or the former ones', () => {
    const { SUPABASE_PUBLISHABLE_KEY, SUPABASE_SECRET_KEY, ...others } = REAL
    const former = { SUPABASE_ANON_KEY: 'a', SUPABASE_SERVICE_ROLE_KEY: 's' }
    expect(parseConfig({ ...others, ...former }).supabase).toEqual(parseConfig(REAL).supabase)
    expect(problemsOf({ ...REAL, ...former })).toEqual([])
    expect(problemsOf({ ...REAL, SUPABASE_ANON_KEY: 'b' })).toEqual([
      'SUPABASE_ANON_KEY is the former name of SUPABASE_PUBLISHABLE_KEY, and both are set: remove SUPABASE_ANON_KEY',
    ])
  })

  test.each([
    ['sb_publishable_p', 'sb_secret_s', 0],
    ['sb_secret_s', 'sb_secret_s', 1],
    ['sb_publishable_p', 'sb_publishable_p', 1],
    ['sb_secret_s', 'sb_publishable_p', 2],
  ])('keys that were taken for each other are told: %s, %s', (open, secret, count) => {
    const problems = problemsOf({ ...REAL, SUPABASE_PUBLISHABLE_KEY: open, SUPABASE_SECRET_KEY: secret })
    expect(problems).toHaveLength(count)
  })

  test('a password too short for the auth server is an error', () => {
    expect(problemsOf({ OWNER_PASSWORD: 'short' })).toEqual([
      'OWNER_PASSWORD must have at least 8 characters',
    ])
  })

  test('real services without a session secret are refused', () => {
    for (const SESSION_SECRET of ['', ' , '])
      expect(problemsOf({ ...REAL, SESSION_SECRET })).toEqual([
        expect.stringContaining('SESSION_SECRET is missing'),
      ])
    const admin = { ...OWN, ...ADMIN, ALLOW_EMBEDDED: '1', SESSION_SECRET: '' }
    expect(problemsOf(admin)).toEqual([expect.stringContaining('SESSION_SECRET is missing')])
  })

  test('problems of all kinds are reported together', () => {
    const wrong = { PORT: 'abc', TRUST_PROXY: '-1', ADMIN_API_CLIENT_ID: 'i', SMTP_URL: 'mail' }
    const problems = problemsOf({ ...OWN, ALLOW_EMBEDDED: '1', ...wrong })
    expect(problems).toContain('ADMIN_API_URL is missing: ADMIN_API_CLIENT_ID needs it')
    for (const name of ['PORT', 'TRUST_PROXY', 'SMTP_URL'])
      expect(problems.some((problem) => problem.startsWith(name))).toBe(true)
  })

  test('an Admin token alone is the embedded store’s, and makes nothing real', () => {
    expect(problemsOf({ ADMIN_API_TOKEN: 'token' })).toEqual([])
    expect(parseConfig({ ADMIN_API_TOKEN: 'token' })).toMatchObject({
      admin: null,
      embeddedAdminToken: 'token',
    })
    const { ADMIN_API_URL: _, ...withoutUrl } = REAL
    expect(problemsOf(withoutUrl)).toEqual(['ADMIN_API_URL is missing: ADMIN_API_TOKEN needs it'])
  })

  test('a main host, and senders with a name or of any language, are fine', () => {
    for (const MAIN_HOST of ['shop.example', 'localhost:3000', '[::1]:3000'])
      expect(problemsOf({ MAIN_HOST })).toEqual([])
    for (const MAIL_FROM of ['a@b.example', 'Wizard Böx, Ltd <a@b.example>', 'ü@exämple.de'])
      expect(problemsOf({ MAIL_FROM })).toEqual([])
  })

  test.each([
    ['PORT', '0x50', '1e3', '80.5', '65536'],
    ['HOST', 'http://localhost', 'localhost:3000', '127.0.0.1:80', '[::1]', 'fe80::1%eth0'],
    ['TRUST_PROXY', 'true', '11', '1.5'],
    ['METRICS_PORT', '9_464', '70000'],
    ['SHUTDOWN_DELAY_MS', '-1', '5s', '60001'],
    ['REDIS_URL', 'localhost:6379', 'redis://localhost:99999', 'redis://', 'http://localhost'],
    ['MAIN_HOST', 'https://shop.example/'],
    ['MAIL_FROM', 'Wizard Box', 'Wizard Box hello@shop.example', 'Wizard Box <hello@shop.example'],
    ['MAIL_TO', 'us', 'owl@shop.example, cat@shop.example', 'owl@shop.example; cat@shop.example'],
    ['ALLOW_EMBEDDED', 'yes', 'true', '2'],
    ['GEO_API_URL', 'geo.example', 'http://%zz/{ip}', 'https://geo.example/a b'],
    ['PUBLIC_ORIGIN', 'shop.example', 'https://shop.example/shop', 'https://shop.example?a'],
    ['ALLOWED_HOSTS', 'https://shop.example', 'shop.example, www.shop.example/', ' , '],
  ])('an invalid %s is reported in one line', (name, ...values) => {
    for (const value of values) {
      const [problem, ...more] = problemsOf({ [name]: value })
      expect(problem, value).toMatch(new RegExp(`^${name} must `))
      expect(more).toEqual([])
    }
  })

  test.each(['mail', 'smtp://', 'smtp://m:99999', 'smtp://a:1/b@m.example', 'smtp://a:1#b@m.example'])(
    'an invalid SMTP_URL (%s) is reported',
    (url) => {
      expect(problemsOf({ ...REAL, SMTP_URL: url })).toEqual([
        expect.stringMatching(/^SMTP_URL must .*%2F for \//),
      ])
    },
  )

  test('addresses in the usual notation of their services are accepted', () => {
    expect(
      problemsOf({
        ...REAL,
        PORT: '0',
        REDIS_URL: 'rediss://user:pass%20word@redis.example:6380/1',
        SMTP_URL: 'smtps://user%40example.com:secret@mail.example:465',
        GEO_API_URL: 'https://geo.example/{ip}/json/',
        PUBLIC_ORIGIN: 'https://shop.example/',
        ALLOWED_HOSTS: 'shop.example, www.shop.example:8443, [::1]:3000',
      }),
    ).toEqual([])
  })

  test.each([
    ['https://Shop.example/', undefined, ['shop.example']],
    [
      'http://localhost:3000',
      'www.Shop.example, [::1]:3000',
      ['localhost:3000', 'www.shop.example', '[::1]:3000'],
    ],
    [undefined, 'boxes.example', ['boxes.example']],
    [undefined, undefined, null],
  ])('with the public origin %s and others %s, the hosts are %s', (PUBLIC_ORIGIN, ALLOWED_HOSTS, hosts) => {
    expect(parseConfig({ PUBLIC_ORIGIN, ALLOWED_HOSTS }).allowedHosts).toEqual(hosts)
  })

  test('secrets are read newest first', () => {
    expect(parseConfig({ SESSION_SECRET: `${'n'.repeat(20)}, ${'o'.repeat(20)}` }).sessionSecrets).toEqual([
      'n'.repeat(20),
      'o'.repeat(20),
    ])
  })

  test('blank variables count as absent', () => {
    expect(parseConfig({ SMTP_URL: '  ', REDIS_URL: '' })).toMatchObject({ smtpUrl: null, redisUrl: null })
    const config = parseConfig({ PORT: '', METRICS_PORT: ' ', LOG_LEVEL: '', NODE_ENV: '', TRUST_PROXY: '' })
    expect(config).toMatchObject({ port: 3000, metricsPort: null, logLevel: 'info', mode: 'production' })
  })
})

describe('real services', () => {
  test('are all real, or the missing ones are named', () => {
    expect(problemsOf(REAL)).toEqual([])
    const mix = problemsOf({ ...OWN, ...SUPABASE, ...ADMIN, ...SMTP })
    expect(mix).toEqual([
      'STOREFRONT_API_URL is missing: ADMIN_API_URL is a real service, and real and embedded ones are mixed only with ALLOW_EMBEDDED=1',
    ])
    const missing = problemsOf({ ...OWN, ...STOREFRONT }).map((line) => line.split(' ')[0])
    expect(missing).toEqual(['ADMIN_API_URL', 'SUPABASE_URL', 'SMTP_URL'])
  })

  test('are mixed with embedded ones where ALLOW_EMBEDDED says so', () => {
    for (const group of [STOREFRONT, ADMIN, SUPABASE, SMTP])
      expect(problemsOf({ ...OWN, ...group, ALLOW_EMBEDDED: '1' })).toEqual([])
    expect(problemsOf({ ...OWN, ...SMTP, ALLOW_EMBEDDED: '0' })).toHaveLength(3)
  })

  test('do not include geolocation and Redis', () => {
    expect(problemsOf({ GEO_API_URL: 'https://geo.example/{ip}', REDIS_URL: 'redis://r.example' })).toEqual(
      [],
    )
  })

  test('are refused without the shop’s own address', () => {
    const names = (given: Record<string, string>) => problemsOf(given).map((line) => line.split(' ')[0])
    expect(names({ ...REAL, PUBLIC_ORIGIN: '' })).toEqual(['PUBLIC_ORIGIN'])
    expect(names({ ...REAL, ALLOWED_HOSTS: '' })).toEqual([])
    const mix = { ...SMTP, ALLOW_EMBEDDED: '1' }
    expect(names(mix)).toEqual(['PUBLIC_ORIGIN'])
  })
})

test.each([
  ['STOREFRONT_API_TOKEN', 't\u200b'],
  ['ADMIN_API_TOKEN', '“t”'],
  ['SUPABASE_SECRET_KEY', 's s'],
  ['WEBHOOK_SECRET', '‘hex’'],
])('a %s that was copied badly is reported', (name, value) => {
  expect(problemsOf({ ...REAL, [name]: value })).toEqual([
    expect.stringContaining(`${name} must be copied anew`),
  ])
})

test('the address of a Supabase project has no path', () => {
  expect(problemsOf({ ...REAL, SUPABASE_URL: 'https://b.example/' })).toEqual([])
  for (const path of ['rest/v1/', 'dashboard/project/b', '?a'])
    expect(problemsOf({ ...REAL, SUPABASE_URL: `https://b.example/${path}` })).toEqual([
      expect.stringContaining('SUPABASE_URL must be the project’s address alone'),
    ])
})

describe('the addresses of Shopify', () => {
  test('without path or version are reported with the right form', () => {
    const wrong = { STOREFRONT_API_URL: 'https://s.example', ADMIN_API_URL: 'https://s.example/admin/api' }
    expect(problemsOf({ ...REAL, ...wrong })).toEqual([
      'STOREFRONT_API_URL must be an address with path and version: https://s.example/api/2025-07/graphql.json',
      'ADMIN_API_URL must be an address with path and version: https://s.example/admin/api/2025-07/graphql.json',
    ])
  })

  test('may ask for a newer version', () => {
    const newer = { STOREFRONT_API_URL: 'https://s.example/api/2026-10/graphql.json' }
    expect(parseConfig({ ...REAL, ...newer }).storefront?.url).toBe(newer.STOREFRONT_API_URL)
  })
})

describe('the tokens of Shopify', () => {
  const { ADMIN_API_TOKEN: _, ...ADMIN_URL } = ADMIN
  const CLIENT = { ADMIN_API_CLIENT_ID: 'id', ADMIN_API_CLIENT_SECRET: 'secret' }
  const { ADMIN_API_TOKEN: _token, ...WITHOUT_TOKEN } = REAL

  test('of the Admin API: a lasting one, or an id and a secret that give tokens', () => {
    expect(parseConfig(REAL).admin).toEqual({ url: ADMIN_URL.ADMIN_API_URL, token: 't', client: null })
    expect(parseConfig({ ...WITHOUT_TOKEN, ...CLIENT }).admin).toEqual({
      url: ADMIN_URL.ADMIN_API_URL,
      token: null,
      client: { id: 'id', secret: 'secret' },
    })
  })

  test('of the Admin API: half a pair, a pair without an address, and both kinds are errors', () => {
    expect(problemsOf({ ...WITHOUT_TOKEN, ADMIN_API_CLIENT_ID: 'id' })).toEqual([
      'ADMIN_API_CLIENT_SECRET is missing: ADMIN_API_URL and ADMIN_API_CLIENT_ID need it',
    ])
    expect(problemsOf({ ...WITHOUT_TOKEN, ADMIN_API_CLIENT_SECRET: 's' })).toEqual([
      'ADMIN_API_CLIENT_ID is missing: ADMIN_API_URL and ADMIN_API_CLIENT_SECRET need it',
    ])
    expect(problemsOf({ ...OWN, ...CLIENT, ALLOW_EMBEDDED: '1' })).toEqual([
      'ADMIN_API_URL is missing: ADMIN_API_CLIENT_ID and ADMIN_API_CLIENT_SECRET need it',
    ])
    expect(problemsOf({ ...REAL, ADMIN_API_CLIENT_ID: 'id' })).toEqual([
      expect.stringContaining('only one kind of token'),
    ])
    expect(problemsOf(WITHOUT_TOKEN)).toEqual(['ADMIN_API_TOKEN is missing: ADMIN_API_URL needs it'])
  })

  test('of the storefront: the public one, or the private one that goes before it', () => {
    expect(parseConfig(REAL).storefront).toMatchObject({ token: 't', isPrivate: false })
    const secret = { STOREFRONT_API_PRIVATE_TOKEN: 'shpat_private' }
    const { STOREFRONT_API_TOKEN: _public, ...rest } = REAL
    for (const given of [rest, REAL])
      expect(parseConfig({ ...given, ...secret }).storefront).toMatchObject({
        token: 'shpat_private',
        isPrivate: true,
      })
    expect(problemsOf({ ...OWN, ...secret, ALLOW_EMBEDDED: '1' })).toEqual([
      'STOREFRONT_API_URL is missing: STOREFRONT_API_PRIVATE_TOKEN needs it',
    ])
  })
})
