import { performance } from 'node:perf_hooks'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { codeOfStep, currentStep } from '#embedded/supabase/factors.server.ts'
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

async function signIn() {
  const signedIn = await own.backend.auth.signIn(OWNER.email, OWNER.password)
  if (!signedIn.ok) throw new Error('not signed in')
  return signedIn.value
}

describe('with an authenticator app', () => {
  /** An owner who is about to enrol an app, with a code of it: of this half minute, or a later one. */
  async function enrol() {
    const signedIn = await signIn()
    const enrolled = await own.backend.auth.startEnrollment(signedIn)
    if (!enrolled.ok) throw new Error('not enrolled')
    // One half minute for a whole test, which may end in the next.
    const step = currentStep(Date.now())
    const secret = new URL(enrolled.value.uri).searchParams.get('secret') ?? ''
    return {
      ...signedIn,
      ...enrolled.value,
      codeAfter: (steps: number) => codeOfStep(secret, step + steps),
    }
  }

  it('changes it only after its code, of this half minute or the next', async () => {
    const { auth } = own.backend
    const { session, factorId, uri, codeAfter } = await enrol()
    expect(uri).toMatch(/^otpauth:\/\/totp\/Wizard%20Box:/)
    expect((await auth.verifyCode(session, codeAfter(0), factorId)).ok).toBe(true)
    const thief = await signIn()
    expect(thief.needsCode).toBe(true)
    expect(await auth.removeFactor(thief.session, factorId)).toEqual({ ok: false, error: 'not-saved' })
    expect(await auth.startEnrollment(thief)).toEqual({ ok: false, error: 'not-saved' })
    const raised = await auth.verifyCode(thief.session, codeAfter(1), factorId)
    if (!raised.ok) throw new Error('a code of the next half minute was refused')
    const refreshed = await auth.refresh(raised.value)
    if (!refreshed.ok) throw new Error('not refreshed')
    expect(await auth.getOwner(refreshed.value)).toMatchObject({ value: { needsCode: false } })
    expect((await auth.removeFactor(refreshed.value, factorId)).ok).toBe(true)
  })

  it('can use a code once, also when it is sent twice at once', async () => {
    const { session, factorId, codeAfter } = await enrol()
    const code = codeAfter(0)
    const twice = [1, 2].map(() => own.backend.auth.verifyCode(session, code, factorId))
    const used = (await Promise.all(twice)).sort((a, b) => Number(b.ok) - Number(a.ok))
    expect(used).toMatchObject([{ ok: true }, { ok: false, error: 'wrong-code' }])
  })

  it('has limited tries in a session, which do not keep another one out', async () => {
    const { auth } = own.backend
    const { session, factorId, codeAfter } = await enrol()
    const replies: unknown[] = []
    for (let guess = 0; guess < 12; guess++)
      replies.push(await auth.verifyCode(session, String(guess).padStart(6, '0'), factorId))
    expect(replies.at(-1)).toEqual({ ok: false, error: 'too-many-tries' })
    const another = await signIn()
    expect((await auth.verifyCode(another.session, codeAfter(0), factorId)).ok).toBe(true)
  })

  it('is told an auth server that answers something else from a wrong code', async () => {
    const { session, factorId } = await enrol()
    for (const kind of ['unreachable', 'html'] as const) {
      own.embedded.faults.inject({ match: /POST \/auth\/v1\/factors/, kind, times: 1 })
      const tried = own.backend.auth.verifyCode(session, '000000', factorId)
      await expect(tried, kind).rejects.toMatchObject({ name: 'UpstreamError' })
    }
  })
})

it('has a password that is checked off the event loop, for as long at an unknown address, under load too', async () => {
  /** Signs in at the auth server itself, without the shop's minimum duration. @returns its duration, ms */
  async function timeOf(email: string): Promise<number> {
    const started = performance.now()
    const client = clientFor(own.access, own.access.anonKey)
    const { error } = await client.auth.signInWithPassword({ email, password: 'a guess' })
    expect(error?.code).toBe('invalid_credentials')
    return performance.now() - started
  }
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
