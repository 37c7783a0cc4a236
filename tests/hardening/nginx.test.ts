import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { get } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { serve } from '../support/loopback.ts'
import { ownPort } from '../support/own-port.ts'
import { openTestShop } from '../support/test-shop.ts'

/** The nginx file of docs/deploy.md, word for word but for its ports and paths, in front of a shop. */

const NGINX = '/usr/sbin/nginx'
const OPENSSL = '/usr/bin/openssl'
const canRun = existsSync(NGINX) && existsSync(OPENSSL)
if (!canRun) console.warn('No nginx or openssl here: the tests of the nginx file are left out.')

const root = fileURLToPath(new URL('../..', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'wizard-box-nginx-'))
let nginx: ChildProcess | null = null
let nginxPort = 0
const shop = openTestShop({ env: { TRUST_PROXY: '1', ALLOWED_HOSTS: 'shop.example' } })
const upstream = await serve((request) => shop.handle(request, { address: '127.0.0.1' }))

type Reply = { readonly status: number; readonly body: string }

/** Requests a path from nginx with a Host header, as a client without cookies. */
function request(path: string, host: string, headers: Record<string, string> = {}): Promise<Reply> {
  const options = { port: nginxPort, path, headers: { ...headers, Host: host }, rejectUnauthorized: false }
  return new Promise((resolve, reject) => {
    get({ ...options, host: '127.0.0.1', servername: 'shop.example' }, (response) => {
      let body = ''
      response.on('data', (chunk) => (body += chunk))
      response.on('end', () => resolve({ status: response.statusCode ?? 0, body }))
    }).on('error', reject)
  })
}

function sampleOfDocs(): string {
  const [, sample = ''] =
    /```nginx\n([\s\S]*?)```/.exec(readFileSync(join(root, 'docs/deploy.md'), 'utf8')) ?? []
  return sample
    .replace(/shop[12]:3000/g, `127.0.0.1:${upstream.port}`)
    .replace('listen 443 ssl', `listen 127.0.0.1:${nginxPort} ssl`)
    .replace('/var/cache/nginx/shop', join(folder, 'cache'))
    .replaceAll('/etc/nginx/shop.', join(folder, 'shop.'))
}

function startNginx(): void {
  const subject = ['-subj', '/CN=shop.example', '-days', '1', '-nodes', '-newkey', 'ec']
  const curve = ['-pkeyopt', 'ec_paramgen_curve:prime256v1']
  const files = ['-keyout', join(folder, 'shop.key'), '-out', join(folder, 'shop.crt')]
  execFileSync(OPENSSL, ['req', '-x509', ...subject, ...curve, ...files], { stdio: 'ignore' })
  const config = join(folder, 'nginx.conf')
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${join(folder, name)};`)
    .join('\n')
  const user = process.getuid?.() === 0 ? 'user root;' : ''
  writeFileSync(
    config,
    `${user} daemon off; pid ${join(folder, 'pid')}; error_log stderr;
    events {} http { access_log off; ${temporary}\n${sampleOfDocs()} }`,
  )
  mkdirSync(join(folder, 'cache'))
  nginx = spawn(NGINX, ['-p', folder, '-c', config], { stdio: 'ignore' })
}

beforeAll(async () => {
  if (!canRun) return
  nginxPort = await ownPort()
  startNginx()
  const isOpen = async () => expect((await request('/us', 'shop.example')).status).toBe(200)
  await vi.waitFor(isOpen, { timeout: 100_000, interval: 200 })
})
afterAll(async () => {
  nginx?.kill('SIGTERM')
  await upstream.close()
  rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
})

describe.skipIf(!canRun)('the nginx file of the docs', () => {
  test.each(['/uk', '/us/products', '/robots.txt', '/sitemap.xml'])(
    'keeps the port of a Host header out of %s for the next visitor',
    async (path) => {
      const first = await request(path, 'shop.example:1337')
      const next = await request(path, 'shop.example')
      for (const { status, body } of [first, next]) {
        expect(status).toBe(200)
        expect(body).not.toContain('1337')
        expect(body).toContain('https://shop.example/')
      }
    },
  )

  test('lets the shop refuse another host', async () => {
    for (const host of ['evil.example', 'shop.example.evil.example', 'evil.example:443'])
      expect((await request('/us/products', host)).status).toBe(400)
  })

  test('keeps the port of a forwarded host out as well', async () => {
    const { body } = await request('/us/gift', 'shop.example', { 'X-Forwarded-Host': 'shop.example:1337' })
    expect(body).toContain('https://shop.example/us/gift')
    expect(body).not.toContain('1337')
  })
})
