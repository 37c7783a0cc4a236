import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Market } from '#app/models/market.ts'
import { HANDLES } from '#app/models/product.ts'
import { createStorefront } from '#app/services/storefront/storefront.server.ts'
import { codeOfStep, currentStep } from '#embedded/supabase/factors.server.ts'
import { SEEDED_GIFTS, seedGiftCodes } from '#embedded/supabase/seed.server.ts'
import type { SendMail } from '#supabase/functions/_shared/mail/message.ts'
import { deliverMail } from '#supabase/functions/_shared/outbox.ts'
import { readOutbox } from '../support/outbox.ts'
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

  it('makes the sample gifts once, like those of a paid order, each in its state, also after a start that ended early', async () => {
    const { store, backend, embedded, close } = await startEmbedded({ dataDir: temporaryFolder() })
    const { storefrontUrl: url, storefrontToken: token, storefrontFetch: fetch } = store
    const storefront = createStorefront({ url, token, fetch, log: silentLog })
    const findVol2 = (market: Market) => storefront.getProduct(market, HANDLES.vol2[market])
    const seed = () => seedGiftCodes(backend, findVol2, silentLog)
    embedded.faults.inject({ match: /create-gift-discount/, kind: 'unreachable', times: 1 })
    await expect(seed()).rejects.toMatchObject({ name: 'UpstreamError' })
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

it('an authenticator app has limited tries in a session, which do not keep another one out; an outage is no wrong code; tokens of before the code end', async () => {
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
  const first = (await signIn()).session
  const refreshed = await auth.refresh(first)
  const other = refreshed.ok ? refreshed.value : expect.fail(refreshed.error)
  const twice = await Promise.all([1, 2].map(() => auth.verifyCode(other, code, factorId)))
  const used = twice.sort((a, b) => Number(b.ok) - Number(a.ok))
  expect(used).toMatchObject([{ ok: true }, { ok: false, error: 'wrong-code' }])
  for (const former of [first, other])
    expect(await auth.refresh(former)).toEqual({ ok: false, error: 'expired' })
  const raised = used[0]?.ok ? used[0].value : expect.fail()
  expect(await auth.refresh(raised)).toMatchObject({ ok: true })
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

describe('the outbox', () => {
  const MINUTE = 60_000
  const HOUR = 60 * MINUTE

  beforeEach(() => outbox().delete().neq('state', 'none'))

  const sentTo = () => readOutbox(shop.dataDir).map(({ to }) => to.replace('@example.com', ''))
  const isoAgo = (ms: number) => new Date(Date.now() - ms).toISOString()
  const outbox = () => shop.service.from('mail_outbox')

  /** A mail that has been in the outbox for that long, ms. */
  const leftMail = (name: string, age: number, more: object = {}) => ({
    dedupe_key: name,
    template: 'welcome',
    to_email: `${name}@example.com`,
    subject: 'x',
    data: { firstName: 'Ada', email: `${name}@example.com`, unsubscribeToken: 'a'.repeat(44) },
    market: 'uk',
    state: 'waiting',
    attempts: 0,
    created_at: isoAgo(age),
    ...more,
  })

  /** Adds a mail. @returns its id */
  async function leaveOne(): Promise<string> {
    const { data } = await outbox().insert(leftMail('slow', 0)).select('id').single()
    return String(data?.id)
  }

  /** Sends a mail by a sender of its own. @param ahead how fast its clock is, ms */
  function deliver(id: string, sendMail: SendMail, ahead = 0) {
    const environment = { database: shop.service, origin: () => 'https://shop.test', log: silentLog }
    return deliverMail({ ...environment, sendMail, now: () => Date.now() + ahead }, id)
  }
  const stored = async () => (await shop.backend.listRows('mails'))[0]

  it('the sender sends what is due: after ever longer pauses for nearly three days, and after the death of a process', async () => {
    const failed = (attempts: number) => ({ state: 'failed', attempts })
    const killed = (attempts: number, lockedFor = -MINUTE) => ({
      ...{ state: 'sending', attempts, locked_until: isoAgo(-lockedFor) },
    })
    const rows = [
      // So many that wait for their retry do not hold up the others.
      ...Array.from({ length: 60 }, (_, at) => leftMail(`resting${at}`, 30 * MINUTE, failed(5))),
      leftMail('given-up', 1000 * HOUR, failed(13)),
      leftMail('last', 69 * HOUR, failed(12)),
      leftMail('not-yet', 67 * HOUR, failed(12)),
      leftMail('killed-often', 1000 * HOUR, killed(13)),
      leftMail('killed-lately', 30 * MINUTE, killed(5)),
      leftMail('due', 17 * MINUTE, failed(4)),
      leftMail('under-way', 10 * MINUTE, killed(1, 30_000)),
      leftMail('killed', 3 * MINUTE, killed(1)),
      leftMail('left', 2 * MINUTE),
      leftMail('young', 0),
    ]
    await outbox().insert(rows)
    const sent = await Promise.all([shop.backend.sendWaitingMails(), shop.backend.sendWaitingMails()])
    expect(sent[0] + sent[1]).toBe(4)
    expect(sentTo().sort()).toEqual(['due', 'killed', 'last', 'left'])
    const { data } = await outbox()
      .select('last_error, attempts, state')
      .like('dedupe_key', 'killed-%')
      .order('attempts')
    const last_error = 'Sending was cut short; it may have gone out.'
    expect(data).toEqual([5, 13].map((attempts) => ({ last_error, attempts, state: 'failed' })))
  })

  it('one mail is sent by one of many senders, and not marked as failed when its state could not be stored', async () => {
    const id = await leaveOne()
    const send = vi.fn(async () => {
      shop.embedded.faults.inject({ match: /PATCH .*mail_outbox/, kind: 'status', status: 503, times: 1 })
    })
    const delivered = await Promise.all(Array.from({ length: 20 }, () => deliver(id, send)))
    expect(send).toHaveBeenCalledTimes(1)
    expect(delivered.filter((state) => state === 'sent')).toHaveLength(1)
    expect(await deliver(id, send)).toBe('busy')
    expect(await stored()).toMatchObject({ state: 'sent', attempts: 1 })
  })

  /** Starts to send a mail. @returns what ends that */
  async function start(id: string, ahead: number) {
    const answer = Promise.withResolvers<void>()
    const send = vi.fn(() => answer.promise)
    const delivered = deliver(id, send, ahead)
    await expect.poll(() => send.mock.calls.length).toBe(1)
    return { ...answer, delivered }
  }

  it.each([
    ['late accepts, then early refuses', true],
    ['early accepts, then late refuses', false],
  ])('of a mail claimed from a sender whose claim has expired, %s: it was sent', async (_, isLateFirst) => {
    const id = await leaveOne()
    const senders = [await start(id, 0), await start(id, 61_000)]
    const [accepts, refuses] = isLateFirst ? senders.reverse() : senders
    accepts?.resolve()
    expect(await accepts?.delivered).toBe('sent')
    refuses?.reject(new Error('554 no'))
    expect(await refuses?.delivered).toBe('failed')
    expect(await stored()).toMatchObject({ state: 'sent', attempts: 2, lastError: null })
  })
})
