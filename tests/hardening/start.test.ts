import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { spawnShop } from '../support/shop-process.ts'
import { silentLog } from '../support/silent-log.ts'
import { createTestShop, MIXED } from '../support/test-shop.ts'

/** A start that cannot be made ends with one line for each reason, and no stack; a doubtful one warns. */

/** Starts the shop, which fails. */
async function failedStart(env: Record<string, string>) {
  const shop = await spawnShop(env)
  onTestFinished(shop.kill)
  const [status] = await once(shop.server, 'close')
  return { ...shop, status }
}

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'wizard-box-start-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

test('a start with a mix of real and embedded services ends with the names of the missing ones', async () => {
  const { status, errors } = await failedStart({ SUPABASE_URL: 'https://b.example' })
  expect(status).toBe(1)
  for (const name of ['STOREFRONT_API_URL', 'ADMIN_API_URL', 'SMTP_URL', 'PUBLIC_ORIGIN'])
    expect(errors()).toContain(`Configuration: ${name} is missing`)
  expect(errors()).toMatch(/^(Configuration: .+\n)+$/)
})

describe('a data folder ends the start with one problem when', () => {
  const start = (dataDir: string) => createTestShop({ dataDir })

  test.each([fileURLToPath(import.meta.url), '/proc/wizard-box/data'])(
    'it cannot be one (%s)',
    async (path) => {
      const problems = [expect.stringMatching(/^DATA_DIR: .+ is no folder that can be written to \(\w+\)$/)]
      await expect(start(path)).rejects.toMatchObject({ name: 'ConfigError', problems })
    },
  )

  test.each(['store.sqlite', 'backend.db', 'secrets'])('its %s is damaged', async (name) => {
    const folder = newFolder()
    writeFileSync(join(folder, name), 'no database, and no folder either\n'.repeat(200))
    const problems = [expect.stringMatching(/^DATA_DIR: \S+ cannot be used \([\w ]+\)$/)]
    await expect(start(folder)).rejects.toMatchObject({ name: 'ConfigError', problems })
  })
})

describe('a port in use ends the start with one line', () => {
  /** A port that another program listens on. */
  async function takenPort(): Promise<string> {
    const neighbour = createServer()
    await once(neighbour.listen(0, '127.0.0.1'), 'listening')
    onTestFinished(() => void neighbour.close())
    return String((neighbour.address() as AddressInfo).port)
  }

  test('of the shop itself, before an account with a password is made', async () => {
    const [PORT, DATA_DIR] = [await takenPort(), join(newFolder(), 'data')]
    const { status, errors, output } = await failedStart({ PORT, DATA_DIR, OWNER_PASSWORD: '' })
    expect(errors()).toBe(`Port ${PORT} is taken: PORT says which to use instead.\n`)
    expect(status).toBe(1)
    expect(output()).not.toContain('password')
    expect(existsSync(DATA_DIR)).toBe(false)
  })

  test('of its metrics', async () => {
    const METRICS_PORT = await takenPort()
    const { status, errors } = await failedStart({ METRICS_PORT })
    expect(errors()).toBe(`Port ${METRICS_PORT} is taken: METRICS_PORT says which to use instead.\n`)
    expect(status).toBe(1)
  })
})

describe('a start warns of', () => {
  /** What the log says of settings at the start of a shop. */
  async function warningsOf(env: Record<string, string>, about: RegExp): Promise<string[]> {
    const warn = vi.fn()
    const shop = await createTestShop({ env, log: { ...silentLog, warn } })
    await shop.warm
    await shop.close()
    return warn.mock.calls.flat().filter((text): text is string => about.test(String(text)))
  }

  test('a weak session secret, without its text', async () => {
    const warnings = (SESSION_SECRET: string) => warningsOf({ SESSION_SECRET }, /SESSION_SECRET/)
    const strong = 'mB4v0QkXb1dGc7LrT2yWzA=='
    expect(await warnings(strong)).toEqual([])
    for (const secret of ['test-secret', `${strong}, short`]) {
      const [warning, ...others] = await warnings(secret)
      expect([warning, others]).toEqual([expect.stringContaining('SESSION_SECRET can be guessed'), []])
      expect(warning).not.toContain(secret)
    }
  })

  test('orders that would be refused, and a geolocation without visitors', async () => {
    const env = {
      ...MIXED,
      STOREFRONT_API_URL: 'http://127.0.0.1:1/api/2025-07/graphql.json',
      STOREFRONT_API_TOKEN: 'token',
      SESSION_SECRET: 'mB4v0QkXb1dGc7LrT2yWzA==',
      GEO_API_URL: 'https://geo.example/json/',
    }
    const warnings = (more = {}) => warningsOf({ ...env, ...more }, /WEBHOOK_SECRET|GEO_API_URL/)
    expect((await warnings()).map((text) => text.split(' ')[0])).toEqual(['WEBHOOK_SECRET', 'GEO_API_URL'])
    const complete = {
      WEBHOOK_SECRET: 'shared-with-the-store',
      GEO_API_URL: 'https://geo.example/{ip}/json/',
    }
    expect(await warnings(complete)).toEqual([])
  })

  test('an unconfigured proxy', async () => {
    const warnings = (env: Record<string, string>) => warningsOf(env, /PUBLIC_ORIGIN/)
    const PUBLIC_ORIGIN = 'https://shop.example'
    expect(await warnings({ PUBLIC_ORIGIN, TRUST_PROXY: '1' })).toEqual([])
    expect(await warnings({ PUBLIC_ORIGIN })).toEqual([expect.stringContaining('TRUST_PROXY is 0')])
    expect(await warnings({})).toEqual([])
  })
})
