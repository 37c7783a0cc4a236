import { once } from 'node:events'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { mixed, type ShopUnderTest, startShop } from './shop.ts'

/** How a service fails. `slow` is slower than any visitor waits. */
type Fault = 'none' | 'down' | 'slow' | 'html' | 'nonsense' | 'errors' | 'unavailable'

const REPLIES: Partial<Record<Fault, readonly [status: number, type: string, body: string]>> = {
  html: [200, 'text/html', '<h1>Hello</h1>'],
  nonsense: [200, 'application/json', '{"data":{"products":7,"product":"x","nodes":"y"}}'],
  errors: [200, 'application/json', '{"errors":[{"message":"Secret words of the store"}]}'],
  unavailable: [503, 'text/plain', 'Secret words of the store'],
}

type Rewrite = (said: string, asked: string) => string

/**
 * Stands between a shop and the store of another shop: passes everything on to `target`, whose own address is replaced by
 * the proxy's in what it says.
 */
async function openProxy(target: string) {
  let fault: Fault = 'none'
  let change: Rewrite = (said) => said
  const server = createServer()
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  async function pass(incoming: IncomingMessage, outgoing: ServerResponse) {
    const body = await text(incoming)
    if (fault === 'down') return void incoming.socket.destroy()
    if (fault === 'slow') await pause(20_000, null, { ref: false })
    const reply = REPLIES[fault]
    if (reply) return void outgoing.writeHead(reply[0], { 'Content-Type': reply[1] }).end(reply[2])
    const { host: _, ...headers } = incoming.headers
    for (const name of ['origin', 'referer'])
      if (typeof headers[name] === 'string') headers[name] = headers[name].replace(origin, target)
    delete headers['content-length']
    delete headers['accept-encoding']
    const passed = request(new URL(incoming.url ?? '/', target), { method: incoming.method, headers })
    passed.end(body)
    const [response]: [IncomingMessage] = (await once(passed, 'response')) as [IncomingMessage]
    const { 'content-length': __, 'transfer-encoding': ___, location, ...others } = response.headers
    const moved = location && { location: location.replaceAll(target, origin) }
    const said = change((await text(response)).replaceAll(target, origin), body)
    outgoing.writeHead(response.statusCode ?? 502, { ...others, ...moved }).end(said)
  }
  server.on('request', (incoming, outgoing) => pass(incoming, outgoing).catch(() => outgoing.destroy()))

  return {
    origin,
    /** From now on. */
    fail(next: Fault) {
      fault = next
    },
    /** Changes what the store says from now on, also by what it was asked. */
    rewrite(next: Rewrite) {
      change = next
    },
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

const API = '/embedded/storefront/api/2025-07/graphql.json'

/** A shop whose store is that of `backing`, behind a proxy. @param faults from the start on */
export async function startShopWithStore(
  backing: ShopUnderTest,
  { fault = 'none', rewrite = (said) => said }: { readonly fault?: Fault; readonly rewrite?: Rewrite } = {},
) {
  const store = await openProxy(backing.origin)
  store.fail(fault)
  store.rewrite(rewrite)
  const shop = await startShop({
    ...(await mixed()),
    STOREFRONT_API_URL: store.origin + API,
    STOREFRONT_API_TOKEN: 'a-public-token',
  })
  const stop = async () => {
    await shop.stop()
    await store.close()
  }
  return { shop, store, stop }
}
