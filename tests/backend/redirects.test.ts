import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { createGeo, createHostedLookup } from '../../app/services/geo/geo.server.ts'
import { createStorefront } from '../../app/services/storefront/storefront.server.ts'
import { boundedFetch } from '../../app/services/upstream/bounded-fetch.server.ts'
import { UpstreamError } from '../../app/services/upstream/upstream-error.server.ts'
import { callAdmin, ShopifyAdminError } from '../../supabase/functions/_shared/shopify-admin.ts'
import { silentLog } from '../support/silent-log.ts'

/** Outgoing calls carry tokens: a service that redirects them elsewhere gets an error, and nobody gets the tokens. */

let service: Server
let elsewhere: Server
let visits: number
const addressOf = (server: Server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}`
const listen = (server: Server) => new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))

beforeAll(async () => {
  elsewhere = createServer((_request, response) => {
    visits += 1
    response.setHeader('Content-Type', 'application/json').end('{"data":{},"country_code":"US"}')
  })
  service = createServer((request, response) => {
    request.resume()
    const status = Number(/\d{3}/.exec(request.url ?? '')?.[0])
    response.writeHead(status, { Location: `${addressOf(elsewhere)}/` }).end()
  })
  await Promise.all([listen(elsewhere), listen(service)])
})
beforeEach(() => {
  visits = 0
})
afterAll(() => {
  for (const server of [service, elsewhere]) server.close()
})

const STATUSES = [301, 302, 303, 307, 308]

test.each(STATUSES)('no outgoing call follows a redirect (%i)', async (status) => {
  const url = `${addressOf(service)}/${status}`
  const storefront = createStorefront({ url, token: 'token', fetch: boundedFetch, log: silentLog })
  await expect(storefront.getProducts('us', { first: 12 })).rejects.toBeInstanceOf(UpstreamError)

  const admin = { url, token: 'token', fetch }
  const reply = callAdmin(admin, 'query Any { shop { id } }', {}, z.object({}))
  await expect(reply).rejects.toEqual(new ShopifyAdminError('Any', `HTTP ${status}`))

  const client = createClient(url, 'key', {
    auth: { persistSession: false },
    global: { fetch: boundedFetch },
  })
  expect((await client.from('waitlist').select('id')).error).not.toBeNull()

  const geo = createGeo({ service: createHostedLookup(`${url}/{ip}`), log: silentLog })
  expect(await geo.country(new Headers(), '8.8.8.8')).toBeNull()
  expect(visits).toBe(0)
})
