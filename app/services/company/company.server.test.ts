import { beforeEach, expect, test } from 'vitest'
import { COMPANY, type Company, companyWith } from '#supabase/functions/_shared/forms/company-facts.ts'
import { createCompanySource } from './company.server.ts'

const named = (name: string) => companyWith({ legalEntity: { us: name, uk: name } })

let stored: () => Promise<Company>
let clock: { now: number; generation: number }
let source: ReturnType<typeof createCompanySource>
let changes: number

beforeEach(() => {
  stored = async () => named('First')
  clock = { now: 0, generation: 0 }
  source = createCompanySource({
    read: () => stored(),
    generation: () => clock.generation,
    now: () => clock.now,
    log: { info() {}, warn() {}, error() {}, debug() {} },
  })
  changes = 0
  source.onChange(() => {
    changes += 1
  })
})

const currentName = async () => (await source.current()).legalEntity.us

test('the defaults are used until facts are read, and different facts count as a change', async () => {
  stored = () => Promise.reject(new Error('gone'))
  expect(await source.current()).toEqual(COMPANY)
  expect(changes).toBe(0)
  stored = async () => named('First')
  clock.now = 5_000
  await expect.poll(currentName).toBe('First')
  expect(changes).toBe(1)
})

test('saved facts are read at once in a new generation, otherwise after a minute', async () => {
  await source.current()
  stored = async () => named('Second')
  expect(await currentName()).toBe('First')
  clock.generation = 1
  expect(await currentName()).toBe('Second')
  stored = async () => named('Third')
  clock.now = 60_000
  await expect.poll(currentName).toBe('Third')
})
