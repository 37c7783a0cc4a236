import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import tls from 'node:tls'
import { getRequestListener } from '@hono/node-server'

const OPENSSL = '/usr/bin/openssl'
export const hasOpenssl = existsSync(OPENSSL)

type Handle = (request: Request, connection: { readonly address: string }) => Promise<Response>

/**
 * The proxy in front of a shop: HTTPS on `localhost`, with a certificate of its own that this process trusts from now on.
 * It tells the shop who asks, as Caddy does.
 */
export async function openFrontDoor() {
  const folder = mkdtempSync(join(tmpdir(), 'wizard-box-door-'))
  const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')]
  const request = 'req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2'
  const subject = '-subj /CN=localhost -addext subjectAltName=DNS:localhost'
  const options = `${request} ${subject}`.split(' ')
  execFileSync(OPENSSL, [...options, '-keyout', key, '-out', certificate], { stdio: 'ignore' })
  const cert = readFileSync(certificate, 'utf8')
  tls.setDefaultCACertificates([...tls.getCACertificates('default'), cert])

  let handle: Handle | null = null
  const listener = getRequestListener(async (incoming, { incoming: { socket } }) => {
    if (handle === null) return new Response('Bad gateway', { status: 502 })
    const url = new URL(incoming.url)
    const headers = new Headers(incoming.headers)
    headers.set('X-Forwarded-For', socket.remoteAddress ?? '')
    headers.set('X-Forwarded-Proto', 'https')
    headers.set('X-Forwarded-Host', url.host)
    const body = incoming.body === null ? {} : { body: incoming.body, duplex: 'half' as const }
    const forwarded = new Request(`http://${url.host}${url.pathname}${url.search}`, {
      method: incoming.method,
      headers,
      ...body,
    })
    return handle(forwarded, { address: '127.0.0.1' })
  })
  const server = createServer({ key: readFileSync(key, 'utf8'), cert }, listener)
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve))
  const address = server.address()
  const origin = `https://localhost:${address && typeof address === 'object' ? address.port : 0}`
  return {
    origin,
    certificate,
    /** Sends what comes from now on to a shop. */
    leadTo(shop: Handle): void {
      handle = shop
    },
    async close(): Promise<void> {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
