import { createClient } from '@supabase/supabase-js'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { createGeo } from '#app/services/geo/geo.server.ts'
import { createStorefront } from '#app/services/storefront/storefront.server.ts'
import { boundedFetch, UpstreamError } from '#app/services/upstream/upstream-error.server.ts'
import { callAdmin, ShopifyAdminError } from '#supabase/functions/_shared/shopify-admin.ts'
import { serve } from '../support/loopback.ts'
import { silentLog } from '../support/silent-log.ts'

/** Outgoing calls carry tokens: a service that redirects them elsewhere gets an error, and nobody gets the tokens. */

let visits = 0
const elsewhere = await serve(() => {
  visits += 1
  return Response.json({ data: {}, country_code: 'US' })
})
const service = await serve(({ url }) => {
  const status = Number(/\d{3}/.exec(new URL(url).pathname)?.[0])
  return new Response(null, { status, headers: { Location: `${elsewhere.origin}/` } })
})
beforeEach(() => {
  visits = 0
})
afterAll(() => Promise.all([service, elsewhere].map(({ close }) => close())))

const STATUSES = [301, 302, 303, 307, 308]

test.each(STATUSES)('no outgoing call follows a redirect (%i)', async (status) => {
  const url = `${service.origin}/${status}`
  const storefront = createStorefront({ url, token: 'token', fetch: boundedFetch, log: silentLog })
  await expect(storefront.getProducts('us')).rejects.toBeInstanceOf(UpstreamError)

  const admin = { url, token: 'token', fetch }
  const reply = callAdmin(admin, 'query Any { shop { id } }', {}, z.object({}))
  await expect(reply).rejects.toEqual(new ShopifyAdminError('Any', `HTTP ${status}`))

  const client = createClient(url, 'key', {
    auth: { persistSession: false },
    global: { fetch: boundedFetch },
  })
  expect((await client.from('waitlist').select('id')).error).not.toBeNull()

  const geo = createGeo(`${url}/{ip}`, silentLog)
  expect(await geo.country(new Headers(), '8.8.8.8')).toBeNull()
  expect(visits).toBe(0)
})
