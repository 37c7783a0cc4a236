import { beforeEach, expect, test } from 'vitest'
import { COMPANY, type Company, companyWith } from '../../models/company.ts'
import { createCompanySource } from './company.server.ts'

const named = (name: string) => companyWith({ legalEntity: [name, name] })
const nameOf = (company: Company) => company.legalEntity[0]

let stored: () => Promise<Company>
let calls: number
let clock: { now: number; generation: number }
let source: ReturnType<typeof createCompanySource>

beforeEach(() => {
  stored = async () => named('First')
  calls = 0
  clock = { now: 0, generation: 0 }
  const log = { info() {}, warn() {}, error() {}, debug() {} }
  source = createCompanySource({
    read: () => {
      calls += 1
      return stored()
    },
    generation: () => clock.generation,
    now: () => clock.now,
    log,
  })
})

test('facts are read once for all that ask, and then kept', async () => {
  const answers = await Promise.all([1, 2, 3].map(() => source.current()))
  expect(answers.map(nameOf)).toEqual(['First', 'First', 'First'])
  await source.current()
  expect(calls).toBe(1)
})

test('in a new generation they are read before they are answered, and other ones are a change', async () => {
  await source.current()
  const before = source.changes()
  clock.generation = 1
  await source.current()
  expect(source.changes()).toBe(before)
  stored = async () => named('Second')
  clock.generation = 2
  expect(nameOf(await source.current())).toBe('Second')
  expect(source.changes()).toBe(before + 1)
})

test('a reading that began in an earlier generation does not stand', async () => {
  const slow = Promise.withResolvers<Company>()
  stored = () => slow.promise
  const early = source.current()
  clock.generation = 1
  stored = async () => named('Second')
  expect(nameOf(await source.current())).toBe('Second')
  slow.resolve(named('First'))
  await early
  expect(nameOf(await source.current())).toBe('Second')
})

test('old ones are answered while they are read again', async () => {
  await source.current()
  stored = async () => named('Second')
  clock.now = 60_000
  expect(nameOf(await source.current())).toBe('First')
  await expect.poll(async () => nameOf(await source.current())).toBe('Second')
  expect(calls).toBe(2)
})

test('while they cannot be read, the last ones stand, or the defaults, and it is tried again soon', async () => {
  stored = () => Promise.reject(new Error('gone'))
  expect(await source.current()).toEqual(COMPANY)
  expect(source.changes()).toBe(0)
  stored = async () => named('First')
  clock.now = 5_000
  await source.current()
  await expect.poll(() => source.changes()).toBe(1)
  clock.generation = 1
  stored = () => Promise.reject(new Error('gone'))
  expect(nameOf(await source.current())).toBe('First')
  await source.current()
  expect(calls).toBe(3)
})

test('while the backend hangs, only the first that asks waits for it', async () => {
  await source.current()
  clock.generation = 1
  stored = () => Promise.reject(new Error('gone'))
  expect(nameOf(await source.current())).toBe('First')
  stored = () => new Promise(() => {})
  clock.now = 5_000
  expect(nameOf(await source.current())).toBe('First')
  expect(calls).toBe(3)
})

test('after a reading has failed, what is saved is read at once', async () => {
  stored = () => Promise.reject(new Error('gone'))
  await source.current()
  stored = async () => named('Saved')
  clock.generation = 1
  expect(nameOf(await source.current())).toBe('Saved')
})

test('a late reading of an earlier generation is not kept for an outage', async () => {
  const slow = Promise.withResolvers<Company>()
  stored = () => slow.promise
  const early = source.current()
  clock.generation = 1
  stored = async () => named('Saved')
  await source.current()
  slow.resolve(named('First'))
  await early
  clock.generation = 2
  stored = () => Promise.reject(new Error('gone'))
  expect(nameOf(await source.current())).toBe('Saved')
})
