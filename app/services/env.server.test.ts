import { describe, expect, test } from 'vitest'
import { ConfigError, parseConfig } from './env.server.ts'

function problemsOf(environment: Record<string, string>): readonly string[] {
  try {
    parseConfig(environment)
    return []
  } catch (error) {
    if (error instanceof ConfigError) return error.problems
    throw error
  }
}

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
    expect(problemsOf({ SUPABASE_URL: 'https://x.example', SESSION_SECRET: 'a'.repeat(32) })).toEqual([
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
    const problems = problemsOf({ STOREFRONT_API_URL: 'https://s.example/api', STOREFRONT_API_TOKEN: 't' })
    expect(problems.some((line) => line.startsWith('SESSION_SECRET is missing'))).toBe(true)
    const hosted = { STOREFRONT_API_URL: 'https://s.example/api', STOREFRONT_API_TOKEN: 't' }
    expect(problemsOf({ ...hosted, SESSION_SECRET: ' , ' })).toEqual(problems)
    const admin = { ADMIN_API_URL: 'https://a.example', ADMIN_API_TOKEN: 'token' }
    expect(problemsOf(admin)).toEqual([expect.stringContaining('SESSION_SECRET is missing')])
  })

  test('problems of all kinds are reported together', () => {
    const problems = problemsOf({ PORT: 'abc', TRUST_PROXY: '-1', ADMIN_API_TOKEN: 't', SMTP_URL: 'mail' })
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
    ['SMTP_URL', 'mail', 'smtp://mail.example:99999', 'smtp://'],
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

  test('addresses in the usual notation of their services are accepted', () => {
    expect(
      problemsOf({
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
    expect(problems('http://localhost:3000', 'localhost')).toEqual([])
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
