import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { get as getPlain, type IncomingHttpHeaders } from 'node:http'
import { get } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { serve } from '../support/loopback.ts'
import { ownPort } from '../support/own-port.ts'
import { createTestShop, type TestShop } from '../support/test-shop.ts'

/** The Caddyfile, word for word, in front of a shop: with a certificate of its own, as `shop.localhost` is no domain. */

const CADDY = '/usr/bin/caddy'
const hasCaddy = existsSync(CADDY)
if (!hasCaddy) console.warn('No caddy here: the tests of the front door are left out.')

const root = fileURLToPath(new URL('../..', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'wizard-box-caddy-'))
const running: ChildProcess[] = []
const HOST = 'shop.localhost'

/** Reads the headers with which the last request arrived at the shop. */
let arrived: IncomingHttpHeaders = {}
let shop: TestShop
const upstream = await serve((request, { incoming }) => {
  arrived = incoming.headers
  return shop.handle(request, { address: '127.0.0.1' })
})

type Door = { readonly http: number; readonly https: number }

/** Starts Caddy. @param cdn the addresses of a CDN in front of it; null for none */
async function openDoor(cdn: string | null): Promise<Door> {
  const ports = { http: await ownPort(), https: await ownPort() }
  const env = {
    PATH: process.env.PATH,
    HOME: folder,
    XDG_DATA_HOME: join(folder, 'data'),
    PUBLIC_ORIGIN: `https://${HOST}`,
    HTTP_PORT: String(ports.http),
    HTTPS_PORT: String(ports.https),
    SHOP_HOST: '127.0.0.1',
    SHOP_PORT: String(upstream.port),
    ...(cdn === null ? {} : { CDN_RANGES: cdn }),
  }
  running.push(
    spawn(CADDY, ['run', '--config', join(root, 'Caddyfile'), '--adapter', 'caddyfile'], {
      env,
      stdio: 'ignore',
    }),
  )
  const isOpen = async () => expect((await visit(ports, '/healthz')).status).toBe(200)
  await vi.waitFor(isOpen, { timeout: 100_000, interval: 200 })
  return ports
}

type Reply = { readonly status: number; readonly headers: IncomingHttpHeaders; readonly body: string }

function visit(door: Door, path: string, headers: Record<string, string> = {}): Promise<Reply> {
  const options = { host: '127.0.0.1', port: door.https, path, rejectUnauthorized: false, servername: HOST }
  return new Promise((resolve, reject) => {
    get({ ...options, headers: { ...headers, Host: HOST } }, (response) => {
      let body = ''
      response.on('data', (chunk) => (body += chunk))
      response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, body }))
    }).on('error', reject)
  })
}

/** What the shop knows of a visitor, with the TRUST_PROXY of compose.yaml. */
async function clientOf(door: Door, headers: Record<string, string>) {
  const lookups = vi.spyOn(shop.services.geo, 'country')
  await visit(door, '/', headers)
  const ip = lookups.mock.calls.at(-1)?.[1]
  lookups.mockRestore()
  return { ip, country: arrived['cf-ipcountry'], protocol: arrived['x-forwarded-proto'] }
}

beforeAll(async () => {
  if (!hasCaddy) return
  const [, trustProxy = ''] = /TRUST_PROXY: (\d)/.exec(readFileSync(join(root, 'compose.yaml'), 'utf8')) ?? []
  shop = await createTestShop({
    env: { TRUST_PROXY: trustProxy, PUBLIC_ORIGIN: `https://${HOST}` },
  })
})
afterAll(async () => {
  for (const child of running) child.kill('SIGTERM')
  await upstream.close()
  await shop?.close()
  rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
})

const FORGED = {
  'X-Forwarded-For': '198.51.100.9, 203.0.113.7',
  'X-Forwarded-Proto': 'http',
  'X-Forwarded-Host': 'evil.example',
  'CF-IPCountry': 'US',
}

describe.skipIf(!hasCaddy)('the front door', () => {
  let door: Door
  beforeAll(async () => {
    door = await openDoor(null)
  })

  test('without a CDN takes nothing over from visitors', async () => {
    expect(await clientOf(door, FORGED)).toEqual({ ip: '127.0.0.1', country: undefined, protocol: 'https' })
    const page = await visit(door, '/us/gift', FORGED)
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
    const location = await new Promise<string | undefined>((resolve, reject) => {
      const options = { host: '127.0.0.1', port: door.http, path: '/us', headers: { Host: HOST } }
      getPlain(options, (response) => resolve(response.resume().headers.location)).on('error', reject)
    })
    expect(location).toMatch(new RegExp(`^https://${HOST}(:\\d+)?/us$`))
  })

  test('keeps cookies to https, and lets the shop refuse other hosts', async () => {
    const page = await visit(door, '/us/cart')
    expect(page.status).toBe(200)
    for (const cookie of page.headers['set-cookie'] ?? []) expect(cookie).toMatch(/; Secure/)
  })
})
