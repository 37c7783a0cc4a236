import { performance } from 'node:perf_hooks'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { codeOfStep, currentStep } from '#embedded/supabase/factors.server.ts'
import { clientFor, OWNER, startEmbedded } from './support.ts'

/** The owner at the embedded auth server. What the owner’s pages make of it is in `tests/routes/admin-*.test.ts`. */

let own: Awaited<ReturnType<typeof startEmbedded>>
beforeAll(async () => {
  own = await startEmbedded()
})
afterAll(() => own.close())

/** What the auth server has accepted. */
async function accepted<T>(
  answer: Promise<{ ok: true; value: T } | { ok: false; error: string }>,
): Promise<T> {
  const result = await answer
  if (!result.ok) throw new Error(result.error)
  return result.value
}
const signIn = () => accepted(own.backend.auth.signIn(OWNER.email, OWNER.password))

/** An owner who is about to enrol an app, with its code of this half minute. */
async function enrol() {
  const signedIn = await signIn()
  const enrolled = await accepted(own.backend.auth.startEnrollment(signedIn))
  const secret = new URL(enrolled.uri).searchParams.get('secret') ?? ''
  return { ...signedIn, ...enrolled, code: codeOfStep(secret, currentStep(Date.now())) }
}

it('an authenticator app has limited tries in a session, which do not keep another one out; an outage is no wrong code', async () => {
  const { auth } = own.backend
  const { session, factorId, code } = await enrol()
  own.embedded.faults.inject({ match: /POST \/auth\/v1\/factors/, kind: 'unreachable', times: 1 })
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
    const { auth } = clientFor(own.access, own.access.anonKey)
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
