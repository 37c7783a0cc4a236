import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { DatabaseSync } from 'node:sqlite'
import { hash } from 'bcryptjs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createBackend } from '../../app/services/backend/backend.server.ts'
import { UpstreamError } from '../../app/services/upstream/upstream-error.server.ts'
import { codeOfStep, currentStep } from '../../embedded/backend/totp.server.ts'
import { COMPANIES, CONSENT, clientFor, OWNER, silentLog, startEmbedded } from './support.ts'

type Started = Awaited<ReturnType<typeof startEmbedded>>

let shop: Started
beforeAll(async () => {
  shop = await startEmbedded()
})
afterAll(() => shop.close())

function temporaryFolder(): string {
  return mkdtempSync(join(tmpdir(), 'wizard-box-backend-'))
}

describe('starting', () => {
  it('fails when the policies are missing', async () => {
    const folder = temporaryFolder()
    for (const file of readdirSync('supabase/migrations').filter((name) =>
      name.includes('create_shop_tables'),
    ))
      writeFileSync(join(folder, file), readFileSync(join('supabase/migrations', file)))
    await expect(startEmbedded({ migrationsFolder: folder })).rejects.toThrow(
      /would show \w+ to the public key/,
    )
  })

  it('fails when a later migration exposes one table', async () => {
    const folder = temporaryFolder()
    for (const file of readdirSync('supabase/migrations'))
      writeFileSync(join(folder, file), readFileSync(join('supabase/migrations', file)))
    const open = 'create policy "open" on public.waitlist for select to anon using (true);'
    writeFileSync(join(folder, '20991231000000_open.sql'), open)
    await expect(startEmbedded({ migrationsFolder: folder })).rejects.toThrow(
      'would show waitlist to the public key',
    )
  })

  it('keeps keys, rows and accounts, and applies a migration once', async () => {
    const dataDir = temporaryFolder()
    const first = await startEmbedded({ dataDir, ownerPassword: null })
    const password = first.embedded.newOwnerPassword
    expect(password).toMatch(/^\S{12,}$/)
    await first.backend.joinWaitlist({ name: 'Ada', email: 'ada@example.com' }, CONSENT)
    await first.close()
    const second = await startEmbedded({ dataDir, ownerPassword: null })
    expect(second.embedded.newOwnerPassword).toBeNull()
    expect(second.access.serviceRoleKey).toBe(first.access.serviceRoleKey)
    expect((await second.backend.listWaitlist({ page: 1 })).total).toBe(1)
    expect((await second.backend.auth.signIn(OWNER.email, password ?? '')).ok).toBe(true)
    await second.close()
    rmSync(dataDir, { recursive: true })
  })

  it('applies a changed OWNER_PASSWORD and ends existing sessions', async () => {
    const dataDir = temporaryFolder()
    const first = await startEmbedded({ dataDir, ownerPassword: 'the old password' })
    const signedIn = await first.backend.auth.signIn(OWNER.email, 'the old password')
    await first.close()
    const second = await startEmbedded({ dataDir, ownerPassword: 'the new password' })
    expect(await second.backend.auth.signIn(OWNER.email, 'the old password')).toEqual({
      ok: false,
      error: 'invalid-credentials',
    })
    expect((await second.backend.auth.signIn(OWNER.email, 'the new password')).ok).toBe(true)
    if (signedIn.ok)
      expect(await second.backend.auth.getOwner(signedIn.value.session)).toEqual({
        ok: false,
        error: 'expired',
      })
    await second.close()
    rmSync(dataDir, { recursive: true })
  })

  it('works concurrently on one folder', async () => {
    const dataDir = temporaryFolder()
    const shops = await Promise.all([1, 2, 3].map(() => startEmbedded({ dataDir })))
    await Promise.all(
      shops.map((each, at) => each.backend.joinWaitlist({ name: 'A', email: `a${at}@example.com` }, CONSENT)),
    )
    expect((await shops[0]?.backend.listWaitlist({ page: 1 }))?.total).toBe(3)
    for (const each of shops) await each.close()
    rmSync(dataDir, { recursive: true })
  })
})

describe('tables behind supabase-js', () => {
  it('compare text as text, whatever it looks like', async () => {
    for (const text of ['1043', '007', '1e3', 'null', 'true', '{"a":1}', 'a "b"', 'a,b', '(c)', 'ü ☃']) {
      const row = { actor_email: 'filters', action: text, subject_type: 'filters' }
      const { error } = await shop.service.from('audit_trail').insert(row)
      expect(error).toBeNull()
      const rows = shop.service.from('audit_trail').select('action').eq('subject_type', 'filters')
      expect((await rows.eq('action', text)).data).toEqual([{ action: text }])
      const listed = await shop.service.from('audit_trail').select('action').in('action', [text, 'x'])
      expect(listed.data).toEqual([{ action: text }])
    }
  })

  it('read JSON columns as JSON and text columns as text', async () => {
    const data = { a: [1, { b: '☃' }] }
    const row = {
      dedupe_key: 'json',
      template: '[1]',
      to_email: 'a@b.c',
      subject: '{"x":1}',
      data,
      market: 'us',
    }
    const { data: kept } = await shop.service
      .from('mail_outbox')
      .insert(row)
      .select('template, subject, data')
      .single()
    expect(kept).toEqual({ template: '[1]', subject: '{"x":1}', data })
  })

  it('are closed to a signed-in owner too', async () => {
    const client = clientFor(shop.access, shop.access.anonKey)
    await client.auth.signInWithPassword(OWNER)
    expect((await client.from('waitlist').select('*')).error?.code).toBe('42501')
    expect((await client.functions.invoke('email-signup', { body: {} })).error?.context.status).toBe(401)
    const mixed = await shop.access.fetch(`${shop.access.url}/rest/v1/waitlist`, {
      headers: {
        apikey: shop.access.serviceRoleKey,
        authorization: `Bearer ${(await client.auth.getSession()).data.session?.access_token}`,
      },
    })
    expect(mixed.status).toBe(401)
  })

  it.each([
    '/auth/v1/signup',
    '/auth/v1/otp',
    '/auth/v1/recover',
    '/auth/v1/admin/users',
    '/auth/v1/magiclink',
    '/_system/info',
    '/storage/v1/bucket',
    '/',
  ])('serve nothing at %s', async (path) => {
    for (const key of [shop.access.anonKey, shop.access.serviceRoleKey]) {
      const response = await shop.access.fetch(shop.access.url + path, {
        method: 'POST',
        headers: { apikey: key, 'content-type': 'application/json' },
        body: '{"email":"x@example.com","password":"long enough"}',
      })
      expect(response.status).toBe(403)
    }
  })
})

describe('a failure between shop and backend', () => {
  const findAny = () => shop.backend.gifts.findByWords('amber lantern owl')

  it.each([
    [{ kind: 'unreachable', times: 1 } as const, null],
    [{ kind: 'html', times: 1 } as const, 502],
    [{ kind: 'status', status: 503, times: 1 } as const, 503],
    [{ kind: 'status', status: 200, body: [{ nonsense: true }], times: 1 } as const, 200],
    [{ kind: 'status', status: 200, body: 'nonsense', times: 1 } as const, 200],
  ])('is an UpstreamError: %j', async (fault, status) => {
    shop.embedded.faults.inject(fault)
    const error = await findAny().catch((cause: unknown) => cause)
    expect(error).toBeInstanceOf(UpstreamError)
    expect(error).toMatchObject({ operation: 'find gift code', status })
    expect(await findAny()).toBeNull()
  })

  it('times out at the deadline', async () => {
    shop.embedded.faults.inject({ kind: 'hang', times: 1 })
    const started = performance.now()
    await expect(findAny()).rejects.toBeInstanceOf(UpstreamError)
    expect(performance.now() - started).toBeLessThan(9_000)
  })

  it('is reported by functions too', async () => {
    shop.embedded.faults.inject({ match: /rest\/v1\/email_subscribers/, kind: 'unreachable', times: 1 })
    const signup = { fullName: 'Ada', email: 'faulty@example.com', source: 'Footer' } as const
    await expect(shop.backend.signUp(signup, CONSENT)).rejects.toMatchObject({
      operation: 'function email-signup',
    })
    expect(await shop.backend.signUp(signup, CONSENT)).toBeNull()
  })
})

describe('the owner', () => {
  it('sign-in does not reveal whether an address exists', async () => {
    expect(await shop.backend.auth.signIn(OWNER.email, 'wrong password')).toEqual(
      await shop.backend.auth.signIn('nobody@example.com', 'wrong password'),
    )
  })

  it('needs the role, not only an account', async () => {
    const dataDir = temporaryFolder()
    const before = await startEmbedded({ dataDir, ownerEmail: 'first@example.com' })
    await before.close()
    const after = await startEmbedded({ dataDir, ownerEmail: 'second@example.com' })
    expect(await after.backend.auth.signIn('first@example.com', OWNER.password)).toEqual({
      ok: false,
      error: 'not-owner',
    })
    expect((await after.backend.auth.signIn('second@example.com', OWNER.password)).ok).toBe(true)
    await after.close()
    rmSync(dataDir, { recursive: true })
  })

  it('can refresh, sign out and has no access afterwards', async () => {
    const signedIn = await shop.backend.auth.signIn(OWNER.email.toUpperCase(), OWNER.password)
    if (!signedIn.ok) throw new Error('not signed in')
    const refreshed = await shop.backend.auth.refresh(signedIn.value.session)
    if (!refreshed.ok) throw new Error('not refreshed')
    expect((await shop.backend.auth.getOwner(refreshed.value)).ok).toBe(true)
    await shop.backend.auth.signOut(refreshed.value)
    expect(await shop.backend.auth.getOwner(refreshed.value)).toEqual({ ok: false, error: 'expired' })
    expect(await shop.backend.auth.refresh(refreshed.value)).toEqual({ ok: false, error: 'expired' })
  })

  it.each(['', 'a.b.c', 'eyJhbGciOiJub25lIn0.eyJzdWIiOiIxIiwicm9sZSI6InNlcnZpY2Vfcm9sZSJ9.'])(
    'is not recognised with a forged token: %s',
    async (accessToken) => {
      const forged = { accessToken, refreshToken: 'x', expiresAt: 0 }
      expect(await shop.backend.auth.getOwner(forged)).toEqual({ ok: false, error: 'expired' })
    },
  )

  /** A backend whose owner has signed in and is about to enrol an authenticator app. */
  async function startEnrolling() {
    const own = await startEmbedded()
    const { auth } = own.backend
    const signedIn = await auth.signIn(OWNER.email, OWNER.password)
    if (!signedIn.ok) throw new Error('not signed in')
    const { session } = signedIn.value
    const enrolled = await auth.startEnrollment(session, 'Phone')
    if (!enrolled.ok) throw new Error('not enrolled')
    return { own, auth, session, factor: enrolled.value }
  }

  it('needs a one-time code once an app is enrolled', async () => {
    const { own, auth, session, factor } = await startEnrolling()
    const { factorId, secret, uri } = factor
    // One half minute for the whole test, which may end in the next.
    const step = currentStep(Date.now())
    const usedCode = codeOfStep(secret, step)
    expect(uri).toMatch(/^otpauth:\/\/totp\/Wizard%20Box:/)
    expect(await auth.verifyCode(session, '000000', factorId)).toEqual({
      ok: false,
      error: 'wrong-code',
    })
    const raised = await auth.verifyCode(session, usedCode, factorId)
    expect(raised.ok).toBe(true)

    const again = await auth.signIn(OWNER.email, OWNER.password)
    if (!again.ok) throw new Error('not signed in')
    expect(again.value.needsCode).toBe(true)
    expect(await auth.getOwner(again.value.session)).toMatchObject({ value: { needsCode: true } })
    expect(await auth.removeFactor(again.value.session, factorId)).toEqual({
      ok: false,
      error: 'not-allowed',
    })
    expect(await auth.startEnrollment(again.value.session, 'Thief')).toEqual({
      ok: false,
      error: 'not-allowed',
    })
    expect(await auth.verifyCode(again.value.session, usedCode)).toEqual({ ok: false, error: 'wrong-code' })
    const second = await auth.verifyCode(again.value.session, codeOfStep(secret, step + 1))
    if (!second.ok) throw new Error('a code of the next half minute was refused')
    expect(await auth.getOwner(second.value)).toMatchObject({ value: { needsCode: false } })
    const refreshed = await auth.refresh(second.value)
    if (!refreshed.ok) throw new Error('not refreshed')
    expect(await auth.getOwner(refreshed.value)).toMatchObject({ value: { needsCode: false } })
    expect(await auth.removeFactor(refreshed.value, factorId)).toEqual({ ok: true, value: 'removed' })
    await own.close()
  })

  it('can use a one-time code once, also concurrently in another process', async () => {
    const { own, auth, session, factor } = await startEnrolling()
    const step = currentStep(Date.now())
    const other = new DatabaseSync(join(own.dataDir, 'backend.db'))
    // Between reading the last used code and storing it.
    other.exec(
      `CREATE TRIGGER elsewhere AFTER DELETE ON "auth.mfa_challenges"
      BEGIN UPDATE "auth.mfa_factors" SET last_step = ${step + 1}; END`,
    )
    other.close()
    const code = codeOfStep(factor.secret, step)
    expect(await auth.verifyCode(session, code, factor.factorId)).toEqual({
      ok: false,
      error: 'wrong-code',
    })
    await own.close()
  })

  it('is the one account configured, also after the configuration changes', async () => {
    const own = await startEmbedded()
    const second = { ...OWNER, email: 'second@wizardbox.example' }
    const startFor = (account: typeof OWNER | null) =>
      startEmbedded({
        dataDir: own.dataDir,
        ownerEmail: account?.email ?? OWNER.email,
        ownerPassword: account?.password ?? null,
      })
    const roles = async (backend: Started['backend']) => {
      const answers = await Promise.all(
        [OWNER, second].map((one) => backend.auth.signIn(one.email, one.password)),
      )
      return answers.map(({ ok }) => ok)
    }
    for (const [account, expected] of [
      [second, [false, true]],
      [null, [true, false]],
    ] as const) {
      const again = await startFor(account)
      expect(await roles(again.backend)).toEqual(expected)
      await again.close()
    }
    await own.close()
  })

  it.each(['unreachable', 'html'] as const)(
    'gets different errors for an outage (%s) and a wrong code',
    async (kind) => {
      const own = await startEmbedded()
      const { auth } = own.backend
      const signedIn = await auth.signIn(OWNER.email, OWNER.password)
      if (!signedIn.ok) throw new Error('not signed in')
      const { session } = signedIn.value
      if (!(await auth.startEnrollment(session, 'Phone')).ok) throw new Error('not enrolled')
      const { faults } = own.embedded
      const atSecondLook = { match: /GET \/auth\/v1\/user/ }
      for (const work of [
        () => auth.verifyCode(session, '000000'),
        () => auth.startEnrollment(session, 'New'),
      ]) {
        faults.inject({ ...atSecondLook, kind: 'slow', delayMs: 0, times: 1 })
        faults.inject({ ...atSecondLook, kind })
        await expect(work()).rejects.toMatchObject({ name: 'UpstreamError' })
        faults.clear()
      }
      faults.inject({ match: /DELETE \/auth\/v1\/factors/, kind })
      await expect(auth.startEnrollment(session, 'New')).rejects.toMatchObject({
        operation: 'remove stale factor',
      })
      await own.close()
    },
  )

  it('has a session that expires by the shop’s clock', async () => {
    const now = Date.now() + 86_400_000
    const backend = createBackend({
      ...shop.access,
      now: () => now,
      mail: {
        smtpUrl: null,
        from: 'a@example.com',
        to: 'b@example.com',
        outboxDir: shop.outboxDir,
        companies: COMPANIES,
      },
      origin: () => 'https://shop.test',
      log: silentLog,
    })
    const signedIn = await backend.auth.signIn(OWNER.email, OWNER.password)
    expect(signedIn).toMatchObject({
      ok: true,
      value: { session: { expiresAt: Math.floor(now / 1000) + 3600 } },
    })
  })

  it('has rate-limited attempts at one-time codes', async () => {
    const { own, auth, session, factor } = await startEnrolling()
    const replies: unknown[] = []
    for (let guess = 0; guess < 12; guess++)
      replies.push(await auth.verifyCode(session, String(guess).padStart(6, '0'), factor.factorId))
    expect(replies.at(-1)).toEqual({ ok: false, error: 'too-many-tries' })
    // Whoever else knows the password cannot keep the owner out: another session is not affected.
    const other = await auth.signIn(OWNER.email, OWNER.password)
    if (!other.ok) throw new Error('not signed in')
    const code = codeOfStep(factor.secret, currentStep(Date.now()))
    expect(await auth.verifyCode(other.value.session, code, factor.factorId)).toMatchObject({ ok: true })
    await own.close()
  })

  describe('has a password', () => {
    /** Signs in at the auth server itself, without the shop's minimum duration. @returns its duration, ms */
    async function timeOf(email: string): Promise<number> {
      const started = performance.now()
      const client = clientFor(shop.access, shop.access.anonKey)
      const { error } = await client.auth.signInWithPassword({ email, password: 'a guess' })
      expect(error?.code).toBe('invalid_credentials')
      return performance.now() - started
    }

    it('that is checked off the event loop', async () => {
      const [before, beforeOfThread] = [process.cpuUsage(), process.threadCpuUsage()]
      const twelve = Array.from({ length: 12 }, (_, at) => timeOf(at % 2 ? OWNER.email : `${at}@example.com`))
      await Promise.all(twelve)
      // On the event loop, its thread would have computed nearly all of it.
      const ofThread = process.threadCpuUsage(beforeOfThread).user
      expect(ofThread / process.cpuUsage(before).user).toBeLessThan(0.5)
    })

    it('whose check takes as long for an unknown address, under load too', async () => {
      const known = [0, 3, 4, 7, 8, 11]
      const times = await Promise.all(
        Array.from({ length: 12 }, (_, at) =>
          timeOf(known.includes(at) ? OWNER.email : 'nobody@example.com'),
        ),
      )
      const sum = (isKnown: boolean) =>
        times.reduce((total, ms, at) => (known.includes(at) === isKnown ? total + ms : total), 0)
      expect(sum(false) / sum(true)).toBeGreaterThan(0.75)
      expect(sum(false) / sum(true)).toBeLessThan(1.33)
    })

    it('that an account of an earlier version keeps', async () => {
      const own = await startEmbedded()
      const hashOf = (database: DatabaseSync) =>
        String(database.prepare('SELECT encrypted_password AS hash FROM "auth.users"').get()?.hash)
      const database = new DatabaseSync(join(own.dataDir, 'backend.db'))
      const former = await hash(OWNER.password, 5)
      database.prepare('UPDATE "auth.users" SET encrypted_password = ?').run(former)
      expect((await own.backend.auth.signIn(OWNER.email, 'wrong')).ok).toBe(false)
      expect(hashOf(database)).toBe(former)
      for (const _ of [1, 2])
        expect((await own.backend.auth.signIn(OWNER.email, OWNER.password)).ok).toBe(true)
      expect(hashOf(database)).toMatch(/^\$2b\$04\$/)
      database.close()
      await own.close()
    })
  })
})
