import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { codeOfStep, currentStep } from '#embedded/supabase/totp.server.ts'
import { clientFor, OWNER, startEmbedded } from './support.ts'

/**
 * The owner at the embedded auth server. What the owner’s pages make of it is in `tests/routes/admin-*.test.ts`: sessions
 * that are refreshed and end, sign-ins that tell nothing, codes.
 */

let own: Awaited<ReturnType<typeof startEmbedded>>
beforeEach(async () => {
  own = await startEmbedded()
})
afterEach(() => own.close())

const databaseOf = () => new DatabaseSync(join(own.dataDir, 'backend.db'))

async function signIn() {
  const signedIn = await own.backend.auth.signIn(OWNER.email, OWNER.password)
  if (!signedIn.ok) throw new Error('not signed in')
  return signedIn.value
}

it('is not recognised with a forged token', async () => {
  for (const accessToken of [
    '',
    'a.b.c',
    'eyJhbGciOiJub25lIn0.eyJzdWIiOiIxIiwicm9sZSI6InNlcnZpY2Vfcm9sZSJ9.',
  ]) {
    const forged = { accessToken, refreshToken: 'x', expiresAt: 0, startedAt: 0 }
    const owner = await own.backend.auth.getOwner(forged)
    expect(owner, accessToken).toEqual({ ok: false, error: 'expired' })
  }
})

describe('with an authenticator app', () => {
  /** The session of an owner who is about to enrol an app, with its factor. */
  async function enrol() {
    const { session } = await signIn()
    const enrolled = await own.backend.auth.startEnrollment(session, 'Phone')
    if (!enrolled.ok) throw new Error('not enrolled')
    return { session, factor: enrolled.value }
  }

  it('changes it only after its code, of this half minute or the next', async () => {
    const { auth } = own.backend
    const { session, factor } = await enrol()
    const { factorId, secret, uri } = factor
    expect(uri).toMatch(/^otpauth:\/\/totp\/Wizard%20Box:/)
    // One half minute for the whole test, which may end in the next.
    const step = currentStep(Date.now())
    expect((await auth.verifyCode(session, codeOfStep(secret, step), factorId)).ok).toBe(true)

    const { session: thief, needsCode } = await signIn()
    expect(needsCode).toBe(true)
    const refused = { ok: false, error: 'not-allowed' }
    expect(await auth.removeFactor(thief, factorId)).toEqual(refused)
    expect(await auth.startEnrollment(thief, 'Thief')).toEqual(refused)
    const raised = await auth.verifyCode(thief, codeOfStep(secret, step + 1))
    if (!raised.ok) throw new Error('a code of the next half minute was refused')
    const refreshed = await auth.refresh(raised.value)
    if (!refreshed.ok) throw new Error('not refreshed')
    expect(await auth.getOwner(refreshed.value)).toMatchObject({ value: { needsCode: false } })
    expect(await auth.removeFactor(refreshed.value, factorId)).toEqual({ ok: true, value: 'removed' })
  })

  it('can use a code once, also when it is sent twice at once', async () => {
    const { session, factor } = await enrol()
    const step = currentStep(Date.now())
    const other = databaseOf()
    // The other one, between reading the last used code and storing it.
    other.exec(
      `CREATE TRIGGER elsewhere AFTER DELETE ON "auth.mfa_challenges"
      BEGIN UPDATE "auth.mfa_factors" SET last_step = ${step + 1}; END`,
    )
    other.close()
    const code = codeOfStep(factor.secret, step)
    expect(await own.backend.auth.verifyCode(session, code, factor.factorId)).toEqual({
      ok: false,
      error: 'wrong-code',
    })
  })

  it('has limited tries in a session, which do not keep another one out', async () => {
    const { auth } = own.backend
    const { session, factor } = await enrol()
    const replies: unknown[] = []
    for (let guess = 0; guess < 12; guess++)
      replies.push(await auth.verifyCode(session, String(guess).padStart(6, '0'), factor.factorId))
    expect(replies.at(-1)).toEqual({ ok: false, error: 'too-many-tries' })
    const code = codeOfStep(factor.secret, currentStep(Date.now()))
    const { session: another } = await signIn()
    expect(await auth.verifyCode(another, code, factor.factorId)).toMatchObject({ ok: true })
  })

  it('gets different errors for an outage and a wrong code', async () => {
    const { auth } = own.backend
    const { faults } = own.embedded
    const { session } = await enrol()
    const atSecondLook = { match: /GET \/auth\/v1\/user/ }
    for (const kind of ['unreachable', 'html'] as const) {
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
      faults.clear()
    }
  })
})

describe('has a password', () => {
  /** Signs in at the auth server itself, without the shop's minimum duration. @returns its duration, ms */
  async function timeOf(email: string): Promise<number> {
    const started = performance.now()
    const client = clientFor(own.access, own.access.anonKey)
    const { error } = await client.auth.signInWithPassword({ email, password: 'a guess' })
    expect(error?.code).toBe('invalid_credentials')
    return performance.now() - started
  }

  it('that is checked off the event loop, for as long at an unknown address, under load too', async () => {
    const known = [0, 3, 4, 7, 8, 11]
    const [before, beforeOfThread] = [process.cpuUsage(), process.threadCpuUsage()]
    const times = await Promise.all(
      Array.from({ length: 12 }, (_, at) => timeOf(known.includes(at) ? OWNER.email : 'nobody@example.com')),
    )
    // On the event loop, its thread would have computed nearly all of it.
    const ofThread = process.threadCpuUsage(beforeOfThread).user
    expect(ofThread / process.cpuUsage(before).user).toBeLessThan(0.5)
    const sum = (isKnown: boolean) =>
      times.reduce((total, ms, at) => (known.includes(at) === isKnown ? total + ms : total), 0)
    expect(sum(false) / sum(true)).toBeGreaterThan(0.75)
    expect(sum(false) / sum(true)).toBeLessThan(1.33)
  })
})
