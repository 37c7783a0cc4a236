import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test, vi } from 'vitest'
import { spawnShop } from '../support/shop-process.ts'
import { silentLog } from '../support/silent-log.ts'
import { createTestShop, MIXED } from '../support/test-shop.ts'

/** A start that cannot be made ends with one line for each reason, and no stack; a doubtful one warns. */

/** Starts the shop, which fails. */
async function failedStart(env: Record<string, string>) {
  const shop = await spawnShop(env)
  onTestFinished(shop.kill)
  const [status] = await once(shop.server, 'close')
  expect(status).toBe(1)
  return shop
}

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'wizard-box-start-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

test('a start with a mix of real and embedded services ends with the names of the missing ones', async () => {
  const { errors } = await failedStart({ SUPABASE_URL: 'https://b.example' })
  for (const name of ['STOREFRONT_API_URL', 'ADMIN_API_URL', 'SMTP_URL', 'PUBLIC_ORIGIN'])
    expect(errors()).toContain(`Configuration: ${name} is missing`)
  expect(errors()).toMatch(/^(Configuration: .+\n)+$/)
})

/** A data folder in which one part is damaged. */
function damagedFolder(name: string): string {
  const folder = newFolder()
  writeFileSync(join(folder, name), 'no database, and no folder either\n'.repeat(200))
  return folder
}

test.each<[what: string, folder: () => string, problem: RegExp]>([
  [
    'that is a file',
    () => fileURLToPath(import.meta.url),
    /^DATA_DIR: .+ is no folder that can be written to \(\w+\)$/,
  ],
  [
    'that cannot be made',
    () => '/proc/wizard-box',
    /^DATA_DIR: .+ is no folder that can be written to \(\w+\)$/,
  ],
  ...['store.sqlite', 'backend.db', 'secrets']
    .map(
      (name) =>
        [
          `with a damaged ${name}`,
          () => damagedFolder(name),
          /^DATA_DIR: \S+ cannot be used \([\w ]+\)$/,
        ] as const,
    )
    .map(([what, folder, problem]): [string, () => string, RegExp] => [what, folder, problem]),
])('a data folder %s ends the start with one problem', async (_, folder, problem) => {
  const problems = [expect.stringMatching(problem)]
  await expect(createTestShop({ dataDir: folder() })).rejects.toMatchObject({ name: 'ConfigError', problems })
})

test.each(['PORT', 'METRICS_PORT'])(
  'a port in use (%s) ends the start with one line, before an account is made',
  async (name) => {
    const neighbour = createServer()
    await once(neighbour.listen(0, '127.0.0.1'), 'listening')
    onTestFinished(() => void neighbour.close())
    const { port } = neighbour.address() as AddressInfo
    const DATA_DIR = join(newFolder(), 'data')
    const { errors, output } = await failedStart({ [name]: String(port), DATA_DIR, OWNER_PASSWORD: '' })
    expect(errors()).toBe(`Port ${port} is taken: ${name} says which to use instead.\n`)
    if (name === 'PORT') expect([output().includes('password'), existsSync(DATA_DIR)]).toEqual([false, false])
  },
)

const STRONG = 'mB4v0QkXb1dGc7LrT2yWzA=='
const HOSTED = {
  ...{ ...MIXED, SESSION_SECRET: STRONG, STOREFRONT_API_TOKEN: 'token' },
  STOREFRONT_API_URL: 'http://127.0.0.1:1/api/2025-07/graphql.json',
}
const GEO = 'https://geo.example/'
const PUBLIC = { PUBLIC_ORIGIN: 'https://shop.example' }

test.each<[what: string, env: Record<string, string>, warnings: string[]]>([
  ['a weak session secret', { SESSION_SECRET: 'test-secret' }, ['SESSION_SECRET can be guessed']],
  ['one weak secret of two', { SESSION_SECRET: `${STRONG}, short` }, ['SESSION_SECRET can be guessed']],
  [
    'orders that would be refused, and a geolocation without visitors',
    { ...HOSTED, GEO_API_URL: GEO },
    ['WEBHOOK_SECRET', 'GEO_API_URL'],
  ],
  ['an unconfigured proxy', { ...PUBLIC, SESSION_SECRET: STRONG }, ['PUBLIC_ORIGIN']],
  ['nothing where nothing is wrong', { ...HOSTED, WEBHOOK_SECRET: STRONG, GEO_API_URL: `${GEO}{ip}` }, []],
  ['nothing behind a proxy', { ...PUBLIC, SESSION_SECRET: STRONG, TRUST_PROXY: '1' }, []],
])('a start warns of %s', async (_, env, expected) => {
  const warn = vi.fn()
  const shop = await createTestShop({ env, log: { ...silentLog, warn } })
  await shop.warm
  await shop.close()
  const texts = warn.mock.calls.flat().filter((text): text is string => typeof text === 'string')
  const warnings = texts.filter((text) =>
    /SESSION_SECRET|WEBHOOK_SECRET|GEO_API_URL|PUBLIC_ORIGIN/.test(text),
  )
  expect(warnings).toEqual(expected.map((words) => expect.stringContaining(words)))
  for (const text of warnings) expect(text).not.toMatch(/test-secret|short/)
})
