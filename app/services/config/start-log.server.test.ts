import { expect, test, vi } from 'vitest'
import { logConfiguration, parseConfig } from './env.server.ts'

const STRONG = { SESSION_SECRET: 'mB4v0QkXb1dGc7LrT2yWzA==' }
const HOSTED = {
  ...{ ...STRONG, ALLOW_EMBEDDED: '1', PUBLIC_ORIGIN: 'http://shop.test', STOREFRONT_API_TOKEN: 'token' },
  STOREFRONT_API_URL: 'http://127.0.0.1:1/api/2025-07/graphql.json',
}
const GEO = 'https://geo.example/'
const PUBLIC = { ...STRONG, PUBLIC_ORIGIN: 'https://shop.example' }

test.each<[what: string, env: Record<string, string>, warnings: string[]]>([
  ['a weak session secret', { SESSION_SECRET: 'test-secret' }, ['SESSION_SECRET can be guessed']],
  [
    'one weak secret of two',
    { SESSION_SECRET: `${STRONG.SESSION_SECRET}, short` },
    ['SESSION_SECRET can be guessed'],
  ],
  [
    'orders that would be refused, and a geolocation without visitors',
    { ...HOSTED, GEO_API_URL: GEO },
    ['WEBHOOK_SECRET', 'GEO_API_URL'],
  ],
  ['an unconfigured proxy', PUBLIC, ['PUBLIC_ORIGIN']],
  ['nothing where nothing is wrong', { ...HOSTED, WEBHOOK_SECRET: 's', GEO_API_URL: `${GEO}{ip}` }, []],
  ['nothing behind a proxy', { ...PUBLIC, TRUST_PROXY: '1' }, []],
])('a start warns of %s', (_, env, expected) => {
  const warn = vi.fn()
  logConfiguration(parseConfig(env), { info() {}, warn, error() {}, debug() {} })
  const warnings = warn.mock.calls.map(([text]) => text)
  expect(warnings).toEqual(expected.map((words) => expect.stringContaining(words)))
  for (const text of warnings) expect(text).not.toMatch(/test-secret|short/)
})
