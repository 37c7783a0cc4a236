import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { keepHashedFiles } from '#scripts/ensure.mjs'
import { serve } from '../support/loopback.ts'
import { ownPort } from '../support/own-port.ts'
import { createTestShop } from '../support/test-shop.ts'

/** An update of the shop: two versions behind one proxy, and tabs that were opened before it. */

const CADDY = '/usr/bin/caddy'
const hasCaddy = existsSync(CADDY)
if (!hasCaddy) console.warn('No caddy here: two versions are asked without a proxy.')

const folder = mkdtempSync(join(tmpdir(), 'wizard-box-update-'))
const closing: (() => Promise<unknown>)[] = []
let proxy: ChildProcess | undefined

/** A build with one hashed script. */
function build(name: string): string {
  const root = join(folder, name)
  mkdirSync(join(root, 'client/assets'), { recursive: true })
  writeFileSync(join(root, `client/assets/page-${name}.js`), `export default '${name}'`)
  return root
}

/** The version that is built after another one, as a running server. */
async function startVersion(name: string, previous: string | null) {
  const root = build(name)
  if (previous !== null) keepHashedFiles(join(folder, previous), root)
  const shop = await createTestShop({ files: join(root, 'client') })
  const server = await serve((request) => shop.handle(request, { address: '127.0.0.1' }))
  closing.push(server.close, shop.close)
  return server
}

beforeAll(() => void build('first'))
afterAll(async () => {
  proxy?.kill('SIGTERM')
  for (const close of closing) await close()
  rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
})

test('tabs that were opened before an update find their scripts at both versions, and only of one build before', async () => {
  const [second, third] = [await startVersion('second', 'first'), await startVersion('third', 'second')]
  const statusAt = async ({ origin }: { origin: string }, name: string) =>
    (await fetch(`${origin}/assets/page-${name}.js`)).status
  expect([await statusAt(third, 'third'), await statusAt(third, 'second')]).toEqual([200, 200])
  expect(await statusAt(third, 'first')).toBe(404)
  const kept = await fetch(`${third.origin}/assets/page-second.js`)
  expect(kept.headers.get('Cache-Control')).toContain('immutable')
  expect(await kept.text()).toBe("export default 'second'")
  if (!hasCaddy) return
  const port = await ownPort()
  const to = [second, third].map(({ port }) => `127.0.0.1:${port}`)
  const args = ['reverse-proxy', '--from', `:${port}`, ...to.flatMap((at) => ['--to', at])]
  const env = { PATH: process.env.PATH, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder }
  proxy = spawn(CADDY, args, { env, stdio: 'ignore' })
  const door = { origin: `http://127.0.0.1:${port}` }
  await vi.waitFor(async () => expect(await statusAt(door, 'second')).toBe(200), { timeout: 20_000 })
  for (let request = 0; request < 10; request++) expect(await statusAt(door, 'second')).toBe(200)
}, 60_000)
