import { expect, test } from 'vitest'
import { fine } from '#app/models/doctor.ts'
import { ask, checksOf, runChecks } from './checks.server.ts'

test('a check that takes too long or ends with an error is a failure, and holds up no other', async () => {
  const checks = checksOf('Mail', {
    silent: () => new Promise(() => {}),
    broken: () => Promise.reject(new RangeError('the password is alohomora')),
    good: async () => [fine('Good')],
    'told elsewhere': async () => [],
  })
  const findings = await runChecks(checks, 1)
  expect(findings).toMatchObject([
    {
      what: 'silent',
      level: 'failure',
      found: expect.stringMatching(/^It did not answer within .* seconds$/),
      mend: expect.stringMatching(/^Run this again/),
    },
    {
      what: 'broken',
      level: 'failure',
      found: 'The check itself ended with RangeError',
      mend: expect.stringMatching(/^Report this/),
    },
    { service: 'Mail', what: 'good', level: 'ok', found: 'Good' },
  ])
  expect(JSON.stringify(findings)).not.toContain('alohomora')
})

test('a service that never answers is waited for no longer than it may take', async () => {
  const never: typeof fetch = (_, init) =>
    new Promise((_resolve, reject) =>
      init?.signal?.addEventListener('abort', () => reject(init.signal?.reason)),
    )
  expect(await ask(never, 'https://silent.test', {}, 1)).toEqual({ kind: 'none', reason: 'silent' })
})
