import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { afterAll, describe, expect, it } from 'vitest'
import type { Market } from '#app/models/market.ts'
import { HANDLES } from '#app/models/product.ts'
import { createStorefront } from '#app/services/storefront/storefront.server.ts'
import { codeOfStep, currentStep } from '#embedded/supabase/factors.server.ts'
import { SEEDED_GIFTS, seedGiftCodes } from '#embedded/supabase/seed.server.ts'
import { silentLog } from '../support/silent-log.ts'
import { CONSENT, clientFor, OWNER, startEmbedded } from './support.ts'

const shop = await startEmbedded()
afterAll(shop.close)

describe('tables behind supabase-js', () => {
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

  it('serve no other address', async () => {
    const { url, anonKey, serviceRoleKey } = shop.access
    const body = '{"email":"x@example.com","password":"long enough"}'
    for (const path of ['/auth/v1/signup', '/auth/v1/admin/users', '/_system/info', '/'])
      for (const apikey of [anonKey, serviceRoleKey]) {
        const headers = { apikey, 'content-type': 'application/json' }
        expect((await shop.access.fetch(url + path, { method: 'POST', headers, body })).status).toBe(403)
      }
  })
})

describe('a start', () => {
  const temporaryFolder = () => mkdtempSync(join(tmpdir(), 'wizard-box-backend-'))

  it('makes a password when none is set; the next keeps keys, rows and accounts', async () => {
    const dataDir = temporaryFolder()
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
    const dataDir = temporaryFolder()
    const startWith = ({ email, password }: typeof OWNER) =>
      startEmbedded({ dataDir, ownerEmail: email, ownerPassword: password })
    const changed = { ...OWNER, password: 'the new password' }
    const second = { email: 'second@wizardbox.example', password: changed.password }
    const first = await startWith(OWNER)
    const signedIn = await first.backend.auth.signIn(OWNER.email, OWNER.password)
    await first.close()
    for (const [account, former, error] of [
      [changed, OWNER, 'wrong-password'],
      [second, changed, 'not-owner'],
    ] as const) {
      const { backend, close } = await startWith(account)
      expect(await backend.auth.signIn(former.email, former.password)).toEqual({ ok: false, error })
      expect(await backend.auth.signIn(account.email, account.password)).toMatchObject({ ok: true })
      if (signedIn.ok) expect((await backend.auth.getOwner(signedIn.value.session)).ok).toBe(false)
      await close()
    }
  })

  it('makes the sample gifts once, like those of a paid order, each in its state', async () => {
    const { store, backend, close } = await startEmbedded({ dataDir: temporaryFolder() })
    const { storefrontUrl: url, storefrontToken: token, storefrontFetch: fetch } = store
    const storefront = createStorefront({ url, token, fetch, log: silentLog })
    const findVol2 = (market: Market) => storefront.getProduct(market, HANDLES.vol2[market])
    const seed = () => seedGiftCodes(backend, findVol2, silentLog)
    await Promise.all([seed(), seed()])
    await seed()
    expect(await backend.listRows('giftCodes')).toHaveLength(SEEDED_GIFTS.length)
    for (const { words, market, state } of SEEDED_GIFTS) {
      const gift = await backend.gifts.findByWords(words)
      expect(gift).toMatchObject({ market, redeemed: state === 'redeemed', setupComplete: state === 'open' })
      if (state === 'without-discount') expect(gift?.discountCode).toBeNull()
      else expect(gift?.discountCode).toMatch(/^GIFT-/)
    }
    await close()
  })
})

async function signIn() {
  const signedIn = await shop.backend.auth.signIn(OWNER.email, OWNER.password)
  return signedIn.ok ? signedIn.value : expect.fail(signedIn.error)
}

/** An owner who is about to enrol an app, with its code of this half minute. */
async function enrol() {
  const signedIn = await signIn()
  const started = await shop.backend.auth.startEnrollment(signedIn)
  const { uri, factorId } = started.ok ? started.value : expect.fail(started.error)
  const secret = new URL(uri).searchParams.get('secret') ?? ''
  return { ...signedIn, factorId, code: codeOfStep(secret, currentStep(Date.now())) }
}

it('an authenticator app has limited tries in a session, which do not keep another one out; an outage is no wrong code', async () => {
  const { auth } = shop.backend
  const { session, factorId, code } = await enrol()
  shop.embedded.faults.inject({ match: /POST \/auth\/v1\/factors/, kind: 'unreachable', times: 1 })
  const tried = auth.verifyCode(session, '000000', factorId)
  await expect(tried).rejects.toMatchObject({ name: 'UpstreamError' })
  const replies: unknown[] = []
  for (let guess = 0; guess < 12; guess++)
    replies.push(await auth.verifyCode(session, String(guess).padStart(6, '0'), factorId))
  expect(replies.at(-1)).toEqual({ ok: false, error: 'too-many-tries' })
  // A code counts once, also when it is sent twice at once.
  const other = (await signIn()).session
  const twice = await Promise.all([1, 2].map(() => auth.verifyCode(other, code, factorId)))
  const used = twice.sort((a, b) => Number(b.ok) - Number(a.ok))
  expect(used).toMatchObject([{ ok: true }, { ok: false, error: 'wrong-code' }])
})

it('a password is checked off the event loop, for as long at an unknown address', async () => {
  /** Signs in at the auth server itself, without the shop's minimum duration. @returns its duration, ms */
  async function timeOf(email: string): Promise<number> {
    const started = performance.now()
    const { auth } = clientFor(shop.access, shop.access.anonKey)
    const { error } = await auth.signInWithPassword({ email, password: 'a guess' })
    expect(error?.code).toBe('invalid_credentials')
    return performance.now() - started
  }
  const [before, beforeOfThread] = [process.cpuUsage(), process.threadCpuUsage()]
  const known = await timeOf(OWNER.email)
  // Without the check it would be near none; a busy machine delays some of them.
  expect((await timeOf('nobody@example.com')) / known).toBeGreaterThan(0.2)
  // On the event loop, its thread would have computed nearly all of it.
  const ofThread = process.threadCpuUsage(beforeOfThread).user
  expect(ofThread / process.cpuUsage(before).user).toBeLessThan(0.5)
})
