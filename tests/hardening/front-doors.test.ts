import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import {
  get as getPlain,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type OutgoingHttpHeaders,
} from 'node:http'
import { get } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { keepHashedFiles } from '#scripts/ensure.mjs'
import { serve } from '../support/loopback.ts'
import { ownPort } from '../support/own-port.ts'
import { createTestShop, openTestShop } from '../support/test-shop.ts'

/** The Caddyfile, word for word but for ports, in front of a shop. */

const CADDY = '/usr/bin/caddy'
const hasCaddy = existsSync(CADDY)
if (!hasCaddy) console.warn('No caddy here: the tests of the front door are left out.')

const root = fileURLToPath(new URL('../..', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'wizard-box-doors-'))
const running: ChildProcess[] = []
afterAll(() => {
  for (const child of running) child.kill('SIGTERM')
  rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
})

const HOST = 'shop.localhost'

/** A path of the shop at a front door on this machine. */
async function visit(ask: typeof getPlain, port: number, path: string, headers: OutgoingHttpHeaders = {}) {
  const door = { host: '127.0.0.1', port, rejectUnauthorized: false, servername: HOST }
  const asked = ask({ ...door, path, headers: { ...headers, Host: HOST } })
  const [response]: [IncomingMessage] = (await once(asked, 'response')) as [IncomingMessage]
  return { status: response.statusCode, headers: response.headers, body: await text(response) }
}

describe.skipIf(!hasCaddy)('Caddy', async () => {
  const [, TRUST_PROXY = ''] =
    /TRUST_PROXY: (\d)/.exec(readFileSync(join(root, 'compose.yaml'), 'utf8')) ?? []
  const shop = openTestShop({ env: { TRUST_PROXY, PUBLIC_ORIGIN: `https://${HOST}` } })
  /** The headers with which the last request arrived at the shop. */
  let arrived: IncomingHttpHeaders = {}
  const upstream = await serve((request, { incoming }) => {
    arrived = incoming.headers
    return shop.handle(request, { address: '127.0.0.1' })
  })
  const FORGED = {
    'X-Forwarded-For': '198.51.100.9, 203.0.113.7',
    'X-Forwarded-Proto': 'http',
    'X-Forwarded-Host': 'evil.example',
    'CF-IPCountry': 'US',
  }

  /** Starts it. @param cdn the addresses of a CDN in front of it */
  async function openDoor(cdn?: string) {
    const ports = { http: await ownPort(), https: await ownPort() }
    const env = {
      ...{ PATH: process.env.PATH, HOME: folder, XDG_DATA_HOME: join(folder, 'data') },
      ...{ PUBLIC_ORIGIN: `https://${HOST}`, SHOP_HOST: '127.0.0.1', SHOP_PORT: String(upstream.port) },
      ...{ HTTP_PORT: String(ports.http), HTTPS_PORT: String(ports.https), ...(cdn && { CDN_RANGES: cdn }) },
    }
    const config = ['--config', join(root, 'Caddyfile'), '--adapter', 'caddyfile']
    running.push(spawn(CADDY, ['run', ...config], { env, stdio: 'ignore' }))
    const open = (path: string, headers = {}) => visit(get, ports.https, path, headers)
    const isOpen = async () => expect((await open('/healthz')).status).toBe(200)
    await vi.waitFor(isOpen, { timeout: 100_000, interval: 200 })
    return { ports, open }
  }

  /** What the shop knows of a visitor. */
  async function clientOf({ open }: Awaited<ReturnType<typeof openDoor>>, headers: Record<string, string>) {
    const lookups = vi.spyOn(shop.services.geo, 'country')
    await open('/', headers)
    const ip = lookups.mock.calls.at(-1)?.[1]
    lookups.mockRestore()
    return { ip, country: arrived['cf-ipcountry'], protocol: arrived['x-forwarded-proto'] }
  }

  let door: Awaited<ReturnType<typeof openDoor>>
  beforeAll(async () => {
    door = await openDoor()
  })
  afterAll(() => upstream.close())

  test('without a CDN takes nothing over from visitors', async () => {
    expect(await clientOf(door, FORGED)).toEqual({ ip: '127.0.0.1', country: undefined, protocol: 'https' })
    const page = await door.open('/us/gift', FORGED)
    expect(page.body).toContain(`https://${HOST}/us/gift`)
    expect(page.body).not.toContain('evil.example')
    expect(page.headers['strict-transport-security']).toBeDefined()
  })

  test('behind a CDN takes over whom it names, and not whom its visitor names', async () => {
    const behindCdn = await openDoor('127.0.0.1/32 192.0.2.0/24')
    const told = { ...FORGED, 'X-Forwarded-Proto': 'https', 'X-Forwarded-Host': HOST }
    expect(await clientOf(behindCdn, told)).toEqual({ ip: '203.0.113.7', country: 'US', protocol: 'https' })
  })

  test('leads visitors without https to it', async () => {
    const { headers } = await visit(getPlain, door.ports.http, '/us')
    expect(headers.location).toMatch(new RegExp(`^https://${HOST}(:\\d+)?/us$`))
  })
})

test('tabs that were opened before an update find their scripts, and only of one build before', async () => {
  /** A build with one hashed script, after another build. @returns the names of its scripts */
  function build(name: string, before: string): string {
    const client = join(folder, name, 'client')
    mkdirSync(join(client, 'assets'), { recursive: true })
    writeFileSync(join(client, `assets/page-${name}.js`), `export default '${name}'`)
    keepHashedFiles(join(folder, before), join(folder, name))
    return client
  }
  for (const [name, before] of [
    ['first', 'none'],
    ['second', 'first'],
  ] as const)
    build(name, before)
  const shop = await createTestShop({ files: build('third', 'second') })
  onTestFinished(() => shop.close())
  const scriptAt = (name: string) => shop.fetch(`/assets/page-${name}.js`)
  expect((await scriptAt('third')).status).toBe(200)
  expect((await scriptAt('first')).status).toBe(404)
  const kept = await scriptAt('second')
  expect(kept.headers.get('Cache-Control')).toContain('immutable')
  expect(await kept.text()).toBe("export default 'second'")
})
