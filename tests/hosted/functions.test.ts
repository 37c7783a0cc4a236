import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { HANDLES } from '#app/models/product.ts'
import type { FunctionName } from '#app/services/doctor/supabase.server.ts'
import { SEEDED_PRODUCTS } from '#embedded/shopify/catalogue.ts'
import { denoPath } from '#scripts/programs.mjs'
import { openDatabase } from '#supabase/functions/_shared/database.ts'
import { storeProduct } from '../support/grown-catalogue.ts'
import { ownPort } from '../support/own-port.ts'
import { createShopify, type Shopify } from '../support/shopify.ts'
import { type Supabase, startSupabase } from './supabase-double.ts'

/** The functions in the runtime that Supabase runs them in, each as it is deployed: its own folder and what is shared. */

const LOCAL = ['--config', 'deno.json', '--node-modules-dir=manual', '--cached-only']
const env = {
  ...process.env,
  DENO_NO_UPDATE_CHECK: '1',
  DENO_DIR: fileURLToPath(new URL('../../.cache/deno/cache', import.meta.url)),
}
const folderOf = (name: string) => fileURLToPath(new URL(`../../supabase/functions/${name}`, import.meta.url))

// `npm test` says at its end when they are left out.
describe.skipIf(!existsSync(denoPath))('under Deno', () => {
  let shopify: Shopify
  let supabase: Supabase
  const running: ChildProcess[] = []
  beforeAll(async () => {
    const scarf = storeProduct({ handle: 'scarf', title: 'Scarf', tags: ['market: us'] })
    shopify = createShopify({ isNew: false, products: [...SEEDED_PRODUCTS, scarf] })
    await shopify.listen()
    supabase = await startSupabase()
  })
  afterAll(async () => {
    for (const child of running) child.kill()
    await Promise.all([shopify.close(), supabase.close()])
  })

  /** Starts a function. @returns how it is called by the service role */
  async function start(name: string) {
    const port = await ownPort()
    const secrets = {
      DENO_SERVE_ADDRESS: `tcp:127.0.0.1:${port}`,
      SUPABASE_URL: supabase.url,
      SUPABASE_SECRET_KEYS: JSON.stringify({ default: supabase.keys.secret }),
      PUBLIC_ORIGIN: 'https://shop.example',
      MAIL_TO: 'owner@keyhole.house',
      ...shopify.environment(),
    }
    const program = ['run', ...LOCAL, '--allow-net', '--allow-env', '--allow-read', '--allow-sys', 'index.ts']
    const child = spawn(denoPath, program, { cwd: folderOf(name), env: { ...env, ...secrets } })
    running.push(child)
    const call = (init: RequestInit) =>
      fetch(`http://127.0.0.1:${port}`, { headers: { apikey: supabase.keys.secret }, ...init })
    await vi.waitFor(() => call({}), { timeout: 60_000 })
    return async (body: object | null) => {
      const response = await call(body ? { method: 'POST', body: JSON.stringify(body) } : {})
      return { status: response.status, reply: await response.json() }
    }
  }

  /** A table, as the service role has it. */
  const table = (name: string) => openDatabase(supabase.url, supabase.keys.secret, fetch, false).from(name)

  /** What each function is asked, and what shows that it was done. */
  const TASKS: Record<FunctionName, (call: Awaited<ReturnType<typeof start>>) => Promise<void>> = {
    async 'email-signup'(call) {
      const signup = { fullName: 'Ada', email: 'ada@keyhole.house', source: 'Footer' }
      expect(await call(signup)).toEqual({ status: 200, reply: {} })
      const { data } = await table('email_subscribers').select('email')
      expect(data).toEqual([{ email: 'ada@keyhole.house' }])
    },
    async 'contact-submission'(call) {
      const message = { fullName: 'Ada', email: 'ada@keyhole.house', subject: 'Other', message: 'Magic?' }
      expect((await call(message)).status).toBe(200)
      const { data } = await table('contact_messages').select('message')
      expect(data).toEqual([{ message: 'Magic?' }])
    },
    async 'create-gift-discount'(call) {
      const [variant] = shopify.catalogue.byHandle(HANDLES.vol2.us)?.variants ?? []
      const [code, market] = ['amber lantern owl', 'us']
      const row = { code, market, product_title: 'Gift Bundle - No Wand', product_variant_id: variant?.id }
      const { data } = await table('gift_redemption_codes').insert(row).select('id').single()
      const { status, reply } = await call({ giftCode: code, giftCodeId: data?.id })
      expect([status, reply]).toEqual([200, { discountCode: expect.stringMatching(/^GIFT-/) }])
      expect(shopify.calls.at(-1)?.operation).toBe('CreateGiftDiscount')
    },
    async 'duplicate-products-for-uk'(call) {
      const { reply } = await call({})
      expect(reply.products).toMatchObject([{ handle: 'scarf-1', variants: [{ title: 'Default Title' }] }])
    },
  }

  test('all have the same imports, and right types', async () => {
    const [imports, ...others] = Object.keys(TASKS).map((name) =>
      readFileSync(`${folderOf(name)}/deno.json`, 'utf8'),
    )
    expect(new Set(others)).toEqual(new Set([imports]))
    const files = Object.keys(TASKS).map((name) => `${folderOf(name)}/index.ts`)
    await promisify(execFile)(denoPath, ['check', ...LOCAL, ...files], { cwd: folderOf('email-signup'), env })
  })

  test.each(Object.entries(TASKS))('%s has its secrets and does its work', async (name, task) => {
    const call = await start(name)
    const reply = { function: name, missing: [], origin: 'https://shop.example' }
    expect(await call(null)).toEqual({ status: 200, reply })
    await task(call)
  })
})
