import { expect, test } from 'vitest'
import { companyWith } from '#supabase/functions/_shared/forms/company-facts.ts'
import { silentLog } from '#tests/support/silent-log.ts'
import { createCompanySource } from './company.server.ts'

test('saved facts are read at once in a new generation, otherwise after a minute', async () => {
  const clock = { now: 0, generation: 0 }
  let stored = 'First'
  const source = createCompanySource({
    read: async () => companyWith({ legalEntity: { us: stored, uk: stored } }),
    generation: () => clock.generation,
    now: () => clock.now,
    log: silentLog,
  })
  const currentName = async () => (await source.current()).legalEntity.us
  await source.current()
  stored = 'Second'
  expect(await currentName()).toBe('First')
  clock.generation = 1
  expect(await currentName()).toBe('Second')
  stored = 'Third'
  clock.now = 60_000
  await expect.poll(currentName).toBe('Third')
})
