import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import type { Market } from '#app/models/market.ts'
import { HANDLES } from '#app/models/product.ts'
import { createStorefront } from '#app/services/storefront/storefront.server.ts'
import { UpstreamError } from '#app/services/upstream/upstream-error.server.ts'
import { SEEDED_GIFTS, seedGiftCodes } from '#embedded/supabase/seed.server.ts'
import { silentLog } from '../support/silent-log.ts'
import { CONSENT, clientFor, newBackendFolder, OWNER, startEmbedded } from './support.ts'

let shop: Awaited<ReturnType<typeof startEmbedded>>
beforeAll(async () => {
  shop = await startEmbedded()
})
afterAll(() => shop.close())

describe('tables behind supabase-js', () => {
  it('compare text as text, whatever it looks like, and keep JSON as JSON', async () => {
    const gift_id = '00000000-0000-4000-8000-000000000000'
    const discounts = () => shop.service.from('gift_discounts')
    for (const code of ['1043', '007', '1E3', 'NULL', 'TRUE', '{"A":1}', 'A "B"', 'A,B', '(C)', 'Ü ☃']) {
      expect((await discounts().insert({ code, gift_id })).error).toBeNull()
      const rows = [
        discounts().select('code').eq('code', code),
        discounts().select('code').in('code', [code]),
      ]
      for (const { data } of await Promise.all(rows)) expect(data).toEqual([{ code }])
    }
    const kept = { template: '[1]', subject: '{"x":1}', data: { a: [1, { b: '☃' }] } }
    const row = { dedupe_key: 'json', to_email: 'a@b.c', market: 'us', ...kept }
    const added = shop.service.from('mail_outbox').insert(row).select('template, subject, data').single()
    expect((await added).data).toEqual(kept)
  })

  it('are closed to a signed-in owner too', async () => {
    const client = clientFor(shop.access, shop.access.anonKey)
    await client.auth.signInWithPassword(OWNER)
    expect((await client.from('waitlist').select('*')).error?.code).toBe('42501')
    expect((await client.functions.invoke('email-signup', { body: {} })).error?.context.status).toBe(401)
    const { data } = await client.auth.getSession()
    const authorization = `Bearer ${data.session?.access_token}`
    const headers = { apikey: shop.access.serviceRoleKey, authorization }
    const mixed = await shop.access.fetch(`${shop.access.url}/rest/v1/waitlist`, { headers })
    expect(mixed.status).toBe(401)
  })

  it.each([
    ...['signup', 'otp', 'recover', 'admin/users', 'magiclink'].map((path) => `/auth/v1/${path}`),
    ...['/_system/info', '/storage/v1/bucket', '/'],
  ])('serve nothing at %s', async (path) => {
    for (const apikey of [shop.access.anonKey, shop.access.serviceRoleKey]) {
      const headers = { apikey, 'content-type': 'application/json' }
      const body = '{"email":"x@example.com","password":"long enough"}'
      const response = await shop.access.fetch(shop.access.url + path, { method: 'POST', headers, body })
      expect(response.status).toBe(403)
    }
  })
})

it('a call that lasts beyond the deadline is an UpstreamError', async () => {
  shop.embedded.faults.inject({ kind: 'hang', times: 1 })
  const { timeout } = AbortSignal
  const passing = vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => timeout.call(AbortSignal, 1))
  onTestFinished(() => passing.mockRestore())
  await expect(shop.backend.gifts.findByWords('nobody said these')).rejects.toBeInstanceOf(UpstreamError)
  expect(passing.mock.calls).toEqual([[5_000]])
})

describe('a start', () => {
  async function temporaryFolder(): Promise<string> {
    const folder = await newBackendFolder()
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    return folder
  }

  it('makes a password when none is set; the next keeps keys, rows and accounts', async () => {
    const dataDir = await temporaryFolder()
    for (const file of readdirSync(dataDir)) rmSync(join(dataDir, file), { recursive: true })
    const first = await startEmbedded({ dataDir, ownerPassword: null })
    const password = first.embedded.newOwnerPassword ?? ''
    expect(password).toMatch(/^\S{12,}$/)
    await first.backend.joinWaitlist({ name: 'Ada', email: 'ada@example.com' }, CONSENT)
    await first.close()
    const second = await startEmbedded({ dataDir, ownerPassword: null })
    expect(second.embedded.newOwnerPassword).toBeNull()
    expect(second.access.serviceRoleKey).toBe(first.access.serviceRoleKey)
    expect(await second.backend.listRows('waitlist')).toHaveLength(1)
    expect((await second.backend.auth.signIn(OWNER.email, password)).ok).toBe(true)
    await second.close()
  })

  it('makes the one configured account the owner’s, with its password, and ends sessions of another', async () => {
    const dataDir = await temporaryFolder()
    const second = { email: 'second@wizardbox.example', password: 'the new password' }
    const changed = { ...OWNER, password: second.password }
    let session: Parameters<typeof shop.backend.auth.getOwner>[0] | null = null
    for (const [account, answers] of [
      [OWNER, [{ ok: true }, { error: 'wrong-password' }, { error: 'wrong-password' }]],
      [changed, [{ error: 'wrong-password' }, { ok: true }, { error: 'wrong-password' }]],
      [second, [{ error: 'wrong-password' }, { error: 'not-owner' }, { ok: true }]],
      [{ ...OWNER, password: null }, [{ error: 'wrong-password' }, { ok: true }, { error: 'not-owner' }]],
    ] as const) {
      const options = { dataDir, ownerEmail: account.email, ownerPassword: account.password }
      const { backend, close } = await startEmbedded(options)
      if (account === changed && session)
        expect(await backend.auth.getOwner(session)).toEqual({ ok: false, error: 'expired' })
      const tries = [OWNER, changed, second].map(({ email, password }) =>
        backend.auth.signIn(email, password),
      )
      const results = await Promise.all(tries)
      expect(results).toMatchObject(answers)
      if (results[0]?.ok) session = results[0].value.session
      await close()
    }
  })

  it('after a kill in the middle of writing has every acknowledged write', async () => {
    const dataDir = await temporaryFolder()
    const program = fileURLToPath(new URL('writer.ts', import.meta.url))
    const writer = spawn(process.execPath, [program, dataDir], { stdio: ['ignore', 'pipe', 'inherit'] })
    onTestFinished(() => void writer.kill('SIGKILL'))
    const exited = once(writer, 'exit')
    const acknowledged: string[] = []
    for await (const line of createInterface(writer.stdout))
      if (acknowledged.push(line) === 8) writer.kill('SIGKILL')
    await exited
    expect(acknowledged.length).toBeGreaterThanOrEqual(8)
    const next = await startEmbedded({ dataDir })
    for (const line of acknowledged) {
      const [table = '', email = ''] = line.split(' ')
      const { data } = await next.service.from(table).select('email').eq('email', email)
      expect(data).toEqual([{ email }])
    }
    // Mails too: complete files only, and interrupted ones are sent later.
    for (const file of readdirSync(next.outboxDir).filter((name) => name.endsWith('.eml')))
      expect(readFileSync(join(next.outboxDir, file), 'utf8')).toContain('</html>')
    await next.close()
  })

  it('makes the sample gifts once, like those of a paid order, each in its state', async () => {
    const { storefrontUrl: url, storefrontToken: token, storefrontFetch: fetch } = shop.store
    const storefront = createStorefront({ url, token, fetch, log: silentLog })
    const findVol2 = (market: Market) => storefront.getProduct(market, HANDLES.vol2[market])
    const seed = () => seedGiftCodes(shop.backend, findVol2, silentLog)
    await Promise.all([seed(), seed()])
    await seed()
    expect(await shop.backend.listRows('giftCodes')).toHaveLength(SEEDED_GIFTS.length)
    for (const { words, market, state } of SEEDED_GIFTS) {
      const gift = await shop.backend.gifts.findByWords(words)
      expect(gift).toMatchObject({ market, redeemed: state === 'redeemed', setupComplete: state === 'open' })
      if (state === 'without-discount') expect(gift?.discountCode).toBeNull()
      else expect(gift?.discountCode).toMatch(/^GIFT-/)
    }
  })
})
