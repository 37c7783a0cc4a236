import { performance } from 'node:perf_hooks'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { codeOfStep, currentStep } from '#embedded/supabase/factors.server.ts'
import { clientFor, OWNER, startEmbedded } from './support.ts'

/** The owner at the embedded auth server. What the owner’s pages make of it is in `tests/routes/admin-*.test.ts`. */

let own: Awaited<ReturnType<typeof startEmbedded>>
beforeEach(async () => {
  own = await startEmbedded()
})
afterEach(() => own.close())

/** What the auth server has accepted. */
async function accepted<T>(
  answer: Promise<{ ok: true; value: T } | { ok: false; error: string }>,
): Promise<T> {
  const result = await answer
  if (!result.ok) throw new Error(result.error)
  return result.value
}
const signIn = () => accepted(own.backend.auth.signIn(OWNER.email, OWNER.password))

describe('with an authenticator app', () => {
  /** An owner who is about to enrol an app, with a code of it: of this half minute, or a later one. */
  async function enrol() {
    const signedIn = await signIn()
    const enrolled = await accepted(own.backend.auth.startEnrollment(signedIn))
    // One half minute for a whole test, which may end in the next.
    const step = currentStep(Date.now())
    const secret = new URL(enrolled.uri).searchParams.get('secret') ?? ''
    return { ...signedIn, ...enrolled, codeAfter: (steps: number) => codeOfStep(secret, step + steps) }
  }

  it('can use a code once, also when it is sent twice at once', async () => {
    const { session, factorId, codeAfter } = await enrol()
    const code = codeAfter(0)
    const twice = [1, 2].map(() => own.backend.auth.verifyCode(session, code, factorId))
    const used = (await Promise.all(twice)).sort((a, b) => Number(b.ok) - Number(a.ok))
    expect(used).toMatchObject([{ ok: true }, { ok: false, error: 'wrong-code' }])
  })

  it('has limited tries in a session, which do not keep another one out; an outage is no wrong code', async () => {
    const { auth } = own.backend
    const { session, factorId, codeAfter } = await enrol()
    own.embedded.faults.inject({ match: /POST \/auth\/v1\/factors/, kind: 'unreachable', times: 1 })
    const tried = auth.verifyCode(session, '000000', factorId)
    await expect(tried).rejects.toMatchObject({ name: 'UpstreamError' })
    const replies: unknown[] = []
    for (let guess = 0; guess < 12; guess++)
      replies.push(await auth.verifyCode(session, String(guess).padStart(6, '0'), factorId))
    expect(replies.at(-1)).toEqual({ ok: false, error: 'too-many-tries' })
    await accepted(auth.verifyCode((await signIn()).session, codeAfter(0), factorId))
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
  const isKnown = (at: number) => [0, 3, 4, 7].includes(at)
  const emails = Array.from({ length: 8 }, (_, at) => (isKnown(at) ? OWNER.email : 'nobody@example.com'))
  const [before, beforeOfThread] = [process.cpuUsage(), process.threadCpuUsage()]
  const times = await Promise.all(emails.map(timeOf))
  // On the event loop, its thread would have computed nearly all of it.
  const ofThread = process.threadCpuUsage(beforeOfThread).user
  expect(ofThread / process.cpuUsage(before).user).toBeLessThan(0.5)
  const [known = 0, unknown = 0] = [true, false].map((asked) =>
    times.reduce((total, ms, at) => total + (isKnown(at) === asked ? ms : 0), 0),
  )
  // Without the check it would be near none; a busy machine delays some of them.
  expect(unknown / known).toBeGreaterThan(0.5)
  expect(unknown / known).toBeLessThan(2)
})
