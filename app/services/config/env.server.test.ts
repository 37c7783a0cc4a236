import { describe, expect, test } from 'vitest'
import { ConfigError, localOrigin, openingLines, parseConfig } from './env.server.ts'

function problemsOf(environment: Record<string, string>): readonly string[] {
  try {
    parseConfig(environment)
    return []
  } catch (error) {
    if (error instanceof ConfigError) return error.problems
    throw error
  }
}

const STOREFRONT = { STOREFRONT_API_URL: 'https://s.example/api', STOREFRONT_API_TOKEN: 't' }
const ADMIN = { ADMIN_API_URL: 'https://a.example', ADMIN_API_TOKEN: 't' }
const SUPABASE = { SUPABASE_URL: 'https://b.example', SUPABASE_ANON_KEY: 'a', SUPABASE_SERVICE_ROLE_KEY: 's' }
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

  test('an address without its key is an error that names the variable', () => {
    expect(problemsOf({ ...OWN, SUPABASE_URL: 'https://x.example', ALLOW_EMBEDDED: '1' })).toEqual([
      'SUPABASE_ANON_KEY is missing: SUPABASE_URL needs it',
      'SUPABASE_SERVICE_ROLE_KEY is missing: SUPABASE_URL needs it',
    ])
  })

  test('a password too short for the auth server is an error', () => {
    expect(problemsOf({ OWNER_PASSWORD: 'short' })).toEqual([
      'OWNER_PASSWORD: must have at least 8 characters',
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
    const problems = problemsOf({
      ...OWN,
      ALLOW_EMBEDDED: '1',
      PORT: 'abc',
      TRUST_PROXY: '-1',
      ADMIN_API_TOKEN: 't',
      SMTP_URL: 'mail',
    })
    expect(problems).toHaveLength(4)
    expect(problems).toContain('ADMIN_API_URL is missing: ADMIN_API_TOKEN needs it')
  })

  test('an impossible main host and senders without an address are errors', () => {
    const problems = problemsOf({
      MAIN_HOST: 'https://shop.example/',
      MAIL_FROM: 'Wizard Box',
      MAIL_TO: 'us',
    })
    expect(problems.map((line) => line.split(' ')[0])).toEqual(['MAIN_HOST', 'MAIL_FROM', 'MAIL_TO'])
    for (const host of ['shop.example', 'localhost:3000', '[::1]:3000'])
      expect(
        problemsOf({ MAIN_HOST: host, MAIL_FROM: 'Wizard Box <a@b.example>', MAIL_TO: 'a@b.example' }),
      ).toEqual([])
  })

  test.each([
    ['PORT', '0x50', '1e3', '80.5', '65536'],
    ['TRUST_PROXY', 'true', '11', '1.5'],
    ['METRICS_PORT', '9_464', '70000'],
    ['SHUTDOWN_DELAY_MS', '-1', '5s', '60001'],
    ['REDIS_URL', 'localhost:6379', 'redis://localhost:99999', 'redis://', 'http://localhost'],
    ['ALLOW_EMBEDDED', 'yes', 'true', '2'],
    ['GEO_API_URL', 'geo.example', 'http://%zz/{ip}', 'https://geo.example/a b'],
    ['PUBLIC_ORIGIN', 'shop.example', 'https://shop.example/shop', 'https://shop.example?a'],
    ['ALLOWED_HOSTS', 'https://shop.example', 'shop.example, www.shop.example/', ' , '],
  ])('an invalid %s is reported in one line', (name, ...values) => {
    for (const value of values) {
      const [problem, ...more] = problemsOf({ [name]: value })
      expect(problem, value).toMatch(new RegExp(`^${name}:? must `))
      expect(more).toEqual([])
    }
  })

  test.each(['mail', 'smtp://mail.example:99999', 'smtp://'])(
    'an invalid SMTP_URL (%s) is reported',
    (url) => {
      expect(problemsOf({ ...REAL, SMTP_URL: url })).toEqual([expect.stringMatching(/^SMTP_URL must /)])
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

  test('a public origin that is not among the allowed hosts is reported', () => {
    const problems = (origin: string, hosts: string) =>
      problemsOf({ PUBLIC_ORIGIN: origin, ALLOWED_HOSTS: hosts })
    expect(problems('https://www.shop.example', 'shop.example')).toEqual([
      'ALLOWED_HOSTS must include www.shop.example, the host of PUBLIC_ORIGIN: the shop would refuse every request',
    ])
    expect(problems('https://Shop.example', 'www.shop.example, SHOP.example')).toEqual([])
    expect(problems('http://localhost:3000', 'localhost')).toHaveLength(1)
    expect(problems('https://shop.example', 'shop.example:443')).toEqual([])
    expect(problems('https://shop.example', 'shop.example:1337')).toHaveLength(1)
    expect(problems('http://localhost:3000', 'localhost:3000')).toEqual([])
    expect(problems('shop.example', 'other.example')).toHaveLength(1)
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
    expect(names({ ...REAL, ALLOWED_HOSTS: '' })).toEqual(['ALLOWED_HOSTS'])
    const mix = { ...SMTP, ALLOW_EMBEDDED: '1' }
    expect(names(mix)).toEqual(['PUBLIC_ORIGIN', 'ALLOWED_HOSTS'])
  })
})

describe('where the shop listens', () => {
  const opening = (given: Record<string, string>) => {
    const config = parseConfig(given)
    return [localOrigin(config, 3000), ...openingLines(config, 3000)]
  }

  test('with embedded services: this machine alone', () => {
    expect(opening({})).toEqual([
      'http://localhost:3000',
      'Wizard Box is open at http://localhost:3000, listening on 127.0.0.1:3000',
    ])
    const mix = { ...REAL, SMTP_URL: '', ALLOW_EMBEDDED: '1' }
    expect(parseConfig(mix).host).toBe('127.0.0.1')
  })

  test('with embedded services and another HOST: one line says what is open', () => {
    for (const HOST of ['0.0.0.0', '::', '192.0.2.7', 'fd00::7', 'box.local'])
      expect(opening({ HOST }).slice(2)).toEqual([expect.stringMatching(/^OPEN TO OTHERS: /)])
    for (const HOST of ['127.0.0.1', '127.8.8.8', '::1', 'localhost'])
      expect(opening({ HOST })).toHaveLength(2)
    expect(opening({ HOST: 'fd00::7' }).slice(0, 2)).toEqual([
      'http://[fd00::7]:3000',
      'Wizard Box is open at http://[fd00::7]:3000, listening on [fd00::7]:3000',
    ])
  })

  test('with real services: everywhere, or where HOST says', () => {
    expect(opening(REAL)).toEqual([
      'http://localhost:3000',
      'Wizard Box is open at https://shop.example, listening on all interfaces, port 3000',
    ])
    expect(opening({ ...REAL, HOST: '192.0.2.7' })).toHaveLength(2)
  })
})
